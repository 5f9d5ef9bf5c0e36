import { B } from './weights.ts';

/** How many words the fields of all rows have. */
export interface FieldLengths {
  /** Of field `f` of row `r`, counted from 1, at `r * fields + f`. */
  readonly numbers: Uint16Array;
  /** By field: the rounded mean over the rows of the snapshot. */
  readonly means: readonly number[];
  readonly longest: number;
}

/** Reads them once: the first question with words waits for it. `stored` is the number of rows in the snapshot. */
export function fieldLengths(numbers: Uint16Array, fields: number, stored: number): FieldLengths {
  const sums = new Float64Array(fields);
  const end = (stored + 1) * fields;
  let longest = 0;
  for (let at = fields, field = 0; at < numbers.length; at++) {
    const length = numbers[at] as number;
    if (length > longest) longest = length;
    if (at < end) sums[field] = (sums[field] as number) + length;
    field = field + 1 === fields ? 0 : field + 1;
  }
  return {
    numbers,
    means: Array.from(sums, (words) => (stored === 0 ? 1 : Math.round(words / stored))),
    longest,
  };
}

/** What one occurrence adds to the frequency of a word: in field `f` of `n` words at `f * (longest + 1) + n`. */
export function gainsOf({ means, longest }: FieldLengths, weights: readonly number[]): Float32Array {
  const gains = new Float32Array((longest + 1) * weights.length);
  for (const [field, weight] of weights.entries()) {
    const mean = Math.max(1, means[field] as number);
    for (let words = 0; words <= longest; words++) {
      gains[field * (longest + 1) + words] = weight / (1 - B + (B * words) / mean);
    }
  }
  return gains;
}
