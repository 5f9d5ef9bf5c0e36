import type { DateColumn, NumberColumn } from './columns.ts';
import type { Mask } from './masks.ts';
import type { TextColumn } from './text-column.ts';
import type { WordColumn } from './word-column.ts';

/** Smaller comes first, unknown ones (NaN) last; rows that are equal under every key are ordered by id. */
export interface SortKey {
  /** One number per row. One type for all keys: a comparison that meets several types of vectors takes ten times as long. */
  readonly values: Float64Array;
  /** -1 to have large numbers first. */
  readonly sign: 1 | -1;
}

/** An order of the records of a kind. */
export interface SortOrder {
  readonly keys: readonly SortKey[];
  /** What decides it, where some records may have no value. */
  readonly by?: {
    readonly name: string;
    readonly value: SortKey;
    readonly demoted?: readonly Demoted[];
    /** How the value of a row was measured, and what is said where several ways were used. */
    readonly measured?: { readonly by: WordColumn; readonly say: string };
  };
}

/** Rows that come after the others whatever their number, and why. */
export interface Demoted {
  readonly rows: Mask;
  readonly why: string;
}

/** By a number: rows with a value first; of these, as of the others, the demoted last. */
export function byNumber(name: string, value: SortKey, demoted: readonly Demoted[]): SortOrder {
  // Rows without a value come last by the value itself.
  if (demoted.length === 0) return { keys: [value], by: { name, value } };
  const tiers = new Float64Array(value.values.length);
  for (let row = 0; row < tiers.length; row++)
    tiers[row] = (hasValue(value, row) ? 0 : 2) + Number(isDemoted(demoted, row));
  return { keys: [{ values: tiers, sign: 1 }, value], by: { name, value, demoted } };
}

/** True for a row that comes after the others for some reason. */
export function isDemoted(demoted: readonly Demoted[], row: number): boolean {
  return demoted.some(({ rows }) => rows[row] === 1);
}

/** Four decimals of a score are precise enough, and keep cursors short. */
export function roundScore(score: number): number {
  return Math.round(score * 1e4) / 1e4;
}

/** True if the row has a value by which it is ordered. */
export function hasValue({ values }: SortKey, row: number): boolean {
  return !Number.isNaN(values[row] as number);
}

/** The number by which a row is ordered, smaller first. */
export function keyAt({ values, sign }: SortKey, index: number): number {
  const value = sign * (values[index] as number);
  return Number.isNaN(value) ? Number.MAX_SAFE_INTEGER : value;
}

/** Below 0 if the first row comes first by the keys, 0 if they are equal. */
export function compareByKeys(keys: readonly SortKey[], a: number, b: number): number {
  for (let k = 0; k < keys.length; k++) {
    const key = keys[k] as SortKey;
    const [left, right] = [keyAt(key, a), keyAt(key, b)];
    if (left !== right) return left < right ? -1 : 1;
  }
  return 0;
}

/** A to Z. */
export function alphabetical(column: TextColumn): SortKey {
  return { values: column.ranks, sign: 1 };
}

/** Small numbers first; unknown ones, and those of rows that are not `comparable`, last. */
export function ascending(column: NumberColumn, comparable?: Mask): SortKey {
  return { values: only(column.numbers, comparable), sign: 1 };
}

/** Large numbers first; unknown ones, and those of rows that are not `comparable`, last. */
export function descending(column: NumberColumn, comparable?: Mask): SortKey {
  return { values: only(column.numbers, comparable), sign: -1 };
}

function only(numbers: Float64Array, wanted: Mask | undefined): Float64Array {
  return wanted === undefined ? numbers : numbers.map((value, i) => (wanted[i] === 1 ? value : Number.NaN));
}

/** New dates first, rows without a date last. A month comes after its days, since its day may be the first. */
export function newestFirst(column: DateColumn): SortKey {
  return { values: column.numbersOrNaN, sign: -1 };
}

/** Old dates first, rows without a date last. */
export function oldestFirst(column: DateColumn): SortKey {
  return { values: column.numbersOrNaN, sign: 1 };
}

/** The `limit` first items in order, without sorting the rest: O(n log limit), by a heap whose root is the last kept. */
export function topOf<T>(items: Iterable<T>, limit: number, compare: (a: T, b: T) => number): T[] {
  const heap: T[] = [];
  if (limit <= 0) return heap;
  for (const item of items) {
    if (heap.length < limit) rise(heap, heap.push(item) - 1, compare);
    else if (compare(item, heap[0] as T) < 0) {
      heap[0] = item;
      sink(heap, compare);
    }
  }
  return heap.sort(compare);
}

function rise<T>(heap: T[], from: number, compare: (a: T, b: T) => number): void {
  let child = from;
  while (child > 0) {
    const parent = (child - 1) >> 1;
    if (compare(heap[child] as T, heap[parent] as T) <= 0) return;
    swap(heap, child, parent);
    child = parent;
  }
}

function sink<T>(heap: T[], compare: (a: T, b: T) => number): void {
  let parent = 0;
  for (;;) {
    const left = 2 * parent + 1;
    if (left >= heap.length) return;
    const right = left + 1;
    const isRight = right < heap.length && compare(heap[right] as T, heap[left] as T) > 0;
    const worse = isRight ? right : left;
    if (compare(heap[worse] as T, heap[parent] as T) <= 0) return;
    swap(heap, worse, parent);
    parent = worse;
  }
}

function swap<T>(heap: T[], a: number, b: number): void {
  [heap[a], heap[b]] = [heap[b] as T, heap[a] as T];
}

/** Of many rows so many are looked at first: none that comes behind the `limit`th of these is among the first. */
const SAMPLED = 2048;

/**
 * The rows that can be among the `limit` first, in no order: none of the others comes before the last of these by the
 * keys.
 */
export function notBehind(rows: Int32Array, keys: readonly SortKey[], limit: number): Int32Array {
  const [key, ...others] = keys;
  if (key === undefined || rows.length <= limit) return rows;
  if (rows.length <= 2 * SAMPLED) return amongFirst(rows, key, others, limit);
  const step = Math.floor(rows.length / SAMPLED);
  const sampled = new Int32Array(SAMPLED);
  for (let i = 0; i < SAMPLED; i++) sampled[i] = rows[i * step] as number;
  const bound = smallest(sampled, key, limit);
  const near = bound === Number.POSITIVE_INFINITY ? rows : upTo(rows, key, bound);
  return amongFirst(near, key, others, limit);
}

function amongFirst(rows: Int32Array, key: SortKey, others: readonly SortKey[], limit: number): Int32Array {
  // Infinite where fewer are known than wanted: unknown ones, which are all equal, follow.
  const bound = smallest(rows, key, limit);
  const { values, sign } = key;
  const kept = new Int32Array(rows.length);
  // Those that come before fill it from its beginning, equal ones from its end.
  let before = 0;
  let equal = kept.length;
  for (let i = 0; i < rows.length; i++) {
    const index = rows[i] as number;
    const value = sign * (values[index] as number);
    if (value < bound) kept[before++] = index;
    else if (value === bound || bound === Number.POSITIVE_INFINITY) kept[--equal] = index;
  }
  const rest = notBehind(kept.subarray(equal).reverse(), others, limit - before);
  const near = new Int32Array(before + rest.length);
  near.set(kept.subarray(0, before));
  near.set(rest, before);
  return near;
}

/** The rows whose number of the key is known and at most this. */
function upTo(rows: Int32Array, { values, sign }: SortKey, bound: number): Int32Array {
  const kept: number[] = [];
  for (let i = 0; i < rows.length; i++) {
    const index = rows[i] as number;
    if (sign * (values[index] as number) <= bound) kept.push(index);
  }
  return Int32Array.from(kept);
}

/**
 * The `limit`th smallest number of the key. Ids rise with dates, and with other things that are sorted by: in long
 * strides hardly a row is among the first once some are seen, where one behind the other each might be.
 */
function smallest(rows: Int32Array, { values, sign }: SortKey, limit: number): number {
  const first = new Float64Array(limit).fill(Number.POSITIVE_INFINITY);
  const step = strideThrough(rows.length);
  for (let i = 0, next = 0; i < rows.length; i++) {
    const value = sign * (values[rows[next] as number] as number);
    next = next + step < rows.length ? next + step : next + step - rows.length;
    if (!(value < (first[limit - 1] as number))) continue;
    let at = limit - 1;
    for (; at > 0 && (first[at - 1] as number) > value; at--) first[at] = first[at - 1] as number;
    first[at] = value;
  }
  return first[limit - 1] as number;
}

/** The rest of a prime that does not divide the length: steps so long meet every place once. */
function strideThrough(length: number): number {
  return (length % 7919 === 0 ? 7927 : 7919) % length;
}
