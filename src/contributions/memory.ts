import { readArxivId } from '../arxiv/identifier.ts';
import type {
  Contributions,
  ErrorReport,
  PublicationSubmission,
  RecordReceipt,
  RecordSubmission,
  ReportReceipt,
  SubmissionReceipt,
} from './contributions.ts';
import { StorageError } from './storage-error.ts';
import { proposalTicket, reportTicket, submissionTicket } from './tickets.ts';

/** The most that is kept waiting; interface.md, section 5. */
const maxPending = 1000;

/** Keeps contributions until the process ends, and asks nobody; equal ones are one. */
export class MemoryContributions implements Contributions {
  readonly durable = false;
  /** Nothing kept here changes an answer: it is all still to be confirmed or reviewed. */
  readonly count = 0;
  private readonly tickets = new Set<string>();

  async submitPublication(submission: PublicationSubmission): Promise<SubmissionReceipt> {
    const given = submission.arxiv_id ?? submission.url ?? '';
    const reading = readArxivId(given);
    const isPaper = 'id' in reading;
    const ticket = submissionTicket(isPaper ? { arxiv_id: reading.id } : { url: given });
    this.keep(ticket);
    return { status: isPaper ? 'pending' : 'in_review', ticket };
  }

  async reportError(report: ErrorReport): Promise<ReportReceipt> {
    const ticket = reportTicket(report);
    const joined = this.tickets.has(ticket);
    this.keep(ticket);
    return { ticket, status: 'queued', joined };
  }

  async submitRecord({ proposed }: RecordSubmission): Promise<RecordReceipt> {
    const { id } = proposed.record;
    const ticket = proposalTicket(proposed.kind, id);
    const joined = this.tickets.has(ticket);
    this.keep(ticket);
    return { status: 'in_review', ticket, joined, id };
  }

  private keep(ticket: string): void {
    if (this.tickets.has(ticket)) return;
    if (this.tickets.size >= maxPending) {
      throw new StorageError(
        'STORAGE_FULL',
        `${maxPending} contributions wait here already, so nothing was kept. Try again when they have been reviewed.`,
      );
    }
    this.tickets.add(ticket);
  }
}
