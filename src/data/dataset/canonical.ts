import type { z } from 'zod';
import { type Kind, recordSchemas } from '../../kinds/kinds.ts';
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
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Name of a kind's file inside the dataset's folder. */
export function fileOf(kind: Kind): string {
  return `${kind}.jsonl`;
}
