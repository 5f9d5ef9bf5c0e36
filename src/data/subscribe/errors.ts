/** Why nothing was synced. Each name stands for one thing that was wrong, so that tests and logs can tell them apart. */
export type SyncProblem =
  /** The service cannot be reached, or stopped answering. */
  | 'unreachable'
  /** The service answers, but offers no data. */
  | 'no_data'
  /** What the service answers does not keep to the protocol. */
  | 'malformed'
  | 'too_large'
  | 'newer_format'
  | 'unsigned'
  | 'unknown_key'
  | 'bad_signature'
  /** An older version, or an older one under the same name. */
  | 'rollback'
  /** The same version with other content. */
  | 'other_content'
  | 'altered_snapshot'
  | 'altered_delta'
  /** The service moved on to another version while its data were fetched. */
  | 'changed_meanwhile'
  /** The local disk refuses. */
  | 'storage'
  /** Another process is syncing. */
  | 'busy'
  /** The kept state, such as the highest version seen, cannot be read. */
  | 'damaged_state'
  | 'stopped';

/** Nothing was synced, and the data are as they were. The message says what was wrong and what to do. */
export class SyncError extends Error {
  readonly problem: SyncProblem;

  constructor(problem: SyncProblem, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'SyncError';
    this.problem = problem;
  }
}
