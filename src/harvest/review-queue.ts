import type { RecordFinding, ReportFinding } from './adapter.ts';

/** What became of something that somebody has to decide. */
export type Filed =
  | 'filed'
  /** It waits already, or was decided. */
  | 'known';

/** Where findings go that no program should decide. */
export interface ReviewQueue {
  /** Throws a StorageError if there is no room. */
  report(finding: ReportFinding): Promise<Filed>;
  propose(finding: RecordFinding): Promise<Filed>;
}
