import { createHash } from 'node:crypto';
import { readArxivId } from '../arxiv/identifier.ts';
import type {
  Contributions,
  ErrorReport,
  PublicationSubmission,
  ReportReceipt,
  SubmissionReceipt,
} from './contributions.ts';

/** The most that is kept waiting; interface.md, section 5. */
const maxPending = 1000;

/** Raised when nothing more can be kept. */
export class StorageFullError extends Error {
  constructor() {
    super(`There are ${maxPending} contributions waiting already; try again when they have been reviewed.`);
    this.name = 'StorageFullError';
  }
}

/** Keeps contributions until the process ends; equal ones are one. */
export class MemoryContributions implements Contributions {
  readonly durable = false;
  private readonly submissions = new Map<string, SubmissionReceipt>();
  private readonly reports = new Map<string, string>();

  get count(): number {
    // Nothing kept here changes an answer: it is all still to be confirmed or reviewed.
    return 0;
  }

  async submitPublication(submission: PublicationSubmission): Promise<SubmissionReceipt> {
    const given = submission.arxiv_id ?? submission.url ?? '';
    const reading = readArxivId(given);
    const key = 'id' in reading ? `arxiv ${reading.id}` : `url ${given}`;
    const known = this.submissions.get(key);
    if (known !== undefined) return known;
    this.checkRoom();
    const receipt: SubmissionReceipt = {
      status: 'id' in reading ? 'pending' : 'in_review',
      ticket: ticketOf('sub', key),
    };
    this.submissions.set(key, receipt);
    return receipt;
  }

  async reportError(report: ErrorReport): Promise<ReportReceipt> {
    const target = [report.resource_type, report.resource_id, report.field ?? '', report.problem];
    const key = JSON.stringify(target);
    const known = this.reports.get(key);
    if (known !== undefined) return { ticket: known, status: 'queued', joined: true };
    this.checkRoom();
    const ticket = ticketOf('rep', key);
    this.reports.set(key, ticket);
    return { ticket, status: 'queued', joined: false };
  }

  private checkRoom(): void {
    if (this.submissions.size + this.reports.size >= maxPending) throw new StorageFullError();
  }
}

function ticketOf(prefix: string, key: string): string {
  return `${prefix}-${createHash('sha256').update(key).digest('hex').slice(0, 10)}`;
}
