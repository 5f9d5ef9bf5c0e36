import { type Kind, kinds, type RecordOf, type RecordsByKind } from '../kinds/kinds.ts';
import { columnNames, prepareReader, SharedTexts } from './records.ts';
import { all, type Database } from './sqlite.ts';

/**
 * Every record of a database, sorted by id, with what was put into it since. It needs the tables of records and of
 * shared texts alone, which are the same in all formats up to now's, so that snapshots can be indexed anew whose index
 * this program does not know; fields that their tables do not have yet are absent.
 */
export function readStoredRecords(db: Database): RecordsByKind {
  const { parse } = new SharedTexts(db);
  return Object.fromEntries(
    kinds.map((kind) => [kind, recordsOf(db, kind, parse)]),
  ) as unknown as RecordsByKind;
}

function recordsOf<K extends Kind>(
  db: Database,
  kind: K,
  parse: (json: string) => unknown,
): readonly RecordOf<K>[] {
  const stored = new Set(all(db, `SELECT name FROM pragma_table_info('${kind}')`).map(({ name }) => name));
  const fields = columnNames(kind).filter((name) => stored.has(name)) as (keyof RecordOf<K> & string)[];
  const read = prepareReader(db, kind, parse, fields);
  return all(db, `SELECT "row" FROM "${kind}"`)
    .map(({ row }) => read(row as number) as RecordOf<K>)
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}
