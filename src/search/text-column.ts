import type { ColumnValue } from '../kinds/definition.ts';
import { fold } from '../text/fold.ts';
import type { Column } from './columns.ts';

/** The alphabetical sort key of a text: folded letters, digits and the spaces between them. */
function alphabeticalKey(text: ColumnValue): string {
  return fold(typeof text === 'string' ? text : '')
    .replace(/[^a-z0-9 ]/g, '')
    .trim();
}

/** The alphabetical rank of each text; equal texts share one. */
export function alphabeticalRanks(texts: readonly ColumnValue[]): Uint16Array | Uint32Array {
  const keys = texts.map((text, index) => ({ key: alphabeticalKey(text), index }));
  keys.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  const ranks = texts.length > 0xffff ? new Uint32Array(texts.length) : new Uint16Array(texts.length);
  let rank = 0;
  for (const [i, { key, index }] of keys.entries()) {
    if (key !== keys[i - 1]?.key) rank = i;
    ranks[index] = rank;
  }
  return ranks;
}

/**
 * The alphabetical order of the rows by one text. The texts themselves are in the records: they are read when a
 * row is added, to find its rank among the others.
 */
export class TextColumn implements Column {
  readonly type = 'text';
  readonly #textAt: (index: number) => ColumnValue;
  #ranks: Float64Array;
  /** All rows by rank, once a row has been added. */
  #order: number[] | undefined;
  readonly #stored: number;
  readonly #addedKeys: string[] = [];

  /** `textAt` gives the text of a row of the snapshot. */
  constructor(ranks: Uint16Array | Uint32Array, textAt: (index: number) => ColumnValue) {
    this.#ranks = new Float64Array(ranks);
    this.#stored = ranks.length;
    this.#textAt = textAt;
  }

  /** By row; smaller comes first. */
  get ranks(): Float64Array {
    return this.#ranks;
  }

  /**
   * Ranks a new row half-way between its neighbours, so that no other rank changes. After some forty insertions
   * into the same gap no number is left between two, and such rows share a rank.
   */
  push(value: ColumnValue): void {
    const key = alphabeticalKey(value);
    const order = this.#order ?? Array.from(this.#ranks.keys()).sort((a, b) => this.#rank(a) - this.#rank(b));
    this.#order = order;
    const at = this.#firstNotBefore(order, key);
    const [before, next] = [order[at - 1], order[at]];
    const [low, high] = [before, next].map((row) => (row === undefined ? undefined : this.#rank(row)));
    const index = this.#stored + this.#addedKeys.length;
    const isEqual = next !== undefined && this.#keyAt(next) === key;
    this.#append(index, isEqual && high !== undefined ? high : between(low, high));
    this.#addedKeys.push(key);
    order.splice(at, 0, index);
  }

  /** The first index in the order whose text does not come before this one. */
  #firstNotBefore(order: readonly number[], key: string): number {
    let [from, to] = [0, order.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (this.#keyAt(order[middle] as number) < key) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  #keyAt(index: number): string {
    return this.#addedKeys[index - this.#stored] ?? alphabeticalKey(this.#textAt(index));
  }

  #rank(index: number): number {
    return this.#ranks[index] as number;
  }

  #append(index: number, rank: number): void {
    const longer = new Float64Array(index + 1);
    longer.set(this.#ranks);
    longer[index] = rank;
    this.#ranks = longer;
  }
}

function between(low: number | undefined, high: number | undefined): number {
  if (low === undefined) return (high ?? 1) - 1;
  return high === undefined ? low + 1 : (low + high) / 2;
}
