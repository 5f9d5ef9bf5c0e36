import { recordSchemas } from '../kinds/kinds.ts';
import type { Publication } from '../kinds/publications/publication.ts';
import { DataError } from '../lib/data-error.ts';
import { validated } from '../lib/validated.ts';
import type { Catalogue } from '../search/catalogue.ts';
import type { ProposedRecord } from './contributions.ts';
import type { Change, Decided } from './events.ts';
import { readValue, valueAt } from './overlay.ts';
import { findKnown, makerOf, paperFrom, whyNotInData } from './proposals.ts';
import {
  type AnyContribution,
  isWaiting,
  type Proposal,
  type Report,
  type State,
  type Submission,
} from './state.ts';
import type { StoredContributions } from './stored-contributions.ts';

interface ReviewFilter {
  /** `open` for what waits, `all`, or one state. */
  readonly status: string;
  readonly type?: AnyContribution['type'] | undefined;
  readonly kind?: string | undefined;
  readonly resource?: string | undefined;
  /** `YYYY-MM-DD`. */
  readonly since?: string | undefined;
}

/** Who decides, and why. */
export interface Reviewer {
  readonly by: string;
  readonly why?: string | undefined;
}

interface Correction {
  readonly field?: string | undefined;
  readonly value?: string | undefined;
  readonly evidence?: string | undefined;
  /** Takes the field out of the record. */
  readonly remove?: boolean | undefined;
  /** The report is right, but nothing is changed here. */
  readonly withoutChange?: boolean | undefined;
}

/** Contributions that meet a filter, the oldest first. */
export function listContributions(state: State, filter: ReviewFilter): AnyContribution[] {
  const since = filter.since === undefined ? 0 : Date.parse(filter.since);
  return state
    .all()
    .filter((each) => {
      const about = subjectOf(each);
      const isAsked =
        filter.status === 'all' ||
        (filter.status === 'open' ? isWaiting(each) : each.status === filter.status);
      return (
        isAsked &&
        (filter.type === undefined || each.type === filter.type) &&
        (filter.kind === undefined || about.kind === filter.kind) &&
        (filter.resource === undefined || about.id === filter.resource) &&
        each.first >= since
      );
    })
    .sort((a, b) => a.first - b.first || (a.ticket < b.ticket ? -1 : 1));
}

/** The record that a contribution is about, as far as it has an id. */
function subjectOf(item: AnyContribution): { readonly kind: string; readonly id: string | undefined } {
  if (item.type === 'report') return { kind: item.report.resource_type, id: item.report.resource_id };
  if (item.type === 'record') return { kind: item.kind, id: item.versions[0]?.id };
  return { kind: 'publications', id: item.record?.id };
}

/** The contribution with a ticket, or with the only one that begins so. */
export function findContribution(state: State, ticket: string): AnyContribution {
  const exact = state.find(ticket);
  if (exact !== undefined) return exact;
  const near = ticket.length < 4 ? [] : state.all().filter((each) => each.ticket.startsWith(ticket));
  const [only, ...more] = near;
  if (only !== undefined && more.length === 0) return only;
  const hint =
    more.length > 0 ? `${near.length} tickets begin so: write more of it.` : 'See review list --status all.';
  throw new DataError('REVIEW', `There is no ticket ${ticket}. ${hint}`);
}

/**
 * The actions of a named operator on waiting contributions. What cannot be done throws a DataError with the code
 * REVIEW, whose message says why.
 */
export class ReviewActions {
  readonly #kept: StoredContributions;
  readonly #catalogue: Catalogue;

  constructor(kept: StoredContributions, catalogue: Catalogue) {
    this.#kept = kept;
    this.#catalogue = catalogue;
  }

  /** Accepts a report; the correction is in every search from then on. Returns it, if there is one. */
  async acceptReport(
    report: Report,
    reviewer: Reviewer,
    correction: Correction,
  ): Promise<Change | undefined> {
    checkOpen(report);
    const change = correction.withoutChange ? undefined : this.#changeFor(report, correction);
    await this.#decide({
      ticket: report.ticket,
      decision: 'accepted',
      ...told(reviewer),
      ...(change !== undefined && { change }),
    });
    return change;
  }

  /** Accepts an address as the paper that these facts describe, or what arXiv has as it is or with other facts. */
  async acceptPaper(submission: Submission, reviewer: Reviewer, facts?: object): Promise<Publication> {
    checkOpen(submission);
    const stated = submission.review?.record;
    if (stated === undefined && facts === undefined) {
      throw new DataError(
        'REVIEW',
        `${submission.ticket} has no record: say what the paper is with --record '{"title":"…","authors":["…"],"published":"2026-05"}'.`,
      );
    }
    const record =
      stated !== undefined && facts === undefined
        ? stated
        : paperFrom({ ...stated, arxiv_id: submission.arxiv_id, ...facts }, submission.url);
    const known = this.#catalogue.find('publications', record.id);
    await this.#decide({
      ticket: submission.ticket,
      decision: 'accepted',
      ...told(reviewer),
      record: known ?? record,
    });
    return known ?? record;
  }

  /**
   * Accepts a proposed record, with other values for some of its fields if they are given. `today` is `YYYY-MM-DD`:
   * no fact may be dated later.
   */
  async acceptRecord(
    proposal: Proposal,
    reviewer: Reviewer,
    fields: object,
    today: string,
  ): Promise<ProposedRecord['record']> {
    checkOpen(proposal);
    const proposed = this.#recordFrom(proposal, fields);
    const known = findKnown(this.#catalogue, proposed);
    if (known !== undefined) {
      throw new DataError('REVIEW', `The data have it as ${known.id}: reject ${proposal.ticket}.`);
    }
    const fault = whyNotInData(this.#catalogue, proposed, today);
    if (fault !== undefined) throw new DataError('REVIEW', `It cannot stand in the data: ${fault}.`);
    const { record } = proposed;
    await this.#decide({ ticket: proposal.ticket, decision: 'accepted', ...told(reviewer), record });
    return record;
  }

  async reject(contribution: AnyContribution, reviewer: Reviewer): Promise<void> {
    checkOpen(contribution);
    await this.#decide({ ticket: contribution.ticket, decision: 'rejected', ...told(reviewer) });
  }

  /** Makes one report a part of another, whose decision holds for both. */
  async merge(report: Report, into: Report, reviewer: Reviewer): Promise<void> {
    checkOpen(report);
    const root = this.#kept.state.rootOf(into);
    if (root.ticket === report.ticket)
      throw new DataError('REVIEW', `${report.ticket} cannot be merged into itself.`);
    await this.#decide({ ticket: report.ticket, decision: 'merged', ...told(reviewer), into: root.ticket });
  }

  #recordFrom({ kind, versions, ticket }: Proposal, fields: object): ProposedRecord {
    const [first] = versions;
    const parsed = validated(recordSchemas[kind], { ...first, ...fields, id: first?.id });
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      throw new DataError(
        'REVIEW',
        `${ticket} would be no record of ${kind}: ${issue?.path.join('.')} ${issue?.message}. Mend it with --record '{"field":"value"}'.`,
      );
    }
    const proposed = { kind, record: parsed.data } as ProposedRecord;
    if (proposed.kind !== 'robots') return proposed;
    const manufacturer = makerOf(this.#catalogue, proposed.record) ?? proposed.record.manufacturer;
    return { kind: 'robots', record: { ...proposed.record, manufacturer } };
  }

  #changeFor({ report }: Report, correction: Correction): Change {
    const { resource_type: kind, resource_id } = report;
    const record = this.#catalogue.find(kind, resource_id);
    if (record === undefined)
      throw new DataError('REVIEW', `There is no record ${resource_id} in ${kind} any more.`);
    const field = correction.field ?? report.field;
    if (field === undefined)
      throw new DataError('REVIEW', 'The report names no field: give one with --field.');
    const was = valueAt(record, field);
    const evidence_url = correction.evidence ?? report.evidence_url;
    const target = { kind, id: record.id, field, was, ...(evidence_url !== undefined && { evidence_url }) };
    if (correction.remove) return target;
    const text = correction.value ?? report.suggested_value;
    if (text === undefined) {
      throw new DataError(
        'REVIEW',
        'The report suggests no value: give one with --value, take the field out with --remove, or leave the record alone with --without-change.',
      );
    }
    const reading = readValue(kind, record, field, text);
    if ('problem' in reading) {
      throw new DataError(
        'REVIEW',
        `"${text}" cannot stand in ${field}: ${reading.problem}. Give another with --value.`,
      );
    }
    return { ...target, value: reading.value };
  }

  async #decide(decision: Omit<Decided, 'type'>): Promise<void> {
    await this.#kept.append({ type: 'decided', ...decision });
    const { decisions = [] } = this.#kept.state.find(decision.ticket) ?? {};
    const counts = decisions[decisions.length - 1];
    // Somebody else may have decided in the same moment.
    if (counts?.by !== decision.by || counts.decision !== decision.decision) {
      throw new DataError(
        'REVIEW',
        `${decision.ticket} was ${counts?.decision} by ${counts?.by} just before.`,
      );
    }
  }
}

function checkOpen(contribution: AnyContribution): void {
  if (isWaiting(contribution)) return;
  const last = contribution.decisions[contribution.decisions.length - 1];
  const by = last === undefined ? '' : ` by ${last.by} on ${new Date(last.at).toISOString().slice(0, 10)}`;
  throw new DataError('REVIEW', `${contribution.ticket} is ${contribution.status} already${by}.`);
}

function told({ by, why }: Reviewer): { by: string; why?: string } {
  return { by, ...(why !== undefined && { why }) };
}
