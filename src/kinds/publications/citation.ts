import { checksum } from '../../lib/checksum.ts';
import { compact, fold, words } from '../../text/fold.ts';
import { isStopWord } from '../../text/query.ts';
import { journalIds, venueTitle } from '../vocabularies/venues.ts';
import type { Publication } from './publication.ts';
import { surname } from './publication-id.ts';

/** A person, or a group that has one name. */
export type CitedName =
  | { readonly family: string; readonly given: string; readonly suffix?: string }
  | { readonly literal: string };

/** What every form of an entry is made from. */
export interface Citation {
  /** The same for a paper as long as its id, first author, year and title are: others that join the data change none. */
  readonly key: string;
  /** Where it appeared; a preprint is on arXiv alone, and a paper known by its page alone is none of the others. */
  readonly type: 'article' | 'proceedings' | 'preprint' | 'other';
  readonly title: string;
  readonly authors: readonly CitedName[];
  readonly year: number;
  /** The full name of the journal or proceedings. */
  readonly venue?: string;
  readonly doi?: string;
  readonly arxivId?: string;
  readonly arxivCategory?: string;
  readonly url: string;
}

/** A paper as it is cited. */
export function citationOf(paper: Publication): Citation {
  const { title, year, journal, doi, arxiv_id, url, categories } = paper;
  const type =
    journal !== undefined
      ? journalIds().has(journal)
        ? 'article'
        : 'proceedings'
      : arxiv_id !== undefined
        ? 'preprint'
        : 'other';
  return {
    key: citationKey(paper),
    type,
    title,
    authors: paper.authors.map(readName),
    year,
    url,
    ...(journal !== undefined && { venue: venueTitle(journal) }),
    ...(doi !== undefined && { doi }),
    ...(arxiv_id !== undefined && { arxivId: arxiv_id }),
    ...(arxiv_id !== undefined && categories[0] !== undefined && { arxivCategory: categories[0] }),
  };
}

/** `chi2023diffusion-x7qd`: first author, year, first word of the title, and four signs of the id, which keep it apart. */
function citationKey({ id, title, authors, year }: Publication): string {
  const name = fold(surname(authors[0] ?? '')).replace(/[^a-z0-9]/g, '');
  const all = words(fold(title)).filter((word) => /^[a-z0-9]+$/.test(word));
  const word = all.find((one) => !isStopWord(one)) ?? all[0] ?? '';
  return `${name || 'paper'}${year}${word}-${signsOf(id)}`;
}

/** Twenty bits of a checksum as four letters and digits. */
function signsOf(id: string): string {
  return (checksum(id) % 32 ** 4).toString(32).padStart(4, '0');
}

const suffixes = new Set(['jr', 'sr', 'ii', 'iii', 'iv']);
const groups = /\b(collaboration|consortium|team|group|lab|laboratory|project|foundation|inc|research)\b/i;

/**
 * The parts of a name as a paper has it: `Ludwig van der Berg Jr.` and `Berg, Ludwig van der` have a family name with
 * the small words before it; one word, and the name of a group, are a whole.
 */
export function readName(name: string): CitedName {
  const parts = name.trim().split(/\s+/);
  const comma = name.indexOf(',');
  const last = compact(parts.at(-1) ?? '');
  if (groups.test(name) || (parts.length === 1 && comma === -1)) return { literal: name.trim() };
  if (suffixes.has(last) && parts.length > 2) {
    const read = readName(parts.slice(0, -1).join(' ').replace(/,$/, ''));
    return 'literal' in read ? { literal: name.trim() } : { ...read, suffix: parts.at(-1) ?? '' };
  }
  if (comma !== -1) {
    const [family, given] = [name.slice(0, comma).trim(), name.slice(comma + 1).trim()];
    return family === '' || given === '' || given.includes(',')
      ? { literal: name.trim() }
      : { family, given };
  }
  let first = parts.length - 1;
  while (first > 1 && isParticle(parts[first - 1] ?? '')) first -= 1;
  return { family: parts.slice(first).join(' '), given: parts.slice(0, first).join(' ') };
}

const particles = new Set(
  "af al bar ben bin d' da dal dalla de degli dei del della den der des di do dos du e el ibn la las le les lo los of op san st 't te ten ter und van vande vanden vander vom von y zu zum zur".split(
    ' ',
  ),
);
/** Those that are no given names: `Karl Van Wyk`, but `Thanh Le Nguyen`. */
const capitalParticles = new Set('Van Von Der Den De Del Della Dos Ter Ten Vander Vanden'.split(' '));

/** A small word before a family name: `van`, `de`; not the second half of a given name, as in `Sang bae Kim`. */
function isParticle(word: string): boolean {
  return particles.has(word.replace('’', "'")) || capitalParticles.has(word);
}
