import { expect, it } from 'vitest';
import { Random } from '../../../scripts/harness/random.ts';
import { NameLists } from '../../../src/search/packed/name-lists.ts';
import { sqlite } from '../../helpers/catalogue.ts';

const random = new Random(20261123);
const names = Array.from({ length: 3_000 }, (_, i) => `${random.pick(['Ann', 'Łukasz', '川崎'])} ${i}`);

it('gives every list back, whatever part it and its names lie in', async () => {
  const db = new (await sqlite()).Database();
  const lists = Array.from({ length: 1_300 }, () =>
    Array.from({ length: random.below(7) }, () => random.pick(names)),
  );
  lists.push(names);
  const size = NameLists.write(db, 'publications', 'authors', lists);
  expect(size).toBe(new Set(lists.flat()).size);
  const read = new NameLists(db, 'publications', 'authors', size);
  // From the last to the first: no part needs another.
  for (let row = lists.length; row > 0; row--) expect(read.at(row)).toEqual(lists[row - 1]);
  // To and fro: of each part only as much is decoded as was asked for before.
  const again = new NameLists(db, 'publications', 'authors', size);
  for (let i = 0; i < lists.length; i++) {
    const index = (i * 7919) % lists.length;
    expect(again.at(index + 1)).toEqual(lists[index]);
  }
  db.close();
});

it('reads only the first names of a list where these suffice, and says how long it is', async () => {
  const db = new (await sqlite()).Database();
  const lists = [['Ann', 'Bob', 'Cleo'], ['Dan'], []];
  const size = NameLists.write(db, 'publications', 'authors', lists);
  const read = new NameLists(db, 'publications', 'authors', size);
  const heads = lists.map((_, i) => read.at(i + 1, 2));
  expect(heads.map((own) => own.length)).toEqual([3, 1, 0]);
  expect(heads.map((own) => own.slice(0, 2))).toEqual([['Ann', 'Bob'], ['Dan'], []]);
  expect(2 in (heads[0] ?? [])).toBe(false);
  db.close();
});

it('finds the lists with a name that passes, and tries each name once', async () => {
  const db = new (await sqlite()).Database();
  const lists = [['Ann', 'Bob', 'Ann'], ['Bob'], [], ['Cleo', 'Ann'], ['Cleo']];
  const read = new NameLists(
    db,
    'publications',
    'authors',
    NameLists.write(db, 'publications', 'authors', lists),
  );
  const known = new Uint8Array(read.size);
  const tried: string[] = [];
  const passes = (name: string) => {
    tried.push(name);
    return name !== 'Bob';
  };
  expect(lists.map((_, i) => read.hasSome(i + 1, known, passes))).toEqual([true, false, false, true, true]);
  expect(tried).toEqual(['Ann', 'Bob', 'Cleo']);
  db.close();
});
