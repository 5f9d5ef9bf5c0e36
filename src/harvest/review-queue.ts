import { proposalTicket, reportTicket } from '../contributions/events.ts';
import type { KeptContributions } from '../contributions/kept.ts';
import type { RecordFinding, ReportFinding } from './adapter.ts';

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
  readonly #kept: KeptContributions;

  constructor(kept: KeptContributions) {
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
    await this.#kept.reportError(report);
    return 'filed';
  }

  async propose({ kind, record, reason }: RecordFinding): Promise<Filed> {
    if (kind !== 'news') throw new Error(`Records of ${kind} cannot be proposed by a program.`);
    this.#kept.refresh();
    if (this.#kept.state.proposals.has(proposalTicket(kind, record.id))) return 'known';
    await this.#kept.submitRecord({ proposed: { kind, record }, note: reason, by: 'harvest' });
    return 'filed';
  }
}
