import type { ColumnType } from '../kinds/definition.ts';
import type { Kind, KindIndex, RecordOf } from '../kinds/kinds.ts';
import { type Column, loadColumn, storeColumn } from './columns.ts';
import { all, type Database } from './sqlite.ts';

/** DDL of the table that keeps the columns of all kinds. */
export function createColumnTable(db: Database): void {
  db.run(
    'CREATE TABLE columns (kind TEXT, name TEXT, type TEXT, dictionary TEXT, data BLOB, PRIMARY KEY (kind, name)) WITHOUT ROWID',
  );
}

/** Writes the columns of a kind; `records` in the order of their rows. */
export function writeColumns<K extends Kind>(
  db: Database,
  index: KindIndex<K>,
  records: readonly RecordOf<K>[],
): void {
  for (const [name, spec] of Object.entries(index.columns)) {
    const { type, dictionary, data } = storeColumn(spec.type, records.map(spec.of));
    db.run('INSERT INTO columns VALUES (?, ?, ?, ?, ?)', [
      index.kind,
      name,
      type,
      JSON.stringify(dictionary),
      data,
    ]);
  }
}

/** Brings the columns of a kind into memory. */
export function readColumns(db: Database, kind: Kind, rows: number): ReadonlyMap<string, Column> {
  const stored = all(db, 'SELECT name, type, dictionary, data FROM columns WHERE kind = ?', [kind]);
  return new Map(
    stored.map(({ name, type, dictionary, data }) => [
      name as string,
      loadColumn(
        {
          type: type as ColumnType,
          dictionary: JSON.parse(dictionary as string) as string[],
          data: data as Uint8Array,
        },
        rows,
      ),
    ]),
  );
}
