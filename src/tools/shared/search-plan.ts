import type { Kind, RecordOf } from '../../kinds/kinds.ts';
import type { Filter } from '../../search/filters/filters.ts';
import type { Facet } from '../../search/sift.ts';
import type { SortKey } from '../../search/sort.ts';

/** How a tool searches its kind: what its arguments mean, and what it shows. */
export interface SearchPlan<K extends Kind, Shown extends keyof RecordOf<K> & string> {
  readonly tool: string;
  readonly kind: K;
  /** What is searched for where that is not the query as it stands. */
  readonly text?: string;
  readonly filters: readonly Filter[];
  readonly facets: readonly Facet[];
  readonly sorts: Readonly<Record<string, readonly SortKey[]>>;
  /** The sort where none is asked for; relevance if left out. */
  readonly defaultSort?: string;
  /** What is read of a record for `detail: concise`. */
  readonly shown: readonly Shown[];
  /** The fields of a record at `detail: concise`. */
  concise(record: Pick<RecordOf<K>, Shown>): object;
  /** The fields at `detail: full`; the record as it is if left out. */
  full?(record: RecordOf<K>): object;
  /** Concise results as text; a table if left out. */
  layout?(results: readonly object[]): string;
  /** Sentences that a reader of this answer must have. */
  readonly notes?: readonly string[];
  /** Further members of the answer. */
  readonly extra?: Readonly<Record<string, unknown>>;
}
