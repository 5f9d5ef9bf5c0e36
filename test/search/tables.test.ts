import { describe, expect, it } from 'vitest';
import { kinds, recordSchemas } from '../../src/kinds/kinds.ts';
import { all } from '../../src/search/sqlite.ts';
import { createTables, prepareInsert, prepareReader, toRow } from '../../src/search/tables.ts';
import { openSmall, rawRecords, smallRecords, sqlite } from '../helpers/catalogue.ts';

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
