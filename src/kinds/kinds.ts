import type { z } from 'zod';
import { certificationKind } from './certification/certification.ts';
import { challengeKind } from './challenges/challenge.ts';
import type { Fields, KindDefinition } from './definition.ts';
import { manufacturerKind } from './manufacturers/manufacturer.ts';
import { newsKind } from './news/news-item.ts';
import { publicationKind } from './publications/publication.ts';
import { robotKind } from './robots/robot.ts';
import { startupKind } from './startups/startup.ts';

/** Every kind of record, in the order in which they are shown: a new one is a line here, and what its folder says. */
const all = [
  robotKind,
  publicationKind,
  startupKind,
  newsKind,
  manufacturerKind,
  challengeKind,
  certificationKind,
] as const;

type Definitions = { readonly [D in (typeof all)[number] as D['kind']]: D };

export type Kind = keyof Definitions;
export type RecordOf<K extends Kind> = z.output<Definitions[K]['schema']>;
/** The records of every kind. */
export type RecordsByKind = { readonly [K in Kind]: readonly RecordOf<K>[] };

export type FieldsOf<K extends Kind> = Definitions[K]['fields'];

/** What the index is made from, and the searches read. */
export type KindIndex<K extends Kind = Kind> = Omit<
  KindDefinition<K, z.ZodObject, Fields<RecordOf<K>>>,
  'schema'
>;

/** How each kind is indexed. */
export const kindIndexes = byKind((definition) => definition) as unknown as {
  readonly [K in Kind]: KindIndex<K>;
};

/** The record schema of each kind. */
export const recordSchemas = byKind(({ schema }) => schema) as {
  readonly [K in Kind]: Definitions[K]['schema'];
};

export const kinds: readonly Kind[] = all.map(({ kind }) => kind);

/** True for the name of a kind. */
export function isKind(value: string): value is Kind {
  return kinds.some((kind) => kind === value);
}

function byKind<T>(of: (definition: (typeof all)[number]) => T): Record<Kind, T> {
  return Object.fromEntries(all.map((definition) => [definition.kind, of(definition)])) as Record<Kind, T>;
}
