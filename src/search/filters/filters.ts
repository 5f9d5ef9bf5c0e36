import { inBoth, type Mask, without } from '../masks.ts';

/** One condition on the records of a kind. */
export interface Filter {
  /** The argument that asked for it. */
  readonly name: string;
  /** The rows that pass. */
  readonly pass: Mask;
  /** Rows that fail although they may be what was meant; the masks are disjoint. */
  readonly unknownCounts?: readonly UnknownCount[];
  /** The words of a condition on nothing but the texts of records. */
  readonly words?: string;
  /** A note for the reader on how the argument was understood. */
  readonly note?: string;
  /** True for a bound of dates or numbers, which is lifted before what is named. */
  readonly isBound?: true;
  /** True for a heading that we put records under, where another may be meant. */
  readonly isHeading?: true;
  /** How to lift the filter, where that is not by omitting the argument: `With include_closed true`. */
  readonly remedy?: string;
  /** Why it keeps a record out whose value is known, where its name does not tell. */
  readonly why?: string;
}

/** Rows whose value is unknown, or cannot be compared: they are counted, never guessed. */
export interface UnknownCount {
  /** The member of the answer that counts them, such as `excluded_unknown_price`. */
  readonly label: string;
  readonly mask: Mask;
}

export interface Range {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
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
