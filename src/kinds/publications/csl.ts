import { sanitizeLine } from '../../lib/sanitize.ts';
import type { Citation, CitedName } from './citation.ts';

const types = {
  article: 'article-journal',
  proceedings: 'paper-conference',
  preprint: 'article',
  other: 'document',
} as const;

/** An item of CSL-JSON (schema 1.0), as Zotero, Pandoc and citeproc read it. */
export function cslItem(cited: Citation): object {
  const { type, title, authors, year, venue, doi, arxivId, url, key } = cited;
  return {
    id: key,
    type: types[type],
    title: sanitizeLine(title),
    author: authors.map(cslName),
    issued: { 'date-parts': [[year]] },
    ...(venue !== undefined && { 'container-title': sanitizeLine(venue) }),
    ...(type === 'preprint' && { publisher: 'arXiv' }),
    ...(arxivId !== undefined && { number: sanitizeLine(`arXiv:${arxivId}`) }),
    ...(doi !== undefined && { DOI: sanitizeLine(doi) }),
    URL: sanitizeLine(url),
  };
}

function cslName(name: CitedName): object {
  if ('literal' in name) return { literal: sanitizeLine(name.literal) };
  const plain = Object.entries(name).map(([part, value]) => [part, sanitizeLine(value)]);
  return Object.fromEntries(plain);
}
