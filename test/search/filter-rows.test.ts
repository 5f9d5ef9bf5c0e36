import { expect, it } from 'vitest';
import { Random } from '../../scripts/harness/random.ts';
import { loadColumn, storeColumn } from '../../src/search/column-tables.ts';
import { filterRows } from '../../src/search/filter-rows.ts';
import type { Filter } from '../../src/search/filters/filters.ts';
import type { WordColumn } from '../../src/search/word-column.ts';

const random = new Random(21);
const ROWS = 300;

function columnOf(values: readonly (string | readonly string[] | undefined)[]): WordColumn {
  const stored = values.slice(0, ROWS - 7);
  const column = loadColumn(storeColumn('words', stored), stored.length) as WordColumn;
  for (const value of values.slice(stored.length)) column.push(value);
  return column;
}

it('counts what counting row by row does, of few rows and of most, of one word a row and of several', () => {
  const one = Array.from({ length: ROWS }, () => (random.chance(0.2) ? undefined : random.word('abc', 1)));
  const several = one.map(() => [...new Set([random.word('xyz', 1), random.word('xyz', 1)])]);
  const fields = { one: one.map((word) => (word === undefined ? [] : [word])), several };
  const columns = { one: columnOf(one), several: columnOf(several) };
  for (let round = 0; round < 60; round++) {
    const candidates = Int32Array.from({ length: ROWS }, (_, i) => i).filter(() =>
      random.chance([0.1, 0.5, 0.9, 1][round % 4] ?? 1),
    );
    const share = random.next();
    const filters = ['one', 'several', 'other'].slice(0, random.below(4)).map((name): Filter => {
      const pass = Uint8Array.from({ length: ROWS }, () => (random.chance(share) ? 1 : 0));
      const unknown = pass.map((passes) => (passes === 0 && random.chance(0.3) ? 1 : 0));
      return { name, pass, unknownCounts: [{ label: `unknown ${name}`, mask: unknown }] };
    });
    const facets = (['one', 'several'] as const).map((name) => ({
      name,
      column: columns[name],
      filter: name,
    }));
    const failedBy = (row: number) => filters.filter(({ pass }) => pass[row] === 0);
    const only = (row: number, name: string) =>
      failedBy(row).every((filter) => filter.name === name) && failedBy(row).length < 2;
    const { matches, counts } = filterRows(candidates, filters, facets);
    expect([...matches]).toEqual([...candidates].filter((row) => failedBy(row).length === 0));
    for (const name of ['one', 'several'] as const) {
      const counted = new Map(counts.facets[name]?.map(({ value, count }) => [value, count]));
      const rows = [...candidates].filter((row) => only(row, name));
      for (const word of columns[name].dictionary) {
        const expected = rows.filter((row) => fields[name][row]?.includes(word)).length;
        expect(counted.get(word) ?? 0, `${name} ${word}`).toBe(expected);
      }
    }
    for (const { name, unknownCounts = [] } of filters) {
      const alone = [...candidates].filter((row) => failedBy(row).length === 1 && only(row, name));
      expect(counts.withoutFilter[name], name).toBe(alone.length);
      const unknown = [...candidates].filter(
        (row) =>
          failedBy(row).some((filter) => filter.name === name) &&
          failedBy(row).every(({ unknownCounts: [one] = [] }) => one?.mask[row] === 1),
      );
      expect(counts.unknownCounts[unknownCounts[0]?.label ?? ''] ?? 0).toBe(unknown.length);
    }
  }
});
