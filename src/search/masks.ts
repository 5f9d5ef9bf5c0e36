/** One entry a row: 1 for a row that is in, 0 for one that is not. */
export type Mask = Uint8Array;

/** The rows that a test says yes to. */
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

/** The rows that are in both. */
export function inBoth(a: Mask, b: Mask): Mask {
  const mask = new Uint8Array(a.length);
  for (let i = 0; i < a.length; i++) mask[i] = (a[i] as number) & (b[i] as number);
  return mask;
}

/** The rows that are in the first alone. */
export function without(a: Mask, b: Mask): Mask {
  const mask = new Uint8Array(a.length);
  for (let i = 0; i < a.length; i++) mask[i] = (a[i] as number) & ~(b[i] as number);
  return mask;
}

/** Masks of one column that are kept: many questions ask for the same few values. */
const MASKS_KEPT = 8;

/** The masks last asked for, each by what was asked. */
export class MaskCache {
  readonly #kept = new Map<string, Mask>();

  /** Nobody may write to what comes back. */
  get(key: string, make: () => Mask): Mask {
    const known = this.#kept.get(key);
    const mask = known ?? make();
    // The first of a map is the one that was longest not asked for.
    this.#kept.delete(key);
    this.#kept.set(key, mask);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MASKS_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    return mask;
  }

  /** To be called when rows were added. */
  clear(): void {
    this.#kept.clear();
  }
}
