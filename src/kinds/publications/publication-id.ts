import { createHash } from 'node:crypto';
import { compact, fold, slugify, words } from '../../text/fold.ts';

/** What a publication's id is made from. */
interface PublicationFacts {
  readonly title: string;
  readonly authors: readonly string[];
  readonly year: number;
  readonly arxiv_id?: string | undefined;
  readonly doi?: string | undefined;
}

const LONGEST_DOI_SLUG = 100;
const suffixes = new Set(['jr', 'sr', 'ii', 'iii', 'iv']);

/**
 * The id of a publication that has none yet: `arxiv-2401-02117` if it has an arXiv id, else `doi-` and the
 * DOI as a slug, else `paper-` and 12 hex digits of SHA-256 over folded title, first surname and year.
 */
export function publicationId(facts: PublicationFacts): string {
  if (facts.arxiv_id !== undefined) return arxivPublicationId(facts.arxiv_id);
  return facts.doi === undefined ? paperId(facts) : doiPublicationId(facts.doi);
}

/**
 * Every id that follows from the facts, best first. A released id never changes, so a paper that was known by
 * its title before its DOI or arXiv id became known keeps the id of that time.
 */
export function possiblePublicationIds(facts: PublicationFacts): string[] {
  const ids = [paperId(facts)];
  if (facts.doi !== undefined) ids.unshift(doiPublicationId(facts.doi));
  if (facts.arxiv_id !== undefined) ids.unshift(arxivPublicationId(facts.arxiv_id));
  return ids;
}

/** `arxiv-2401-02117` for `2401.02117`, `arxiv-cs-0612047` for `cs/0612047`. */
export function arxivPublicationId(arxivId: string): string {
  return `arxiv-${slugify(arxivId)}`;
}

/** `doi-10-1109-icra-2020-123` for `10.1109/ICRA.2020.123`; the end of a very long DOI becomes a hash. */
function doiPublicationId(doi: string): string {
  const slug = slugify(doi, Number.POSITIVE_INFINITY);
  if (slug.length <= LONGEST_DOI_SLUG) return `doi-${slug}`;
  return `doi-${slugify(doi, LONGEST_DOI_SLUG)}-${hexDigest(doi.toLowerCase(), 8)}`;
}

function paperId({ title, authors, year }: PublicationFacts): string {
  const folded = words(fold(title)).join(' ');
  return `paper-${hexDigest(`${folded}\n${surname(authors[0] ?? '')}\n${year}`, 12)}`;
}

/** The folded last name: `Müller` of `Anna Müller`, `Müller, Anna` and `Anna Müller Jr.` is `muller`. */
export function surname(name: string): string {
  const beforeComma = name.split(',')[0] ?? '';
  const parts = beforeComma.trim().split(/\s+/);
  while (parts.length > 1 && suffixes.has(compact(parts[parts.length - 1] ?? ''))) parts.pop();
  return compact(parts[parts.length - 1] ?? '');
}

function hexDigest(text: string, digits: number): string {
  return createHash('sha256').update(text).digest('hex').slice(0, digits);
}
