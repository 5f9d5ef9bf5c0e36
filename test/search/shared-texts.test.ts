import { expect, it } from 'vitest';
import { createSharedTable, SharedTexts, shareTexts } from '../../src/search/shared-texts.ts';
import { all, type SqlValue } from '../../src/search/sqlite.ts';
import { sqlite } from '../helpers/catalogue.ts';

it('keeps once what stands in several rows, and reads every row as it was', async () => {
  const db = new (await sqlite()).Database();
  createSharedTable(db);
  const [often, once, short] = ['["locomotion","planning"]', '["manipulation","grasping"]', '["slam"]'];
  const rows: SqlValue[][] = [
    [1, often, short],
    [2, often, null],
    [3, once, short],
  ];
  const before = structuredClone(rows);
  shareTexts(db, rows, [1, 2]);
  expect(rows).toEqual([
    [1, '1', short],
    [2, '1', null],
    [3, once, short],
  ]);
  expect(all(db, 'SELECT * FROM "shared"')).toEqual([{ number: 1, text: often }]);
  const { parse } = new SharedTexts(db);
  expect(rows.map((row) => parse(row[1] as string))).toEqual(
    before.map((row) => JSON.parse(row[1] as string)),
  );

  const more: SqlValue[][] = [
    [1, once],
    [2, once],
  ];
  shareTexts(db, more, [1]);
  expect(more[0]?.[1]).toBe('2');
  expect(parse('2')).toEqual(JSON.parse(once));
  expect(() => parse('77')).toThrow('77');
  db.close();
});
