import { describe, expect, it } from 'vitest';
import { Random } from '../../scripts/harness/random.ts';
import { compareByKeys, notBehind, type SortKey, topOf } from '../../src/search/sort.ts';

describe('topOf', () => {
  it('keeps what a full sort would put first, in the same order', () => {
    const random = new Random(11);
    for (let round = 0; round < 300; round++) {
      const size = random.below(60);
      // Few values, so that the order of equals, decided by position, is put to the test.
      const items = Array.from({ length: size }, (_, position) => ({ value: random.below(8), position }));
      const compare = (a: { value: number; position: number }, b: { value: number; position: number }) =>
        a.value - b.value || a.position - b.position;
      const limit = random.below(70);
      expect(topOf(items, limit, compare)).toEqual(items.toSorted(compare).slice(0, limit));
    }
  });

  it('compares far less often than a sort does where little is kept', () => {
    const random = new Random(12);
    const items = Array.from({ length: 20_000 }, () => random.next());
    let comparisons = 0;
    topOf(items, 11, (a, b) => {
      comparisons++;
      return a - b;
    });
    expect(comparisons).toBeLessThan(2 * items.length);
  });

  it('keeps nothing for a limit of zero or less', () => {
    expect([topOf([1], 0, Math.min), topOf([1], -1, Math.min), topOf([], 5, Math.min)]).toEqual([[], [], []]);
  });
});

describe('notBehind', () => {
  it('keeps every row that a full sort would put first, whatever is unknown', () => {
    const random = new Random(13);
    for (let round = 0; round < 300; round++) {
      const values = Float64Array.from({ length: 1 + random.below(60) }, () =>
        random.chance(0.2) ? Number.NaN : random.below(9),
      );
      const tiers = values.map((value) => (value > 4 ? 1 : 0));
      const keys: SortKey[] = [
        ...(random.chance(0.5) ? [{ values: tiers, sign: 1 as const }] : []),
        { values, sign: random.pick([1, -1] as const) },
      ];
      const rows = Int32Array.from(values.keys()).filter(() => random.chance(0.8));
      const limit = 1 + random.below(20);
      const first = (some: Int32Array) =>
        [...some].toSorted((a, b) => compareByKeys(keys, a, b) || a - b).slice(0, limit);
      const kept = notBehind(rows, keys, limit);
      expect(first(kept)).toEqual(first(rows));
    }
  });

  it('looks at later keys where the first tells few rows apart', () => {
    const values = Float64Array.from({ length: 1_000 }, (_, i) => i);
    const keys: SortKey[] = [
      { values: values.map((i) => i % 2), sign: 1 },
      { values, sign: -1 },
    ];
    expect([...notBehind(Int32Array.from(values), keys, 3)].toSorted((a, b) => b - a)).toEqual([
      998, 996, 994,
    ]);
  });

  it('keeps them of many rows too, however these are ordered', () => {
    const random = new Random(14);
    for (let round = 0; round < 12; round++) {
      const values = Float64Array.from({ length: 5_000 + random.below(9_000) }, (_, i) =>
        random.chance(0.1) ? Number.NaN : ([i, -i, random.below(50), random.next()][round % 4] ?? 0),
      );
      const keys: SortKey[] = [{ values, sign: random.pick([1, -1] as const) }];
      const rows = Int32Array.from(values.keys()).filter(() => random.chance(0.9));
      const limit = 1 + random.below(60);
      const first = (some: Int32Array) =>
        [...some].toSorted((a, b) => compareByKeys(keys, a, b) || a - b).slice(0, limit);
      const kept = notBehind(rows, keys, limit);
      expect(first(kept)).toEqual(first(rows));
      if (round % 4 !== 2) expect(kept.length).toBeLessThan(200);
    }
  });
});
