import type { Kind } from '../kinds/kinds.ts';
import type { NewsItem } from '../kinds/news/news-item.ts';
import type { Publication } from '../kinds/publications/publication.ts';
import type { Robot } from '../kinds/robots/robot.ts';
import type { Startup } from '../kinds/startups/startup.ts';
import type { Seq } from './event-store.ts';

type SubmissionStatus = 'published' | 'already_published' | 'pending' | 'in_review';

/** What became of a submission; a ticket stands for one that is kept. */
export interface SubmissionReceipt {
  readonly status: SubmissionStatus;
  readonly ticket?: string;
  /** The paper, once it is published. */
  readonly publication?: Publication;
  /** Why it is in review; continues a sentence that ends in "since". */
  readonly why?: string;
}

/** arXiv says no: nothing was kept. The reason continues a sentence that begins with the identifier. */
export interface SubmissionRefusal {
  readonly status: 'refused';
  readonly arxiv_id: string;
  readonly reason: string;
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

/** A record that somebody proposes, as it would stand in the data. */
export type ProposedRecord =
  | { readonly kind: 'robots'; readonly record: Robot }
  | { readonly kind: 'startups'; readonly record: Startup }
  | { readonly kind: 'news'; readonly record: NewsItem };

export interface RecordSubmission {
  readonly proposed: ProposedRecord;
  readonly note?: string | undefined;
  /** The name of the caller, for the operator alone. */
  readonly by: string;
}

export interface RecordReceipt {
  readonly status: 'already_published' | 'in_review';
  /** Of what is in review. */
  readonly ticket?: string;
  /** True if it had been proposed before. */
  readonly joined: boolean;
  /** Id of the record: of the one that is in the data, or of the one that would be. */
  readonly id: string;
}

/** What was decided on a contribution, and nothing that its giver or the operator wrote. */
export interface Decision {
  readonly seq: Seq;
  /** Milliseconds since 1970, by the clock of whoever wrote it. */
  readonly at: number;
  readonly ticket: string;
  readonly decision: 'accepted' | 'rejected' | 'merged';
  /** The record that came into the data, or was corrected. */
  readonly record?: { readonly kind: Kind; readonly id: string };
  /** The ticket that it was merged into. */
  readonly into?: string;
}

/** The decisions of a store, in its order. */
export interface DecisionLog {
  /** Tells the store from another in its place; '' as long as nothing is in it. */
  readonly store: string;
  readonly decisions: readonly Decision[];
}

/** Where submissions and reports go. Everything that keeps them implements this. */
export interface Contributions {
  /** False while they live in memory only; the answers of the WRITE tools say so. */
  readonly durable: boolean;
  /** How many have changed the data here: with the dataset version, the revision of the data. */
  readonly count: number;
  /** What was decided on them, as far as it may be told to anybody. */
  readonly decisions: DecisionLog;
  /** `by` is the name of the caller, here and below. Rejects with a DataError of a StorageFault if it cannot be kept. */
  submitPublication(
    submission: PublicationSubmission,
    by: string,
  ): Promise<SubmissionReceipt | SubmissionRefusal>;
  /** Rejects with a DataError of a StorageFault if the report cannot be kept. */
  reportError(report: ErrorReport, by: string): Promise<ReportReceipt>;
  /** Keeps a record that the data lack for review. Rejects with a DataError of a StorageFault if it cannot be kept. */
  submitRecord(submission: RecordSubmission): Promise<RecordReceipt>;
}

/** What has not come to its end, and what is wrong where contributions are kept. */
export interface WaitingContributions {
  /** Papers that arXiv has not confirmed yet. */
  readonly pending: number;
  /** Addresses and proposed records that an operator looks at. */
  readonly in_review: number;
  /** Reports that wait for the operator. */
  readonly queued: number;
  /** Contributions that the hosted service does not have yet; absent where none is configured. */
  readonly to_forward?: number;
  /** Sentences for the operator. */
  readonly faults: readonly string[];
}
