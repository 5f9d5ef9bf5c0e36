import type { Kind, RecordOf } from '../../kinds/kinds.ts';
import type { ReadPart } from '../../question/explain.ts';
import type { Order as AskedOrder } from '../../question/question.ts';
import type { Facet } from '../../search/filter-rows.ts';
import type { Filter } from '../../search/filters/filters.ts';
import type { Heads } from '../../search/records.ts';
import type { SearchRequest } from '../../search/search.ts';
import type { SortOrder } from '../../search/sort.ts';
import type { Cells } from '../tool.ts';
import type { Page } from './answer.ts';

/** How a row is shown. */
export interface RowOptions {
  /** What the records are ordered by. */
  readonly by?: string | undefined;
  /** True for a row of its own right, with all that is known. */
  readonly isWhole?: boolean;
}

/** How a tool searches its kind: what its arguments mean, and what it shows. */
export interface SearchPlan<K extends Kind> {
  readonly tool: string;
  readonly kind: K;
  /** What is searched for. */
  readonly text: string | undefined;
  /** The text with words that a match need not have. */
  readonly wider?: string | undefined;
  /** The words by whose meaning records are found; those that are searched for if left out. */
  readonly meant?: string | undefined;
  /** Words that a record need not have, and which rank those that do. */
  readonly ranks?: string | undefined;
  /** Of what record others are sought that are like it. */
  readonly like?: SearchRequest['like'];
  /** Why a row is like it, shown in a concise record. */
  why?(index: number, record: object): string;
  /** The order that the query asks for. */
  readonly superlative: AskedOrder | undefined;
  readonly filters: readonly Filter[];
  /** Rows that come before the others by relevance. */
  readonly first?: SearchRequest['first'];
  readonly facets: readonly Facet[];
  /** Made when needed: sorting thousands alphabetically takes time. Throws INVALID_ARGUMENT for an unknown one. */
  sorts(name: string): SortOrder;
  /** The sort where none is asked for; relevance if left out. */
  readonly defaultSort?: string;
  /** What is read of a record for `detail: concise`. */
  readonly shown: readonly (keyof RecordOf<K> & string)[];
  /** Of how many entries of its lists this is made. */
  readonly heads: Heads;
  /** How the table writes some of its members. */
  readonly cells: Cells;
  /** What is said in a row that lacks a member, by its name. */
  readonly lacking: Readonly<Record<string, string>>;
  /** The fields of a record at `detail: concise`. */
  concise(record: object, options: RowOptions): object;
  /** The fields at `detail: full`. */
  full(record: RecordOf<K>): object;
  /** True where the records are no answer by themselves, which would be cut to be small. */
  readonly isWhole?: boolean;
  /** False where the rows of a table have to be alike; true if left out. */
  readonly hasWholeRows?: boolean;
  /** Whole records in a form that was asked for, instead of concise or full ones. */
  readonly written?: ((records: readonly RecordOf<K>[]) => Page) | undefined;
  /** Concise results as text; a table if left out. */
  layout?(results: readonly object[]): string;
  /** What was searched for instead of the words that were asked for, said before all else. */
  readonly searchedFor?: string;
  /** Sentences that a reader of this answer must have. */
  readonly notes?: readonly string[];
  /** How the words of the query were read. */
  readonly reading?: readonly ReadPart[];
  /** Further members of the answer. */
  readonly extra?: Readonly<Record<string, unknown>>;
}
