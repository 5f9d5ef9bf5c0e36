import { describe, expect, it } from 'vitest';
import { topOf } from '../../src/search/top.ts';
import { Random } from '../helpers/random.ts';

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
