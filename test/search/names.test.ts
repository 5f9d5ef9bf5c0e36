import { afterAll, beforeAll, expect, it } from 'vitest';
import { Random } from '../../scripts/harness/random.ts';
import { createKeyTable, namesBeginning, nearNames, prepareKeyInsert } from '../../src/search/names.ts';
import type { Database } from '../../src/search/sqlite.ts';
import { editDistance } from '../../src/text/distance.ts';
import { sqlite } from '../helpers/catalogue.ts';

// Of two, three and four bytes too, and one of two UTF-16 units.
const letters = ['a', 'b', 'c', 'd', 'e', '1', '2', 'é', '漢', '𠮷'];
const random = new Random(20261121);

function drawName(longest: number): string {
  const few = random.chance(0.6) ? letters.slice(0, 7) : letters;
  return Array.from({ length: 1 + random.below(longest) }, () => random.pick(few)).join('');
}

const names = Array.from({ length: 1_500 }, () => drawName(12));

let db: Database;
beforeAll(async () => {
  db = new (await sqlite()).Database();
  createKeyTable(db, 'robots');
  const insert = prepareKeyInsert(db, 'robots');
  names.forEach((name, i) => {
    insert.run([name, i + 1]);
  });
  insert.free();
});
afterAll(() => db.close());

it('finds what comparing a text with every name finds', () => {
  let found = 0;
  for (let i = 0; i < 300; i++) {
    const wanted = drawName(12);
    const bound = Math.max(1, Math.floor(wanted.length / 4));
    const all = names
      .map((name, index) => {
        const begins = wanted.length >= 3 && name.startsWith(wanted);
        return { row: index + 1, distance: begins ? 0 : editDistance(wanted, name, bound) };
      })
      .filter(({ distance }) => distance <= bound)
      .sort((a, b) => a.distance - b.distance || a.row - b.row);
    expect(nearNames(db, 'robots', wanted, bound), wanted).toEqual(all);
    found += all.length;
  }
  expect(found).toBeGreaterThan(500);
});

it('finds nothing among no names', () => {
  createKeyTable(db, 'news');
  expect(nearNames(db, 'news', 'spot', 1)).toEqual([]);
});

it('reads so many names that begin alike and no more, though none is near', () => {
  function* alike(): Iterable<readonly [string, number]> {
    for (let row = 1; ; row++) yield [`abcde12345${row}`, row];
  }
  expect(nearNames(db, 'robots', 'abcx', 1, { size: 100_000, from: alike })).toEqual(
    nearNames(db, 'robots', 'abcx', 1, { size: 100_000, from: () => [] }),
  );
});

it('finds so many rows by the beginning of their names, however many such names each has', () => {
  createKeyTable(db, 'startups');
  const insert = prepareKeyInsert(db, 'startups');
  for (let i = 10; i < 30; i++) insert.run([`p${i}`, 1]);
  for (const [name, row] of [
    ['p0', 4],
    ['p9', 3],
    ['p8', 2],
    ['q', 5],
  ] as const) {
    insert.run([name, row]);
  }
  insert.free();
  expect(namesBeginning(db, 'startups', 'p', 2)).toEqual([4, 1]);
  expect(namesBeginning(db, 'startups', 'p', 3)).toEqual([4, 1, 2]);
  expect(namesBeginning(db, 'startups', 'p', 9)).toEqual([4, 1, 2, 3]);
});
