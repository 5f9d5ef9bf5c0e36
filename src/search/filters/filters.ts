import { nearest } from '../../kinds/vocabularies/vocabulary.ts';
import { compact } from '../../text/fold.ts';
import { type DateColumn, dateNumber, lastDay, type NumberColumn, type WordColumn } from '../columns.ts';
import { inBoth, type Mask } from '../masks.ts';
import { isNamed } from '../names.ts';

/** One condition on the records of a kind. */
export interface Filter {
  /** The argument that asked for it. */
  readonly name: string;
  /** The rows that pass. */
  readonly pass: Mask;
  /** Rows that fail although they may be what was meant; the masks are disjoint. */
  readonly unknownCounts?: readonly UnknownCount[];
  /** A note for the reader on how the argument was understood, or that no record has its value. */
  readonly note?: string;
  /** How to lift the filter, where that is not by omitting the argument: `With include_closed true`. */
  readonly remedy?: string;
}

/** Rows whose value is unknown, or cannot be compared: they are counted, never guessed. */
export interface UnknownCount {
  /** The member of the answer that counts them, such as `excluded_unknown_price`. */
  readonly label: string;
  readonly mask: Mask;
}

/** Rows that have at least one of the words. */
export function anyWord(name: string, column: WordColumn, wanted: readonly string[]): Filter {
  return { name, pass: column.having(wanted) };
}

/** Rows with at least one word that `accepts` approves; called once per distinct word. */
export function anyWordWhere(name: string, column: WordColumn, accepts: (word: string) => boolean): Filter {
  return anyWord(name, column, column.dictionary.filter(accepts));
}

export interface Range {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

/** Rows whose number lies within the range, both bounds inclusive; unknown ones are counted under `label`. */
export function numberRange(name: string, column: NumberColumn, { min, max }: Range, label: string): Filter {
  const pass = column.between(min ?? Number.NEGATIVE_INFINITY, max ?? Number.POSITIVE_INFINITY);
  return { name, pass, unknownCounts: [{ label, mask: column.unknown }] };
}

export interface DateRange {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Rows whose date, or the month or year that is known of it, meets the range; ends included. */
export function dateRange(name: string, column: DateColumn, { from, to }: DateRange, label: string): Filter {
  const first = from === undefined ? 0 : dateNumber(from);
  const last = to === undefined ? Number.MAX_SAFE_INTEGER : lastDay(dateNumber(to));
  const pass = column.between(first, last);
  // Where every date is known there is nothing to count.
  return { name, pass, ...(column.lacksSome && { unknownCounts: [{ label, mask: column.unknown }] }) };
}

/** Rows that pass two filters of one argument; the note is that of the first. */
export function both({ name, note, pass }: Filter, second: Filter): Filter {
  return { name, pass: inBoth(pass, second.pass), ...(note !== undefined && { note }) };
}

/** Longer lists of suggestions are no help. */
const SUGGESTIONS = 3;

/**
 * Rows with the requested name: the exact name or id if there is one, else every name that matches it. `namesOf`
 * gives the names that a word of the column stands for. A note says so where no name matches.
 */
export function namedFilter(
  name: string,
  column: WordColumn,
  asked: string,
  namesOf: (word: string) => readonly string[] = (word) => [word],
): Filter {
  const key = compact(asked);
  const { dictionary } = column;
  const same = dictionary.filter((word) => namesOf(word).some((own) => compact(own) === key));
  const found =
    same.length > 0 ? same : dictionary.filter((word) => namesOf(word).some((own) => isNamed(own, asked)));
  if (found.length > 0) return anyWord(name, column, found);
  const shownNames = new Set(dictionary.flatMap((word) => namesOf(word).slice(-1)));
  const near = nearest(asked, [...shownNames], SUGGESTIONS);
  const hint = near.length > 0 ? ` Near to it: ${near.join(', ')}.` : '';
  return { ...anyWord(name, column, []), note: `No ${name} in the data is called so.${hint}` };
}
