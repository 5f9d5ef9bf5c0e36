import { z } from 'zod';
import { shortText } from '../../kinds/arguments.ts';

/** Longer queries are refused: nobody means every word of a page. */
const MAX_QUERY_LENGTH = 1000;

/** The arguments that all searches share; `sorts` are those beside relevance. */
export function searchInput(sorts: readonly string[]) {
  return {
    query: z
      .string()
      .max(MAX_QUERY_LENGTH)
      .optional()
      .describe('Free words; "a phrase", prefix*, -excluded. Names and ids match exactly first'),
    ids: z
      .array(shortText())
      .min(1)
      .max(10)
      .optional()
      .describe('Show these records side by side instead of searching'),
    limit: z.number().int().min(1).max(50).default(10).describe('Records a page'),
    cursor: z
      .string()
      .max(2000)
      .optional()
      .describe('next_cursor of the previous page, with the same arguments'),
    sort: z
      .enum(['relevance', ...sorts])
      .optional()
      .describe('Order of the results'),
    detail: z
      .enum(['concise', 'full'])
      .default('concise')
      .describe('full: every field, sources and confidence'),
  };
}

/** The shared arguments as a search reads them. */
export interface SearchArguments {
  readonly query?: string | undefined;
  readonly ids?: readonly string[] | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly sort?: string | undefined;
  readonly detail: 'concise' | 'full';
}

/** The envelope of every search answer around records that show `fields`; open for further ones. */
export function searchOutput(fields: z.ZodRawShape) {
  return z.looseObject({
    results: z.array(z.looseObject({ id: z.string(), ...fields })),
    total: z.number().int().describe('All matches, not only this page'),
    next_cursor: z.string().optional(),
    facets: z
      .record(z.string(), z.record(z.string(), z.number()))
      .describe('Counts, each without its own filter'),
    dataset: z.object({ version: z.string(), date: z.string(), contributions: z.number() }),
    notes: z.array(z.string()).optional(),
    not_found: z.array(z.string()).optional(),
  });
}
