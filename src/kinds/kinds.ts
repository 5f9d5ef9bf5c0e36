import type { z } from 'zod';
import { certification } from './certification/certification.ts';
import { challenge } from './challenges/challenge.ts';
import { isKindName, kindNames } from './kind-names.ts';
import { manufacturer } from './manufacturers/manufacturer.ts';
import { newsItem } from './news/news-item.ts';
import { publication } from './publications/publication.ts';
import { robot } from './robots/robot.ts';
import { startup } from './startups/startup.ts';

/** The record schema of every kind, in the order in which they are shown. */
export const recordSchemas = {
  robots: robot,
  publications: publication,
  startups: startup,
  news: newsItem,
  manufacturers: manufacturer,
  challenges: challenge,
  certification,
} as const satisfies Record<(typeof kindNames)[number], z.ZodObject>;

export type Kind = keyof typeof recordSchemas;
export type RecordOf<K extends Kind> = z.infer<(typeof recordSchemas)[K]>;

/** The records of every kind. */
export type RecordsByKind = { readonly [K in Kind]: readonly RecordOf<K>[] };

export const kinds: Kind[] = [...kindNames];

/** True for the name of a kind. */
export function isKind(value: string): value is Kind {
  return isKindName(value);
}
