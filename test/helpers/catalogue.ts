import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { inject } from 'vitest';
import { kinds, type RecordOf, type RecordsByKind, recordSchemas } from '../../src/kinds/kinds.ts';
import { Catalogue } from '../../src/search/catalogue.ts';
import { loadSqlite, type SqlJsStatic } from '../../src/search/sqlite.ts';
import { writeDatabase } from '../../src/search/write-database.ts';

export const wasmPath = createRequire(import.meta.url).resolve('sql.js/dist/sql-wasm.wasm');

/** About forty real records, in the order of their ids. */
export const smallRecords: RecordsByKind = inject('smallRecords');

let engine: Promise<SqlJsStatic> | undefined;

/** SQLite, compiled once a test file. */
export function sqlite(): Promise<SqlJsStatic> {
  engine ??= loadSqlite(readFileSync(wasmPath));
  return engine;
}

export const smallInfo = { version: '2026.11.20', date: '2026-11-20', content_sha256: '0'.repeat(64) };

/** A fresh catalogue of `records`, or of the small ones; close it after use. */
export async function openSmall(records: RecordsByKind = smallRecords): Promise<Catalogue> {
  const engine = await sqlite();
  const bytes = writeDatabase(engine, records, smallInfo, { applicationId: 1, format: 1 });
  return new Catalogue(new engine.Database(bytes));
}

/** No records of any kind but those given, sorted by id as a snapshot has them. */
export function onlyRecords(some: Partial<RecordsByKind>): RecordsByKind {
  const sorted = kinds.map((kind) => [
    kind,
    [...(some[kind] ?? [])].sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)),
  ]);
  return Object.fromEntries(sorted) as RecordsByKind;
}

const source = { url: 'https://example.org/page', title: 'A page' };

/** A robot of which nothing is known but what is given. */
export function robotWith(facts: Partial<RecordOf<'robots'>> & { readonly id: string }): RecordOf<'robots'> {
  return recordSchemas.robots.parse({
    name: facts.id,
    manufacturer: { id: 'maker', name: 'Maker', country: 'US' },
    category: 'humanoid',
    tags: [],
    description: 'A thing that stands in this test and of which nothing else is known.',
    status: 'available',
    specs: {},
    certifications: [],
    confidence: 'primary',
    sources: [source],
    ...facts,
  });
}

/** A paper of which nothing is known but what is given. */
export function paperWith(
  facts: Partial<RecordOf<'publications'>> & { readonly id: string },
): RecordOf<'publications'> {
  return recordSchemas.publications.parse({
    aliases: [],
    title: `Title of ${facts.id}`,
    authors: ['Nobody Known'],
    published: '2020',
    year: 2020,
    categories: [],
    topics: [],
    url: 'https://example.org/paper',
    sources: [source],
    ...facts,
  });
}
