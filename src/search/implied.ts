import { isDeepStrictEqual } from 'node:util';
import type { Kind } from '../kinds/kinds.ts';
import { arxivPage, identifierAliases } from '../kinds/publications/publication.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What stands in place of a record's own pages among its sources; no address is like it. */
const ownPage = '=';
const ownVenuePage = '+';

interface Rule {
  readonly from: readonly string[];
  of(fields: Fields): unknown;
}

/** Fields that nearly always follow from the others. Each is required, so that one that is missing follows. */
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

/** What a field of a record is that is not stored; `fields` are the record's own or the row's. */
export function implied(kind: Kind, name: string, fields: Fields): unknown {
  return rules[kind]?.[name]?.of(fields);
}

/** The fields that must be read for a field to be known. */
export function impliedBy(kind: Kind, name: string): readonly string[] {
  if (name === 'sources') return ['url', 'venue_url'].flatMap((page) => [page, ...impliedBy(kind, page)]);
  return rules[kind]?.[name]?.from ?? [];
}

/** A record without what follows from the rest of it: a third of the papers' table would say nothing new. */
export function withoutImplied(kind: Kind, fields: Fields): Fields {
  const short: Record<string, unknown> = { ...fields };
  for (const name of Object.keys(rules[kind] ?? {})) {
    if (isDeepStrictEqual(fields[name], implied(kind, name, fields))) delete short[name];
  }
  if (Array.isArray(fields.sources)) {
    short.sources = fields.sources.map((source: { url: string }) => {
      if (source.url === fields.url) return { ...source, url: ownPage };
      return source.url === fields.venue_url ? { ...source, url: ownVenuePage } : source;
    });
  }
  return short;
}

/** Writes a record's own pages into its sources, which nothing else holds. */
export function nameOwnPages(record: Record<string, unknown>): void {
  if (!Array.isArray(record.sources)) return;
  for (const source of record.sources as { url: unknown }[]) {
    if (source.url === ownPage) source.url = record.url;
    else if (source.url === ownVenuePage) source.url = record.venue_url;
  }
}
