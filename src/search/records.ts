import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { type Kind, kinds, type RecordOf, type RecordsByKind, recordSchemas } from '../kinds/kinds.ts';
import { arxivPage, identifierAliases } from '../kinds/publications/publication.ts';
import { openPacked, type PackedFields } from './packed/packed-fields.ts';
import { SharedTexts } from './shared-texts.ts';
import { all, type Database, oneOf, type SqlRow, type SqlValue, type Statement } from './sqlite.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Placeholders for a record's own pages among its sources; no address equals them. */
const OWN_PAGE = '=';
const OWN_VENUE_PAGE = '+';

interface Rule {
  readonly from: readonly string[];
  of(fields: Fields): unknown;
}

/** Fields that can nearly always be derived from others. Each is required, so a missing one is derived. */
const rules: Partial<Record<Kind, Readonly<Record<string, Rule>>>> = {
  publications: {
    aliases: {
      from: ['arxiv_id', 'doi'],
      of: ({ arxiv_id, doi }) => identifierAliases(textOf(arxiv_id), textOf(doi)),
    },
    url: {
      from: ['arxiv_id', 'doi'],
      of: ({ arxiv_id, doi }) => {
        if (typeof arxiv_id === 'string') return arxivPage(arxiv_id);
        return typeof doi === 'string' ? `https://doi.org/${doi}` : undefined;
      },
    },
  },
};

/** A row has null where a record has nothing. */
function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** The derived value of a field that is not stored; `fields` are those of the record or the row. */
function implied(kind: Kind, name: string, fields: Fields): unknown {
  return rules[kind]?.[name]?.of(fields);
}

/** The fields from which a field is derived. */
function impliedBy(kind: Kind, name: string): readonly string[] {
  if (name === 'sources') return ['url', 'venue_url'].flatMap((page) => [page, ...impliedBy(kind, page)]);
  return rules[kind]?.[name]?.from ?? [];
}

/** A record without its derivable fields, which would make up a third of the papers' table. */
export function withoutImplied(kind: Kind, fields: Fields): Fields {
  const short: Record<string, unknown> = { ...fields };
  for (const name of Object.keys(rules[kind] ?? {})) {
    if (isDeepStrictEqual(fields[name], implied(kind, name, fields))) delete short[name];
  }
  if (Array.isArray(fields.sources)) {
    short.sources = fields.sources.map((source: { url: string }) => {
      if (source.url === fields.url) return { ...source, url: OWN_PAGE };
      return source.url === fields.venue_url ? { ...source, url: OWN_VENUE_PAGE } : source;
    });
  }
  return short;
}

/** Replaces the placeholders in a record's sources by its own pages. */
function nameOwnPages(record: Record<string, unknown>): void {
  if (!Array.isArray(record.sources)) return;
  for (const source of record.sources as { url: unknown }[]) {
    if (source.url === OWN_PAGE) source.url = record.url;
    else if (source.url === OWN_VENUE_PAGE) source.url = record.venue_url;
  }
}

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

/** DDL of every kind's table; `row` counts from 1 without gaps in a fresh snapshot. */
export function createTables(db: Database): void {
  for (const kind of kinds) {
    const columns = tableColumns[kind].map(columnDefinition);
    db.run(`CREATE TABLE "${kind}" ("row" INTEGER PRIMARY KEY, ${columns.join(', ')})`);
  }
}

/** Adds the columns that a snapshot lacks because the program that wrote it did not know their fields yet. */
export function completeTable(db: Database, kind: Kind): void {
  const stored = new Set(all(db, `PRAGMA table_info("${kind}")`).map(({ name }) => name));
  for (const column of tableColumns[kind]) {
    if (!stored.has(column.name)) db.run(`ALTER TABLE "${kind}" ADD COLUMN ${columnDefinition(column)}`);
  }
}

function columnDefinition({ name, storage }: TableColumn): string {
  return `"${name}" ${storage === 'JSON' ? 'TEXT' : storage}${name === 'id' ? ' NOT NULL' : ''}`;
}

/** A prepared INSERT that takes what `toRow` gives. */
export function prepareInsert(db: Database, kind: Kind): Statement {
  const names = ['row', ...tableColumns[kind].map(({ name }) => name)];
  const slots = names.map(() => '?').join(', ');
  return db.prepare(
    `INSERT INTO "${kind}" (${names.map((name) => `"${name}"`).join(', ')}) VALUES (${slots})`,
  );
}

/** Indexes of the JSON columns in the kind's table. */
export function jsonColumns(kind: Kind): number[] {
  return tableColumns[kind].flatMap(({ storage }, i) => (storage === 'JSON' ? [i + 1] : []));
}

/** Indexes of these fields' columns in the kind's table. */
export function columnsNamed(kind: Kind, fields: ReadonlySet<string>): number[] {
  return tableColumns[kind].flatMap(({ name }, i) => (fields.has(name) ? [i + 1] : []));
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

/** By field: how many entries of a list are looked at. */
export type Heads = Readonly<Record<string, number>>;

/** Reads records by row, counted from 1; undefined where there is no such row. */
export type RecordReader<R> = (row: number) => R | undefined;

/**
 * Prepares a statement that reads records, or only these fields: each column costs about as much as finding the
 * row. Absent fields stay absent. `parse` reads the rows' JSON; `packed` has what stands in no row, and of its lists only
 * so many entries are read as `heads` says: the others are absent.
 */
export function prepareReader<K extends Kind, Field extends keyof RecordOf<K> = keyof RecordOf<K>>(
  db: Database,
  kind: K,
  parse: (json: string) => unknown,
  fields?: readonly (Field & string)[],
  packed?: PackedFields,
  heads: Heads = {},
): RecordReader<Pick<RecordOf<K>, Field>> {
  const wanted = new Set<string>(fields?.flatMap((field) => [field, ...impliedBy(kind, field)]));
  const columns = tableColumns[kind].filter(({ name }) => fields === undefined || wanted.has(name));
  const readRow = rowReader(db, kind, columns);
  const inRows = columns.filter(({ name }) => packed?.readerOf(name) === undefined);
  const readRest = inRows.length === columns.length ? readRow : rowReader(db, kind, inRows);
  return (number) => {
    if (packed === undefined || number > packed.rows) {
      const row = readRow(number);
      return row && (toRecord(kind, columns, row, parse) as RecordOf<K>);
    }
    const row = readRest(number);
    const fromPacked = (field: string) => packed.readerOf(field)?.(number, heads[field]);
    return row && (toRecord(kind, columns, row, parse, fromPacked) as RecordOf<K>);
  };
}

/** Reads columns of a table's rows; without columns nothing has to be read. */
function rowReader(
  db: Database,
  kind: Kind,
  columns: readonly TableColumn[],
): (number: number) => SqlRow | undefined {
  if (columns.length === 0) return () => ({});
  const names = columns.map(({ name }) => `"${name}"`).join(', ');
  const statement = db.prepare(`SELECT ${names} FROM "${kind}" WHERE "row" = ?`);
  return (number) => oneOf(statement, [number]);
}

function toRecord(
  kind: Kind,
  columns: readonly TableColumn[],
  row: SqlRow,
  parse: (json: string) => unknown,
  fromPacked: (field: string) => unknown = () => undefined,
): object {
  const record: Record<string, unknown> = {};
  for (const { name, storage } of columns) {
    const value = row[name];
    if (value === null || value === undefined) {
      const follows = fromPacked(name) ?? implied(kind, name, row);
      if (follows !== undefined) record[name] = follows;
    } else record[name] = storage === 'JSON' ? parse(value as string) : value;
  }
  nameOwnPages(record);
  return record;
}

/**
 * Every record of a database, sorted by id, including later additions. It reads only the tables of records and of
 * shared texts, which are the same in all formats so far, and what is packed beside them, so that snapshots with an older
 * index can be re-indexed; fields that their tables lack are absent.
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
  completeTable(db, kind);
  const read = prepareReader(db, kind, parse, undefined, openPacked(db, kind));
  return all(db, `SELECT "row" FROM "${kind}"`)
    .map(({ row }) => read(row as number) as RecordOf<K>)
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}
