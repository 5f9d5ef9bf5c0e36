import type { Kind, RecordOf } from './kinds.ts';

/** Values of one dimension of a record: a word, several words, a number, or a partial date. */
export type ColumnValue = string | readonly string[] | number | undefined;

export type ColumnType = 'words' | 'number' | 'date';

export interface ColumnSpec<R> {
  readonly type: ColumnType;
  of(record: R): ColumnValue;
}

/** One weighted field of the full-text index. */
export interface TextField<R> {
  readonly name: string;
  readonly weight: number;
  /** True for names and titles, which are also found joined, split and with umlauts written out. */
  readonly variants?: boolean;
  /** True for people's names, which have no plural: Peters is not Peter. */
  readonly verbatim?: boolean;
  of(record: R): string;
}

/** How the records of a kind are indexed: what the build writes and the searches read. */
export interface KindIndex<K extends Kind = Kind> {
  readonly kind: K;
  readonly text: readonly TextField<RecordOf<K>>[];
  readonly columns: Readonly<Record<string, ColumnSpec<RecordOf<K>>>>;
  /** Words that a question about this kind may have without meaning any of its records: `robot`, `paper`. */
  readonly fillers: readonly string[];
  /** The date column by which newer records are a little better. */
  readonly recency?: string;
  /** Names under which the record is found exactly, however they are spaced or punctuated. */
  keys(record: RecordOf<K>): readonly string[];
}
