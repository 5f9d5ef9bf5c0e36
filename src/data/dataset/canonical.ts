import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { withSortedKeys } from '../../kinds/common.ts';
import { type Kind, kinds, recordSchemas } from '../../kinds/kinds.ts';
import { publicationSource } from '../../kinds/publications/publication.ts';

/** The schema of each kind as `dataset/` holds it: publications without topics, which are classified when read. */
export const sourceSchemas = { ...recordSchemas, publications: publicationSource } as const;

/** A record of a kind as a line of `dataset/<kind>.jsonl` holds it. */
export type SourceOf<K extends Kind> = z.infer<(typeof sourceSchemas)[K]>;

/**
 * The one line that stands for a record: compact JSON, keys in the order of the schema, absent facts left out.
 * Throws a ZodError if the record does not keep to its schema.
 */
export function canonicalLine(kind: Kind, record: unknown): string {
  return JSON.stringify(sourceSchemas[kind].parse(record));
}

/** Orders ids by code point, never by locale, so that the same records give the same bytes everywhere. */
export function byCodePoint(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

/** Name of a kind's file inside the dataset's folder. */
export function fileOf(kind: Kind): string {
  return `${kind}.jsonl`;
}

/** The records of every kind, sorted by id. */
type Records = Readonly<Record<(typeof kinds)[number], readonly object[]>>;

/**
 * SHA-256 over the records themselves, as hexadecimal digits: kind by kind in the order of `kinds`, each
 * record as one line of JSON with sorted keys. Two databases with equal hashes hold the same facts, however
 * they came by them.
 */
export function contentHash(records: Records): string {
  const hash = createHash('sha256');
  for (const kind of kinds) {
    hash.update(`${kind}\n`);
    for (const record of records[kind]) hash.update(`${canonicalJson(record)}\n`);
  }
  return hash.digest('hex');
}

/** JSON with sorted keys: the same content gives the same text, whatever order its fields have. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, sortedKeys);
}

function sortedKeys(_key: string, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  return withSortedKeys(value);
}
