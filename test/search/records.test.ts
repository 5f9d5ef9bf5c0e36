import { describe, expect, it } from 'vitest';
import { kinds, recordSchemas } from '../../src/kinds/kinds.ts';
import { createTables, prepareInsert, prepareReader, toRow } from '../../src/search/records.ts';
import { createSharedTable, SharedTexts, shareTexts } from '../../src/search/shared-texts.ts';
import { all, type SqlValue } from '../../src/search/sqlite.ts';
import { openSmall, smallRecords, sqlite } from '../helpers/catalogue.ts';
import { rawRecords } from '../helpers/raw-records.ts';

async function emptyTables() {
  const db = new (await sqlite()).Database();
  createTables(db);
  return db;
}

describe.each(kinds)('the table of %s', (kind) => {
  it('has a column for every field of the schema and for the row, and none else', async () => {
    const db = await emptyTables();
    const columns = all(db, `SELECT name FROM pragma_table_info('${kind}')`).map(({ name }) => name);
    expect(columns).toEqual(['row', ...Object.keys(recordSchemas[kind].shape)]);
    db.close();
  });

  it('gives records of the dataset back as they were', async () => {
    const db = await emptyTables();
    const records = rawRecords(kind)
      .slice(0, 700)
      .map((raw) => recordSchemas[kind].parse(kind === 'publications' ? { ...raw, topics: ['slam'] } : raw));
    const insert = prepareInsert(db, kind);
    db.run('BEGIN');
    records.forEach((record, i) => {
      insert.run(toRow(kind, record as never, i + 1));
    });
    db.run('COMMIT');
    insert.free();
    const read = prepareReader(db, kind, JSON.parse);
    expect(records.map((_record, i) => read(i + 1))).toEqual(records);
    expect(read(records.length + 1)).toBeUndefined();
    for (const field of Object.keys(recordSchemas[kind].shape) as never[]) {
      const readField = prepareReader(db, kind, JSON.parse, [field]);
      expect(records.map((_record, i) => readField(i + 1)?.[field])).toEqual(
        records.map((record) => record[field]),
      );
    }
    db.close();
  });
});

it('keeps whole numbers, fractions and zero apart from what is absent', async () => {
  const catalogue = await openSmall();
  for (const kind of kinds) {
    for (const record of smallRecords[kind]) expect(catalogue.find(kind, record.id)).toEqual(record);
    expect(catalogue.counts()[kind]).toBe(smallRecords[kind].length);
  }
  catalogue.close();
});

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
