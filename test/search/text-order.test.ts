import { expect, it } from 'vitest';
import { alphabeticalRanks } from '../../src/search/text-order.ts';
import { sqlite } from '../helpers/catalogue.ts';

it('ranks rows from A to Z by folded letters and digits, equal ones alike', async () => {
  const db = new (await sqlite()).Database();
  db.run('CREATE TABLE robots ("row" INTEGER PRIMARY KEY, name TEXT)');
  for (const name of ['Ünder', 'apollo 10', '(Apollo) 10', 'Spot', '4NE-1', 'apollo', null]) {
    db.run('INSERT INTO robots (name) VALUES (?)', [name]);
  }
  expect([...alphabeticalRanks(db, 'robots', 'name', 7)]).toEqual([6, 3, 3, 5, 1, 2, 0]);
  db.close();
});
