/** Deeper values would overflow the stack of whoever reads them; no client sends any. */
const DEEPEST = 100;
/** Members and entries in all: each costs whoever reads them, and no client sends nearly as many. */
const MOST_VALUES = 2_000;

/** Says of what a value that was read from JSON has too much, if it has. */
export function excessOf(value: unknown): string | undefined {
  let left = MOST_VALUES;
  const excessIn = (one: unknown, levels: number): string | undefined => {
    if (typeof one !== 'object' || one === null) return undefined;
    if (levels === 0) return `is nested at most ${DEEPEST} deep`;
    const inner: unknown[] = Array.isArray(one) ? one : Object.values(one);
    left -= inner.length;
    if (left < 0) return `holds at most ${MOST_VALUES} values`;
    for (const each of inner) {
      const excess = excessIn(each, levels - 1);
      if (excess) return excess;
    }
    return undefined;
  };
  return excessIn(value, DEEPEST);
}
