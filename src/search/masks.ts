/** One entry per row: 1 for a row in the set, 0 for one that is not. */
export type Mask = Uint8Array;

/** The rows that pass a test. */
export function maskWhere(rows: number, test: (index: number) => boolean): Mask {
  const mask = new Uint8Array(rows);
  for (let index = 0; index < rows; index++) if (test(index)) mask[index] = 1;
  return mask;
}

/** Exactly these rows. */
export function maskOf(rows: number, indexes: Iterable<number>): Mask {
  const mask = new Uint8Array(rows);
  for (const index of indexes) mask[index] = 1;
  return mask;
}

/** Row indexes, from 0, of the rows of tables, from 1. */
export function indexesOf(rows: Int32Array): Int32Array {
  const indexes = new Int32Array(rows.length);
  for (let i = 0; i < rows.length; i++) indexes[i] = (rows[i] as number) - 1;
  return indexes;
}

/** The rows of a set, ascending. */
export function rowsIn(mask: Mask): Int32Array {
  const rows = new Int32Array(mask.length);
  let count = 0;
  for (let index = 0; index < mask.length; index++) if (mask[index] === 1) rows[count++] = index;
  return rows.subarray(0, count);
}

/** The rows, of so many, that are not among these. */
export function rowsBeside(indexes: Int32Array, rows: number): Int32Array {
  const mask = new Uint8Array(rows);
  for (let i = 0; i < indexes.length; i++) mask[indexes[i] as number] = 1;
  return rowsOutside(mask, rows);
}

/** Of some rows those that pass a test, in their order; the built-in filter of a vector takes ten times as long. */
export function rowsWhere(rows: Int32Array, test: (row: number) => boolean): Int32Array {
  const kept = new Int32Array(rows.length);
  let count = 0;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] as number;
    if (test(row)) kept[count++] = row;
  }
  return kept.subarray(0, count);
}

/** The intersection of two sets of rows. */
export function inBoth(a: Mask, b: Mask): Mask {
  const mask = new Uint8Array(a.length);
  for (let i = 0; i < a.length; i++) mask[i] = (a[i] as number) & (b[i] as number);
  return mask;
}

/** The rows that are not in a set. */
export function outside(mask: Mask): Mask {
  return mask.map((has) => 1 - has);
}

/** The rows of the first set that are not in the second. */
export function without(a: Mask, b: Mask): Mask {
  const mask = new Uint8Array(a.length);
  for (let i = 0; i < a.length; i++) mask[i] = (a[i] as number) & ~(b[i] as number);
  return mask;
}

/** The rows, of so many, that are not in a set, ascending. */
export function rowsOutside(mask: Mask | undefined, rows: number): Int32Array {
  const outside = new Int32Array(rows);
  let count = 0;
  for (let index = 0; index < rows; index++) if (mask?.[index] !== 1) outside[count++] = index;
  return outside.subarray(0, count);
}

/** These rows, and behind them the others. */
export function withFirst(first: ReadonlySet<number>, others: Int32Array): Int32Array {
  if (first.size === 0) return others;
  return Int32Array.from([...first, ...others.filter((index) => !first.has(index))]);
}

/** Masks cached per column: many queries filter by the same few values. */
const CACHED_MASKS = 8;

/** The most recently used masks, by argument. */
export class MaskCache {
  readonly #cached = new Map<string, Mask>();

  /** The returned mask is shared and must not be written to. */
  get(key: string, make: () => Mask): Mask {
    const known = this.#cached.get(key);
    const mask = known ?? make();
    // The first entry of the map is the least recently used one.
    this.#cached.delete(key);
    this.#cached.set(key, mask);
    const [oldest] = this.#cached.keys();
    if (this.#cached.size > CACHED_MASKS && oldest !== undefined) this.#cached.delete(oldest);
    return mask;
  }

  /** To be called when rows were added. */
  clear(): void {
    this.#cached.clear();
  }
}
