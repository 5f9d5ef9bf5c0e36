import { createHash } from 'node:crypto';
import { kinds } from '../../kinds/kinds.ts';

/** The records of every kind, sorted by id. */
export type Records = Readonly<Record<(typeof kinds)[number], readonly object[]>>;

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
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
