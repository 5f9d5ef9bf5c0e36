import { readdirSync, readFileSync } from 'node:fs';
import { z } from 'zod';

/**
 * Questions as people ask them, each with what it means. Written by people who do not write the parser, on 27 November
 * 2026, which is the "today" of every date in it.
 *
 * A clause names a field of the kind (`corpusFields`) and a condition: `in` (any of these values), `min`, `max` (inclusive),
 * `above`, `below` (exclusive), `from`, `to` (dates, first and last day), `has` (a text that the record's own text has).
 * `not`, `any` and `all` join clauses. Clauses of a question all hold.
 */
const value = z.union([z.string().min(1), z.number()]);
const day = z.string().regex(/^\d{4}-\d\d-\d\d$/);
const leaf = z.strictObject({
  field: z.string(),
  in: z.array(value).min(1).optional(),
  min: value.optional(),
  max: value.optional(),
  above: value.optional(),
  below: value.optional(),
  from: day.optional(),
  to: day.optional(),
  has: z.string().min(1).optional(),
});
export type CorpusLeaf = z.infer<typeof leaf>;
export type CorpusClause =
  | CorpusLeaf
  | { not: CorpusClause }
  | { any: CorpusClause[] }
  | { all: CorpusClause[] };
const clause: z.ZodType<CorpusClause> = z.lazy(() =>
  z.union([
    leaf,
    z.strictObject({ not: clause }),
    z.strictObject({ any: z.array(clause).min(2) }),
    z.strictObject({ all: z.array(clause).min(2) }),
  ]),
);

const corpusEntry = z.strictObject({
  id: z.string(),
  kind: z.enum([
    'robots',
    'publications',
    'startups',
    'manufacturers',
    'news',
    'challenges',
    'certification',
  ]),
  /** What is hard about it, such as `denial`, `list`, `bound`, `period`, `order`, `names`, `identifier`, `plain`. */
  group: z.string(),
  lang: z.enum(['en', 'de', 'fr', 'es', 'zh', 'ja', 'ko']).default('en'),
  query: z.string(),
  /** Arguments of the tool that are given beside the words. */
  args: z.record(z.string(), z.unknown()).optional(),
  clauses: z.array(clause).default([]),
  /** `by` is a field; `rank` 2 for "second cheapest"; `count` 3 for "three cheapest". */
  order: z
    .strictObject({
      by: z.string(),
      direction: z.enum(['asc', 'desc']),
      thenBy: z.strictObject({ by: z.string(), direction: z.enum(['asc', 'desc']) }).optional(),
      rank: z.number().int().min(1).optional(),
      count: z.number().int().min(1).optional(),
    })
    .optional(),
  /** Id of the record that others are to be like. */
  like: z.string().optional(),
  /** Ids of records that are named; several: side by side. */
  names: z.array(z.string()).default([]),
  /** Words that a record's own text must have, lower case, as written. */
  words: z.array(z.string()).default([]),
  /** Words that only suggest (`for my grandmother`). */
  hints: z.array(z.string()).default([]),
  /** Words that no record and no field knows. */
  unread: z.array(z.string()).default([]),
  /** Some ids that must be found, and some that must not. */
  must: z.array(z.string()).default([]),
  mustNot: z.array(z.string()).default([]),
  note: z.string().optional(),
});
export type CorpusEntry = z.infer<typeof corpusEntry>;

/** The fields that clauses may name, by kind. Units stand in the names. */
export const corpusFields: Readonly<Record<CorpusEntry['kind'], readonly string[]>> = {
  robots: [
    ...['category', 'manufacturer', 'country', 'status', 'released', 'text', 'certification'],
    ...['certification_status', 'price_usd', 'price_kind', 'ip_dust', 'ip_water'],
    ...['height_cm', 'length_cm', 'width_cm', 'mass_kg', 'payload_kg', 'reach_mm', 'dof', 'speed_m_s'],
    ...['runtime_h', 'repeatability_mm', 'range_km', 'depth_m', 'ceiling_m', 'area_m2', 'suction_pa', 'arms'],
  ],
  publications: ['author', 'title', 'journal', 'published', 'topic', 'arxiv_category', 'identifier', 'text'],
  startups: ['country', 'stage', 'founded', 'funding_usd', 'valuation_usd', 'last_round', 'text'],
  manufacturers: ['country', 'kind', 'founded', 'text'],
  news: ['topic', 'date', 'entity', 'country', 'outlet', 'text'],
  challenges: ['kind', 'country', 'deadline', 'prize_usd', 'text'],
  certification: ['scheme', 'obligation', 'robot_category', 'features', 'identifier', 'text'],
};

/** All questions, in the order of the files' names. */
export function readCorpus(): CorpusEntry[] {
  const folder = new URL('corpus/', import.meta.url);
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .flatMap((name) =>
      readFileSync(new URL(name, folder), 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => corpusEntry.parse(JSON.parse(line))),
    );
}
