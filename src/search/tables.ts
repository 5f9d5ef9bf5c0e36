import type { z } from 'zod';
import { type Kind, kinds, type RecordOf, recordSchemas } from '../kinds/kinds.ts';
import { implied, impliedBy, nameOwnPages, withoutImplied } from './implied.ts';
import { type Database, oneOf, type SqlRow, type SqlValue, type Statement } from './sqlite.ts';

type Storage = 'TEXT' | 'REAL' | 'INTEGER' | 'JSON';

interface TableColumn {
  readonly name: string;
  readonly storage: Storage;
}

/** The columns of a kind's table, read off its record schema. */
function columnsOf(kind: Kind): TableColumn[] {
  return Object.entries(recordSchemas[kind].shape).map(([name, schema]) => ({
    name,
    storage: storageOf(schema as z.ZodType),
  }));
}

function storageOf(schema: z.ZodType): Storage {
  const { type, innerType } = schema.def as { type: string; innerType?: z.ZodType };
  if (innerType !== undefined) return storageOf(innerType);
  if (type === 'string' || type === 'enum') return 'TEXT';
  if (type === 'number') return (schema as z.ZodNumber).format === 'safeint' ? 'INTEGER' : 'REAL';
  return 'JSON';
}

const tableColumns = Object.fromEntries(kinds.map((kind) => [kind, columnsOf(kind)])) as Record<
  Kind,
  TableColumn[]
>;

/** Names of the columns of a kind's table, but for `row`. */
export function columnNames(kind: Kind): readonly string[] {
  return tableColumns[kind].map(({ name }) => name);
}

/** DDL of every kind's table; `row` counts from 1 without gaps in a fresh snapshot. */
export function createTables(db: Database): void {
  for (const kind of kinds) {
    const columns = tableColumns[kind].map(({ name, storage }) => {
      const type = storage === 'JSON' ? 'TEXT' : storage;
      return `"${name}" ${type}${name === 'id' ? ' NOT NULL' : ''}`;
    });
    db.run(`CREATE TABLE "${kind}" ("row" INTEGER PRIMARY KEY, ${columns.join(', ')})`);
  }
}

/** A prepared INSERT that takes what `toRow` gives. */
export function prepareInsert(db: Database, kind: Kind): Statement {
  const names = ['row', ...tableColumns[kind].map(({ name }) => name)];
  const slots = names.map(() => '?').join(', ');
  return db.prepare(
    `INSERT INTO "${kind}" (${names.map((name) => `"${name}"`).join(', ')}) VALUES (${slots})`,
  );
}

/** Where in a row of the kind's table there is JSON. */
export function jsonColumns(kind: Kind): number[] {
  return tableColumns[kind].flatMap(({ storage }, i) => (storage === 'JSON' ? [i + 1] : []));
}

/** A record as the values of its table's columns, `row` first. */
export function toRow<K extends Kind>(kind: K, record: RecordOf<K>, row: number): SqlValue[] {
  const fields = withoutImplied(kind, record);
  return [
    row,
    ...tableColumns[kind].map(({ name, storage }) => {
      const value = fields[name];
      if (value === undefined) return null;
      return storage === 'JSON' ? JSON.stringify(value) : (value as SqlValue);
    }),
  ];
}

/** Reads records by row, counted from 1; undefined where there is no such row. */
export type RecordReader<R> = (row: number) => R | undefined;

/**
 * Prepares to read records, or these fields of them: a column costs about as much as finding the row. Absent fields
 * stay absent. `parse` reads the rows' JSON.
 */
export function prepareReader<K extends Kind, Field extends keyof RecordOf<K> = keyof RecordOf<K>>(
  db: Database,
  kind: K,
  parse: (json: string) => unknown,
  fields?: readonly (Field & string)[],
): RecordReader<Pick<RecordOf<K>, Field>> {
  const wanted = new Set<string>(fields?.flatMap((field) => [field, ...impliedBy(kind, field)]));
  const columns = tableColumns[kind].filter(({ name }) => fields === undefined || wanted.has(name));
  const names = columns.map(({ name }) => `"${name}"`).join(', ');
  const statement = db.prepare(`SELECT ${names} FROM "${kind}" WHERE "row" = ?`);
  return (number) => {
    const row = oneOf(statement, [number]);
    return row && (toRecord(kind, columns, row, parse) as RecordOf<K>);
  };
}

function toRecord(
  kind: Kind,
  columns: readonly TableColumn[],
  row: SqlRow,
  parse: (json: string) => unknown,
): object {
  const record: Record<string, unknown> = {};
  for (const { name, storage } of columns) {
    const value = row[name];
    if (value === null || value === undefined) {
      const follows = implied(kind, name, row);
      if (follows !== undefined) record[name] = follows;
    } else record[name] = storage === 'JSON' ? parse(value as string) : value;
  }
  nameOwnPages(record);
  return record;
}
