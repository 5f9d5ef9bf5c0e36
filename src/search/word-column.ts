import type { ColumnValue } from '../kinds/definition.ts';
import type { Column } from './columns.ts';
import { type Mask, MaskCache, maskWhere } from './masks.ts';

/** In place of a code, for a row without a word. */
const NO_WORD = 0xffff;

/** Zero or more words per row, as codes into a dictionary. */
export class WordColumn implements Column {
  readonly type = 'words';
  readonly dictionary: string[];
  readonly #codes: Map<string, number>;
  readonly #offsets: Uint32Array;
  readonly #values: Uint16Array;
  readonly #added: (readonly number[])[] = [];
  readonly #masks = new MaskCache();
  #totals: Uint32Array | undefined;
  #single: Uint16Array | undefined | 'unread' = 'unread';
  readonly #stored: number;

  constructor(dictionary: readonly string[], offsets: Uint32Array, values: Uint16Array) {
    this.dictionary = [...dictionary];
    this.#codes = new Map(dictionary.map((word, code) => [word, code]));
    this.#offsets = offsets;
    this.#values = values;
    this.#stored = offsets.length - 1;
  }

  push(value: ColumnValue): void {
    this.#added.push(wordsOf(value).map((word) => this.#codeFor(word)));
    this.#masks.clear();
    this.#totals = undefined;
  }

  /** The rows that have at least one of the words. */
  having(words: readonly string[]): Mask {
    const codes = words.map((word) => this.#codes.get(word)).filter((code) => code !== undefined);
    return this.#masks.get(codes.join(), () => this.#rowsWith(codes));
  }

  #rowsWith(codes: readonly number[]): Mask {
    const wanted = new Uint8Array(this.dictionary.length);
    for (const code of codes) wanted[code] = 1;
    const mask = new Uint8Array(this.#stored + this.#added.length);
    const [offsets, values] = [this.#offsets, this.#values];
    let index = 0;
    // Along the words of all rows, of which few are wanted: a loop over the words of each row takes thrice the time.
    for (let i = 0; i < values.length; i++) {
      if (wanted[values[i] as number] === 0) continue;
      while ((offsets[index + 1] as number) <= i) index++;
      mask[index] = 1;
    }
    for (const [i, added] of this.#added.entries()) {
      if (added.some((code) => wanted[code] === 1)) mask[this.#stored + i] = 1;
    }
    return mask;
  }

  /** The rows without a word. */
  get unknown(): Mask {
    const [offsets, stored, added] = [this.#offsets, this.#stored, this.#added];
    return this.#masks.get('unknown', () =>
      maskWhere(stored + added.length, (row) =>
        row < stored ? offsets[row] === offsets[row + 1] : added[row - stored]?.length === 0,
      ),
    );
  }

  /** The words of an existing row. */
  at(index: number): string[] {
    const stored = index < this.#stored;
    const codes = stored
      ? this.#values.subarray(this.#offsets[index], this.#offsets[index + 1])
      : (this.#added[index - this.#stored] ?? []);
    return Array.from(codes, (code) => this.dictionary[code] as string);
  }

  /** How many rows there are. */
  get size(): number {
    return this.#stored + this.#added.length;
  }

  /** The words by code, each with the number of all rows that have it. Shared: it must not be written to. */
  get totals(): Uint32Array {
    if (this.#totals !== undefined) return this.#totals;
    const totals = new Uint32Array(this.dictionary.length);
    const values = this.#values;
    for (let i = 0; i < values.length; i++) {
      totals[values[i] as number] = (totals[values[i] as number] as number) + 1;
    }
    for (const code of this.#added.flat()) totals[code] = (totals[code] as number) + 1;
    this.#totals = totals;
    return totals;
  }

  /** Writes the codes of an existing row's words into a list from its beginning on, and says how many they are. */
  readCodes(index: number, into: number[]): number {
    const added = index < this.#stored ? undefined : (this.#added[index - this.#stored] ?? []);
    const start = added === undefined ? (this.#offsets[index] as number) : 0;
    const end = added === undefined ? (this.#offsets[index + 1] as number) : added.length;
    const codes = added ?? this.#values;
    for (let i = start; i < end; i++) into[i - start] = codes[i] as number;
    return end - start;
  }

  /** Adds one to `counts[code]` for every word of every row; the rows are distinct. */
  count(indexes: Int32Array, counts: Uint32Array): void {
    const single = this.#singleCodes();
    const missed =
      single === undefined
        ? countLists(this.#offsets, this.#values, indexes, counts)
        : countSingle(single, indexes, counts);
    for (let r = 0; missed > 0 && r < indexes.length; r++) {
      const added = this.#added[(indexes[r] as number) - this.#stored] ?? [];
      for (const code of added) counts[code] = (counts[code] ?? 0) + 1;
    }
  }

  /** The code of the only word of each stored row; undefined if a row has several. */
  #singleCodes(): Uint16Array | undefined {
    if (this.#single !== 'unread') return this.#single;
    const offsets = this.#offsets;
    const codes = new Uint16Array(this.#stored).fill(NO_WORD);
    let isSingle = true;
    for (let index = 0; index < codes.length && isSingle; index++) {
      const at = offsets[index] as number;
      const length = (offsets[index + 1] as number) - at;
      isSingle = length < 2;
      if (length === 1) codes[index] = this.#values[at] as number;
    }
    this.#single = isSingle ? codes : undefined;
    return this.#single;
  }

  #codeFor(word: string): number {
    const known = this.#codes.get(word);
    if (known !== undefined) return known;
    const code = this.dictionary.push(word) - 1;
    this.#codes.set(word, code);
    return code;
  }
}

// Two short loops: one for both ways is compiled worse. Both say how many rows were added later, which they leave out.

function countSingle(codes: Uint16Array, indexes: Int32Array, counts: Uint32Array): number {
  let missed = 0;
  for (let r = 0; r < indexes.length; r++) {
    const index = indexes[r] as number;
    if (index >= codes.length) missed++;
    else {
      const code = codes[index] as number;
      if (code !== NO_WORD) counts[code] = (counts[code] as number) + 1;
    }
  }
  return missed;
}

function countLists(
  offsets: Uint32Array,
  values: Uint16Array,
  indexes: Int32Array,
  counts: Uint32Array,
): number {
  let missed = 0;
  for (let r = 0; r < indexes.length; r++) {
    const index = indexes[r] as number;
    if (index + 1 >= offsets.length) {
      missed++;
      continue;
    }
    const end = offsets[index + 1] as number;
    for (let i = offsets[index] as number; i < end; i++) {
      const code = values[i] as number;
      counts[code] = (counts[code] as number) + 1;
    }
  }
  return missed;
}

/** The distinct words of a value. */
export function wordsOf(value: ColumnValue): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' ? [...new Set(value)] : [];
}
