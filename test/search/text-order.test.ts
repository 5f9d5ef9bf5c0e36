import { expect, it } from 'vitest';
import { TextOrder, textOrder } from '../../src/search/text-order.ts';
import { sqlite } from '../helpers/catalogue.ts';

const names = Array.from(
  { length: 600 },
  (_, i) => `${['Ünder', 'apollo', 'Spot', '4NE-1'][i % 4]} ${(i * 7919) % 600}`,
);

it('gives each row the same numbers, whether few were asked for or all', async () => {
  const db = new (await sqlite()).Database();
  db.run('CREATE TABLE robots ("row" INTEGER PRIMARY KEY, name TEXT)');
  const insert = db.prepare('INSERT INTO robots VALUES (?, ?)');
  names.forEach((name, i) => {
    insert.run([i + 1, name]);
  });
  insert.free();
  // A row that was replaced is gone from the table.
  db.run('DELETE FROM robots WHERE "row" = 10');
  const order = new TextOrder(db, 'robots', 'name');
  for (const round of [1, 2]) {
    for (let i = 0; i < names.length; i++) {
      if (i === 9) continue;
      const numbers = [0, 1, 2].map((part) => order.at(i, part, names.length));
      expect([round, i, numbers]).toEqual([round, i, textOrder(names[i] as string)]);
    }
  }
  db.run('INSERT INTO robots VALUES (601, ?)', ['Zora']);
  expect(order.at(600, 0, 601)).toBe(textOrder('Zora')[0]);
  db.close();
});
