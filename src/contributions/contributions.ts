import type { Kind } from '../records/kinds.ts';

export type SubmissionStatus = 'published' | 'already_published' | 'pending' | 'in_review';

export interface SubmissionReceipt {
  readonly status: SubmissionStatus;
  readonly ticket?: string;
  /** The catalogue id, once the paper is published. */
  readonly publication_id?: string;
}

export interface PublicationSubmission {
  readonly arxiv_id?: string | undefined;
  readonly url?: string | undefined;
  readonly note?: string | undefined;
}

export interface ErrorReport {
  readonly resource_type: Kind;
  readonly resource_id: string;
  readonly field?: string;
  readonly problem: string;
  readonly suggested_value?: string;
  readonly evidence_url?: string;
  readonly contact?: string;
}

export interface ReportReceipt {
  readonly ticket: string;
  readonly status: 'queued';
  /** True if the same report had been made before. */
  readonly joined: boolean;
}

/** Where submissions and reports go. Everything that keeps them implements this. */
export interface Contributions {
  /** False while they live in memory only; the answers of the WRITE tools say so. */
  readonly durable: boolean;
  /** How many have been accepted here: with the dataset version, the revision of the data. */
  readonly count: number;
  submitPublication(submission: PublicationSubmission): Promise<SubmissionReceipt>;
  reportError(report: ErrorReport): Promise<ReportReceipt>;
}
