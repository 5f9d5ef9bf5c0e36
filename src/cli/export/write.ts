import { readFile } from 'node:fs/promises';
import { csvText } from '../../lib/csv.ts';
import { programPlace } from '../../lib/program.ts';
import { loadSqlite } from '../../search/sqlite.ts';
import type { ExportTable, ValueType } from './table.ts';

/** Files by their names. */
type Files = ReadonlyMap<string, Uint8Array | string>;

/** Whose data they are, which of them, and with what right they are used: in every form that has a place for it. */
export interface About {
  readonly version: string;
  readonly date: string;
}

const LICENSE = 'CC0-1.0';

/** The forms in which tables can be written. */
export const exportForms = {
  csv: async (tables: readonly ExportTable[]): Promise<Files> =>
    new Map(tables.map((table) => [`${table.name}.csv`, csvText(namesOf(table), table.rows)])),
  json: async (
    tables: readonly ExportTable[],
    records: Readonly<Record<string, readonly object[]>>,
  ): Promise<Files> => new Map(tables.map(({ name }) => [`${name}.json`, jsonText(records[name] ?? [])])),
  parquet: writeParquet,
  sqlite: writeSqlite,
} as const;

export type ExportForm = keyof typeof exportForms;

function namesOf({ columns }: ExportTable): string[] {
  return columns.map(({ name }) => name);
}

/** One record a line: read as a whole, or by lines. */
function jsonText(records: readonly object[]): string {
  return `[\n${records.map((record) => JSON.stringify(record)).join(',\n')}\n]\n`;
}

const PARQUET_TYPES = { string: 'STRING', number: 'DOUBLE', integer: 'INT64', boolean: 'BOOLEAN' } as const;

async function writeParquet(
  tables: readonly ExportTable[],
  _records: object,
  { version, date }: About,
): Promise<Files> {
  const { parquetWriteBuffer } = await import('hyparquet-writer');
  const kvMetadata = Object.entries({ version, date, license: LICENSE }).map(([key, value]) => ({
    key,
    value,
  }));
  const files = tables.map(({ name, columns, rows }): [string, Uint8Array] => {
    const columnData = columns.map((column) => ({
      name: column.name,
      data: rows.map((row) => parquetValue(row[column.name], column.type)),
      type: PARQUET_TYPES[column.type],
    }));
    return [
      `${name}.parquet`,
      new Uint8Array(parquetWriteBuffer({ columnData, kvMetadata, createdBy: 'robotics-mcp' })),
    ];
  });
  return new Map(files);
}

function parquetValue(value: string | number | boolean | undefined, type: ValueType) {
  if (value === undefined) return null;
  if (type === 'string') return String(value);
  return type === 'integer' ? BigInt(value) : value;
}

const SQL_TYPES = { string: 'TEXT', number: 'REAL', integer: 'INTEGER', boolean: 'INTEGER' } as const;

async function writeSqlite(
  tables: readonly ExportTable[],
  _records: object,
  { version, date }: About,
): Promise<Files> {
  const sqlite = await loadSqlite(await readFile(programPlace().wasm));
  const db = new sqlite.Database();
  try {
    db.run('BEGIN; CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL)');
    for (const about of Object.entries({ version, date, license: LICENSE }))
      db.run('INSERT INTO about VALUES (?, ?)', about);
    for (const { name, columns, rows } of tables) {
      const declared = columns.map((column) => `${quoted(column.name)} ${SQL_TYPES[column.type]}`);
      db.run(`CREATE TABLE ${quoted(name)} (${declared.join(', ')})`);
      const insert = db.prepare(`INSERT INTO ${quoted(name)} VALUES (${columns.map(() => '?').join(', ')})`);
      for (const row of rows) insert.run(columns.map((column) => sqlValue(row[column.name])));
      insert.free();
      if (columns.some((column) => column.name === 'id'))
        db.run(`CREATE UNIQUE INDEX ${quoted(`${name}_id`)} ON ${quoted(name)} (id)`);
    }
    db.run('COMMIT');
    return new Map([['robotics.sqlite', db.export()]]);
  } finally {
    db.close();
  }
}

function sqlValue(value: string | number | boolean | undefined): string | number | null {
  return typeof value === 'boolean' ? Number(value) : (value ?? null);
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** What the files are, as Frictionless has it: https://datapackage.org/standard/data-package/ */
export function dataPackage(
  tables: readonly ExportTable[],
  files: Iterable<string>,
  { version, date }: About,
): string {
  const paths = [...files];
  const resources = tables.flatMap(({ name, columns, rows }) =>
    paths
      .filter((path) => path.startsWith(`${name}.`))
      .map((path) => ({
        name: path.replace('.', '-'),
        path,
        format: path.slice(name.length + 1),
        encoding: 'utf-8',
        rows: rows.length,
        ...(path.endsWith('.csv') && { mediatype: 'text/csv', schema: { fields: columns } }),
      })),
  );
  const whole = paths
    .filter((path) => path.endsWith('.sqlite'))
    .map((path) => ({ name: 'robotics-sqlite', path, format: 'sqlite' }));
  const about = {
    name: 'robotics-mcp',
    title: 'Robots, papers, certification requirements, startups, news, manufacturers and challenges',
    version,
    created: `${date}T00:00:00Z`,
    licenses: [{ name: LICENSE, path: 'https://creativecommons.org/publicdomain/zero/1.0/' }],
    resources: [...resources, ...whole],
  };
  return `${JSON.stringify(about, null, 2)}\n`;
}
