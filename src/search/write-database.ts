import {
  type Kind,
  type KindIndex,
  kindIndexes,
  kinds,
  type RecordOf,
  type RecordsByKind,
} from '../kinds/kinds.ts';
import type { DatasetInfo } from './catalogue.ts';
import { type History, writeHistory } from './change-table.ts';
import { createColumnTable, writeColumns } from './column-tables.ts';
import { type IndexTerms, writeIndexTerms } from './index-terms.ts';
import { type MeaningData, noMeaning, writeMeaning } from './meaning/stored.ts';
import { createKeyTable, prepareKeyInsert, toKeyRows } from './names.ts';
import { writePacked } from './packed/packed-fields.ts';
import { prominenceOf } from './prominence.ts';
import { columnsNamed, createTables, jsonColumns, prepareInsert, toRow } from './records.ts';
import { createSharedTable, shareTexts } from './shared-texts.ts';
import type { Database, SqlJsStatic } from './sqlite.ts';
import { writeTermDictionary } from './term-dictionary.ts';
import { createLengthTable, textWords, writeTerms } from './term-index.ts';

interface FileMarks {
  /** SQLite's `application_id`. */
  readonly applicationId: number;
  /** SQLite's `user_version`. */
  readonly format: number;
}

/** What is written beside records and their index; the history begins with this version if none is given. */
interface Beside {
  readonly history?: History | undefined;
  readonly terms?: IndexTerms | undefined;
  readonly meaning?: MeaningData | undefined;
}

/**
 * Writes the database that `Catalogue` opens: records, columns, names and full-text index of every kind, and the index
 * terms of papers, and what records mean. The same records in the same order give the same bytes.
 */
export function writeDatabase(
  sqlite: SqlJsStatic,
  records: RecordsByKind,
  info: DatasetInfo,
  marks: FileMarks,
  {
    history = [{ version: info.version, date: info.date, kinds: {} }],
    terms = new Map(),
    meaning = noMeaning,
  }: Beside = {},
): Uint8Array {
  const db = new sqlite.Database();
  db.run(
    `PRAGMA page_size = 4096; PRAGMA application_id = ${marks.applicationId}; PRAGMA user_version = ${marks.format}`,
  );
  db.run('BEGIN');
  db.run('CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID');
  for (const [name, value] of Object.entries(info)) db.run('INSERT INTO meta VALUES (?, ?)', [name, value]);
  createTables(db);
  createColumnTable(db);
  createSharedTable(db);
  createLengthTable(db);
  writeHistory(db, history);
  const prominence: Partial<Record<Kind, ReadonlyMap<string, number>>> = prominenceOf(records);
  for (const kind of kinds) writeKind(db, kindIndexes[kind], records[kind], prominence[kind]);
  writeIndexTerms(
    db,
    records.publications.map(({ id }) => id),
    terms,
  );
  writeMeaning(db, records, meaning);
  db.run('COMMIT');
  writeTermDictionary(db, kinds);
  db.run('VACUUM');
  const bytes = db.export();
  db.close();
  return bytes;
}

function writeKind<K extends Kind>(
  db: Database,
  index: KindIndex<K>,
  records: readonly RecordOf<K>[],
  prominence: ReadonlyMap<string, number> | undefined,
): void {
  createKeyTable(db, index.kind);
  const inserts = {
    record: prepareInsert(db, index.kind),
    key: prepareKeyInsert(db, index.kind),
  };
  const packed = writePacked(db, index, records);
  const rows = records.map((record, i) => toRow(index.kind, record, i + 1));
  const emptied = columnsNamed(index.kind, packed.fields);
  for (const row of rows) for (const column of emptied) row[column] = null;
  shareTexts(db, rows, jsonColumns(index.kind));
  for (const row of rows) inserts.record.run(row);
  records.forEach((record, i) => {
    for (const row of toKeyRows(index, record, i + 1)) {
      // By a packed text records are found without a key.
      if (row[0] !== packed.keyOf(record)) inserts.key.run(row);
    }
  });
  for (const insert of Object.values(inserts)) insert.free();
  writeColumns(db, index, records, prominence);
  writeTerms(
    db,
    index.kind,
    records.map((record) => textWords(index, record)),
  );
}
