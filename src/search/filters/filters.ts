import { type DateColumn, dateNumber, lastDay, type NumberColumn } from '../columns.ts';
import { inBoth, type Mask, without } from '../masks.ts';
import type { WordColumn } from '../word-column.ts';

/** One condition on the records of a kind. */
export interface Filter {
  /** The argument that asked for it. */
  readonly name: string;
  /** The rows that pass. */
  readonly pass: Mask;
  /** Rows that fail although they may be what was meant; the masks are disjoint. */
  readonly unknownCounts?: readonly UnknownCount[];
  /** Words that name no value of the argument: every row passes, and they are searched for with the query. */
  readonly words?: string;
  /** A note for the reader on how the argument was understood. */
  readonly note?: string;
  /** True for a bound of dates or numbers, which is lifted before what is named. */
  readonly isBound?: true;
  /** True for a heading that we put records under, where another may be meant. */
  readonly isHeading?: true;
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

export interface Range {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

/**
 * Rows whose number lies within the range, both bounds inclusive; unknown ones are counted under `label`, those of
 * them that are `apart` under its own.
 */
export function numberRange(
  name: string,
  column: NumberColumn,
  { min, max }: Range,
  label: string,
  apart?: UnknownCount,
): Filter {
  const pass = column.between(min ?? Number.NEGATIVE_INFINITY, max ?? Number.POSITIVE_INFINITY);
  return { name, pass, isBound: true, unknownCounts: unknownOrApart(label, column.unknown, apart) };
}

/** The counts of unknown rows, of which some are counted for themselves. */
export function unknownOrApart(
  label: string,
  unknown: Mask,
  apart: UnknownCount | undefined,
): UnknownCount[] {
  if (apart === undefined) return [{ label, mask: unknown }];
  return [
    { label, mask: without(unknown, apart.mask) },
    { label: apart.label, mask: inBoth(unknown, apart.mask) },
  ];
}

export interface DateRange {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Counts dates of which only the month or year is known, which lies in a period in part: they may lie in it or not. */
export const IMPRECISE_DATE = 'excluded_imprecise_date';

/** Rows whose date, or the whole month or year that is known of it, lies within the range; ends included. */
export function dateRange(name: string, column: DateColumn, { from, to }: DateRange, label: string): Filter {
  const first = from === undefined ? 0 : dateNumber(from);
  const last = to === undefined ? Number.MAX_SAFE_INTEGER : lastDay(dateNumber(to));
  const imprecise = column.partlyWithin(first, last);
  // Where every date is known there is nothing to count.
  const unknownCounts = [
    ...(column.lacksSome ? [{ label, mask: column.unknown }] : []),
    ...(imprecise.includes(1) ? [{ label: IMPRECISE_DATE, mask: imprecise }] : []),
  ];
  return {
    name,
    pass: column.within(first, last),
    isBound: true,
    ...(unknownCounts.length > 0 && { unknownCounts }),
  };
}

/** Rows that pass two filters of one argument; words and note are those of the first. */
export function both(first: Filter, second: Filter): Filter {
  return { ...first, pass: inBoth(first.pass, second.pass) };
}
