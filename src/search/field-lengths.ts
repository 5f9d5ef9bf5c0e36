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
  const end = (stored + 1) * fields;
  let longest = 0;
  const sums: number[] = [];
  // Field by field, so that the sum is a number by itself: along all fields it would be an entry of a vector.
  for (let field = 0; field < fields; field++) {
    let sum = 0;
    for (let at = fields + field; at < numbers.length; at += fields) {
      const length = numbers[at] as number;
      if (length > longest) longest = length;
      if (at < end) sum += length;
    }
    sums.push(sum);
  }
  return {
    numbers,
    means: sums.map((words) => (stored === 0 ? 1 : Math.round(words / stored))),
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
