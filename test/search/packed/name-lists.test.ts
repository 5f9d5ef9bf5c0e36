import { expect, it } from 'vitest';
import { Random } from '../../../scripts/harness/random.ts';
import { NameLists } from '../../../src/search/packed/name-lists.ts';
import { createPackedTable } from '../../../src/search/packed/parts.ts';
import { sqlite } from '../../helpers/catalogue.ts';

const random = new Random(20261123);
const names = Array.from({ length: 3_000 }, (_, i) => `${random.pick(['Ann', 'Łukasz', '川崎'])} ${i}`);

it('gives every list back, whatever part it and its names lie in', async () => {
  const db = new (await sqlite()).Database();
  createPackedTable(db);
  const lists = Array.from({ length: 1_300 }, () =>
    Array.from({ length: random.below(7) }, () => random.pick(names)),
  );
  lists.push(names);
  NameLists.write(db, 'publications', 'authors', lists);
  const read = new NameLists(db, 'publications', 'authors');
  // From the last to the first: no part needs another.
  for (let row = lists.length; row > 0; row--) expect(read.at(row)).toEqual(lists[row - 1]);
  db.close();
});

it('numbers a name alike in all lists', async () => {
  const db = new (await sqlite()).Database();
  createPackedTable(db);
  NameLists.write(db, 'publications', 'authors', [['Ann', 'Bob', 'Ann'], ['Bob'], ['Cleo', 'Ann']]);
  const read = new NameLists(db, 'publications', 'authors');
  expect([1, 2, 3].map((row) => [...read.numbersAt(row)])).toEqual([[0, 1, 0], [1], [2, 0]]);
  expect([0, 1, 2].map((number) => read.name(number))).toEqual(['Ann', 'Bob', 'Cleo']);
  db.close();
});
