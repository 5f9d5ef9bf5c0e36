import { proposalTicket, reportTicket, submissionTicket } from '../contributions/events.ts';
import type { StoredContributions } from '../contributions/stored-contributions.ts';
import type { SourceOf } from '../data/dataset/canonical.ts';
import type { Kind } from '../kinds/kinds.ts';
import { classifyTopics } from '../kinds/vocabularies/topics.ts';
import type { KnownRecords } from './dataset-draft.ts';
import type { Fetcher } from './fetcher.ts';

/** The services and files that records come from, in the order in which a day's run asks them. */
export const sourceNames = ['arxiv', 'openfda', 'feeds', 'links', 'fcc'] as const;
export type SourceName = (typeof sourceNames)[number];

/** A whole record that a source states, new or in the place of the one with its id. */
export type RecordFinding = {
  readonly [K in Kind]: {
    readonly type: 'record';
    readonly kind: K;
    readonly record: SourceOf<K>;
    /** True: goes into the next version at once; else into review first. */
    readonly trusted: boolean;
    readonly reason: string;
    /** The page or address that states it. */
    readonly source: string;
  };
}[Kind];

/** Something about a record of ours that somebody has to decide. */
export interface ReportFinding {
  readonly type: 'report';
  readonly kind: Kind;
  readonly id: string;
  readonly field?: string;
  /** The same words each time that it is found, so that it is reported once. */
  readonly problem: string;
  readonly suggested?: string;
  readonly evidence?: string;
  /** From 0 to 1. */
  readonly confidence?: number;
}

/** Something that a source said and that nothing was made of, with the reason. */
export interface RefusedFinding {
  readonly type: 'refused';
  readonly source: string;
  /** What it calls itself: an identifier, an address, a title. */
  readonly what: string;
  readonly reason: string;
}

/** Nothing to do, and nothing wrong: it is only counted. */
interface PassedFinding {
  readonly type: 'passed';
  readonly why: string;
}

/** Everything before this is complete: an interrupted run resumes here. */
interface Checkpoint {
  readonly type: 'checkpoint';
  readonly position: unknown;
}

export type Finding = RecordFinding | ReportFinding | RefusedFinding | PassedFinding | Checkpoint;

export interface HarvestRequest {
  /** `YYYY-MM-DD`: what has changed on this day or later. */
  readonly since: string;
  /** `YYYY-MM-DD`; nothing is dated later. */
  readonly today: string;
  /** Where an interrupted run resumes, from its last checkpoint. */
  readonly position: unknown;
  readonly fetcher: Fetcher;
  readonly known: KnownRecords;
  readonly signal: AbortSignal;
  /** Reports progress. */
  readonly onProgress: (text: string) => void;
}

/** One source: asks for what is new and says what it found. Throws a SourceFault where it cannot go on. */
export interface Adapter {
  readonly name: SourceName;
  /** Days that are asked for again, because sources add to days that have passed. */
  readonly overlapDays: number;
  harvest(request: HarvestRequest): AsyncIterable<Finding>;
}

/** What became of something that somebody has to decide. */
export type Filed =
  | 'filed'
  /** It waits already, or was decided. */
  | 'known';

/** Where findings go that no program should decide. */
export interface ReviewQueue {
  /** Rejects with a DataError if there is no room. */
  report(finding: ReportFinding): Promise<Filed>;
  propose(finding: RecordFinding): Promise<Filed>;
}

/** The operator's own queue, in which findings stand among the reports of people. */
export class ContributionQueue implements ReviewQueue {
  readonly #kept: StoredContributions;

  constructor(kept: StoredContributions) {
    this.#kept = kept;
  }

  async report({ kind, id, field, problem, suggested, evidence }: ReportFinding): Promise<Filed> {
    const report = {
      resource_type: kind,
      resource_id: id,
      ...(field !== undefined && { field }),
      problem,
      ...(suggested !== undefined && { suggested_value: suggested }),
      ...(evidence !== undefined && { evidence_url: evidence }),
    };
    this.#kept.refresh();
    // People may say again what was decided; a program that finds it again every day has nothing new to say.
    if (this.#kept.state.reports.has(reportTicket(report))) return 'known';
    await this.#kept.reportError(report, HARVEST);
    return 'filed';
  }

  async propose({ kind, record, reason }: RecordFinding): Promise<Filed> {
    if (kind === 'publications') return this.#proposePaper(record, reason);
    if (kind !== 'news') throw new Error(`Records of ${kind} cannot be proposed by a program.`);
    this.#kept.refresh();
    if (this.#kept.state.proposals.has(proposalTicket(kind, record.id))) return 'known';
    await this.#kept.submitRecord({ proposed: { kind, record }, note: reason, by: HARVEST });
    return 'filed';
  }

  async #proposePaper(record: SourceOf<'publications'>, reason: string): Promise<Filed> {
    this.#kept.refresh();
    const { arxiv_id = '' } = record;
    if (this.#kept.state.submissions.has(submissionTicket({ arxiv_id }))) return 'known';
    await this.#kept.reviewPaper({ ...record, topics: classifyTopics(record) }, reason, HARVEST);
    return 'filed';
  }
}

/** The caller by whose name findings stand in the queue. */
const HARVEST = 'harvest';
