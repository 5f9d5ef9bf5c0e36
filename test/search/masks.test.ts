import { describe, expect, it } from 'vitest';
import { inBoth, MaskCache, maskOf, maskWhere, rowsWhere, without } from '../../src/search/masks.ts';

const rowsOf = (mask: Uint8Array) => [...mask.keys()].filter((index) => mask[index] === 1);

describe('masks', () => {
  it('hold the rows that a test or a list names, and combine', () => {
    const even = maskWhere(6, (index) => index % 2 === 0);
    const low = maskOf(6, [0, 1, 2]);
    expect([rowsOf(even), rowsOf(low)]).toEqual([
      [0, 2, 4],
      [0, 1, 2],
    ]);
    expect([...rowsWhere(Int32Array.of(5, 2, 4), (index) => even[index] === 1)]).toEqual([2, 4]);
    expect([rowsOf(inBoth(even, low)), rowsOf(without(even, low))]).toEqual([[0, 2], [4]]);
  });
});

describe('MaskCache', () => {
  it('makes a mask once while it is asked for, and forgets those that nobody asked for of late', () => {
    const cache = new MaskCache();
    const made: string[] = [];
    const ask = (key: string) =>
      cache.get(key, () => {
        made.push(key);
        return new Uint8Array(1);
      });
    for (const key of ['often', 'once', ...'abcdefghijkl']) {
      ask(key);
      ask('often');
    }
    ask('once');
    expect(made).toEqual(['often', 'once', ...'abcdefghijkl', 'once']);
    cache.clear();
    ask('often');
    expect(made.at(-1)).toBe('often');
  });
});
