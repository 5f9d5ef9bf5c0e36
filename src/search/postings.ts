import { encodeNumbers } from './variable-bytes.ts';

/**
 * The postings list of a word or phrase: rows, counted from 1, in ascending order, and for each its positions,
 * which combine the field and the number of the word in it.
 */
export interface Postings {
  readonly rows: Int32Array;
  /**
   * The positions in row `i` are `positions[starts[i]]` up to, excluding, `positions[starts[i + 1]]`, ascending.
   */
  readonly starts: Int32Array;
  readonly positions: Int32Array;
}

/** A position is `field << FIELD_SHIFT` plus the number of the word in the field. */
export const FIELD_SHIFT = 24;
const WORD_BITS = (1 << FIELD_SHIFT) - 1;

export const noPostings: Postings = {
  rows: new Int32Array(0),
  starts: new Int32Array(1),
  positions: new Int32Array(0),
};

/** Bits needed to number so many fields. */
export function fieldBitsFor(fields: number): number {
  return Math.ceil(Math.log2(Math.max(2, fields)));
}

/**
 * Encodes postings for the snapshot as variable-byte numbers: for each row the delta to the previous one, then its
 * positions. A position is the delta of its word number to the previous position in the same field, followed by
 * the bits of the field and, lowest, a flag whether another position follows.
 */
export function encodePostings({ rows, starts, positions }: Postings, fieldBits: number): Uint8Array {
  const numbers: number[] = [];
  for (let i = 0, before = 0; i < rows.length; i++) {
    const row = rows[i] as number;
    numbers.push(row - before);
    before = row;
    const end = starts[i + 1] as number;
    let last = -1;
    for (let p = starts[i] as number; p < end; p++) {
      const position = positions[p] as number;
      const field = position >> FIELD_SHIFT;
      const from = last >> FIELD_SHIFT === field ? last & WORD_BITS : 0;
      const follows = p + 1 < end ? 1 : 0;
      numbers.push(((((position & WORD_BITS) - from) << fieldBits) | field) * 2 + follows);
      last = position;
    }
  }
  return encodeNumbers(numbers);
}

/** The inverse of `encodePostings`, for postings with so many rows. */
export function decodePostings(bytes: Uint8Array, rowCount: number, fieldBits: number): Postings {
  const rows = new Int32Array(rowCount);
  const starts = new Int32Array(rowCount + 1);
  // A number takes a byte or more: to cut off what is left over takes less than to count them first.
  const positions = new Int32Array(bytes.length - rowCount);
  const fieldMask = (1 << fieldBits) - 1;
  let at = 0;
  let byte = 0;
  let found = 0;
  for (let i = 0, row = 0; i < rowCount; i++) {
    let number = 0;
    let shift = 0;
    do {
      byte = bytes[at++] as number;
      number |= (byte & 0x7f) << shift;
      shift += 7;
    } while (byte > 0x7f);
    row += number;
    rows[i] = row;
    starts[i] = found;
    let last = -1;
    do {
      number = 0;
      shift = 0;
      do {
        byte = bytes[at++] as number;
        number |= (byte & 0x7f) << shift;
        shift += 7;
      } while (byte > 0x7f);
      const field = (number >> 1) & fieldMask;
      const distance = number >> (1 + fieldBits);
      last = last >> FIELD_SHIFT === field ? last + distance : (field << FIELD_SHIFT) | distance;
      positions[found++] = last;
    } while (number & 1);
  }
  starts[rowCount] = found;
  return { rows, starts, positions: positions.slice(0, found) };
}

/** Collects the postings of many words; rows are added in ascending order. */
export class PostingsByTerm {
  readonly #terms = new Map<string, { rows: number[]; starts: number[]; positions: number[] }>();

  /** `fields` holds the words of each field. */
  add(row: number, fields: readonly (readonly string[])[]): void {
    for (const [field, words] of fields.entries()) {
      for (const [at, word] of words.entries()) this.#addPosition(word, row, (field << FIELD_SHIFT) | at);
    }
  }

  #addPosition(term: string, row: number, position: number): void {
    let known = this.#terms.get(term);
    if (known === undefined) {
      known = { rows: [], starts: [], positions: [] };
      this.#terms.set(term, known);
    }
    if (known.rows.at(-1) !== row) {
      known.rows.push(row);
      known.starts.push(known.positions.length);
    }
    known.positions.push(position);
  }

  has(term: string): boolean {
    return this.#terms.has(term);
  }

  terms(): string[] {
    return [...this.#terms.keys()];
  }

  get(term: string): Postings {
    const known = this.#terms.get(term);
    if (known === undefined) return noPostings;
    const { rows, starts, positions } = known;
    return {
      rows: Int32Array.from(rows),
      starts: Int32Array.from([...starts, positions.length]),
      positions: Int32Array.from(positions),
    };
  }
}

/** The union of several postings lists. */
export function union(all: readonly Postings[]): Postings {
  const [only = noPostings] = all;
  if (all.length <= 1) return only;
  const last = Math.max(...all.map(({ rows }) => rows.at(-1) ?? 0));
  const ends = new Int32Array(last + 2);
  for (const { rows, starts } of all) {
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i] as number;
      ends[row + 1] = (ends[row + 1] as number) + (starts[i + 1] as number) - (starts[i] as number);
    }
  }
  for (let row = 1; row < ends.length; row++) ends[row] = (ends[row] as number) + (ends[row - 1] as number);
  const positions = new Int32Array(ends.at(-1) ?? 0);
  const next = ends.slice();
  for (const { rows, starts, positions: own } of all) {
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i] as number;
      for (let p = starts[i] as number; p < (starts[i + 1] as number); p++) {
        const at = next[row] as number;
        positions[at] = own[p] as number;
        next[row] = at + 1;
      }
    }
  }
  return compacted(ends, positions);
}

/** `ends[row]` is where the positions of a row begin; most rows have none. */
function compacted(ends: Int32Array, positions: Int32Array): Postings {
  const rows = new Int32Array(ends.length);
  const starts = new Int32Array(ends.length + 1);
  let count = 0;
  for (let row = 0; row + 1 < ends.length; row++) {
    const start = ends[row] as number;
    const end = ends[row + 1] as number;
    if (start === end) continue;
    rows[count] = row;
    starts[count++] = start;
    sortFew(positions, start, end);
  }
  starts[count] = positions.length;
  return { rows: rows.slice(0, count), starts: starts.slice(0, count + 1), positions };
}

/** By insertion: the positions of a row are few and mostly in order, and a sort begun for each row takes far longer. */
function sortFew(numbers: Int32Array, from: number, to: number): void {
  for (let i = from + 1; i < to; i++) {
    const number = numbers[i] as number;
    let at = i;
    for (; at > from && (numbers[at - 1] as number) > number; at--) numbers[at] = numbers[at - 1] as number;
    numbers[at] = number;
  }
}

/** The postings of a phrase, whose words are adjacent in this order; a position is that of the last word. */
export function phrasePostings(words: readonly Postings[]): Postings {
  const [first = noPostings, ...rest] = words;
  return rest.reduce(followed, first);
}

function followed(before: Postings, after: Postings): Postings {
  const most = Math.min(before.rows.length, after.rows.length);
  const rows = new Int32Array(most);
  const starts = new Int32Array(most + 1);
  const positions: number[] = [];
  let count = 0;
  for (let a = 0, b = 0; a < before.rows.length && b < after.rows.length; ) {
    const [left, right] = [before.rows[a] as number, after.rows[b] as number];
    if (left < right) a = firstFrom(before.rows, a, right);
    else if (left > right) b = firstFrom(after.rows, b, left);
    else {
      const start = positions.length;
      pushFollowing(before, a++, after, b++, positions);
      if (positions.length > start) {
        rows[count] = left;
        starts[count++] = start;
      }
    }
  }
  starts[count] = positions.length;
  return {
    rows: rows.slice(0, count),
    starts: starts.slice(0, count + 1),
    positions: Int32Array.from(positions),
  };
}

export function hasRow({ rows }: Postings, row: number): boolean {
  return rows[0] === row || rows[firstFrom(rows, 0, row)] === row;
}

/** The first place behind `at` whose row is not before this one: in ever longer steps, then by halves. */
function firstFrom(rows: Int32Array, at: number, row: number): number {
  let from = at;
  let step = 1;
  while (from + step < rows.length && (rows[from + step] as number) < row) {
    from += step;
    step *= 2;
  }
  let to = Math.min(from + step, rows.length);
  while (from + 1 < to) {
    const middle = (from + to) >> 1;
    if ((rows[middle] as number) < row) from = middle;
    else to = middle;
  }
  return to;
}

function pushFollowing(before: Postings, a: number, after: Postings, b: number, into: number[]): void {
  let p = before.starts[a] as number;
  const end = before.starts[a + 1] as number;
  for (let q = after.starts[b] as number; q < (after.starts[b + 1] as number); q++) {
    const position = after.positions[q] as number;
    while (p < end && (before.positions[p] as number) < position - 1) p++;
    if (p < end && before.positions[p] === position - 1) into.push(position);
  }
}
