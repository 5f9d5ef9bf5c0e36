import { isYearOf, type Publication } from '../kinds/publications/publication.ts';
import { isSamePerson } from '../kinds/publications/same-person.ts';
import { findVenues, journalIds } from '../kinds/vocabularies/venues.ts';
import type { KindStore } from '../search/kind-store.ts';
import { compact, fold, words } from '../text/fold.ts';
import type { Reference, ReferencePart } from './reference.ts';
import type { Titles } from './title-index.ts';

/** What of a reference is otherwise in the data; `held` is left out where the data only tell that it is wrong. */
export interface Difference {
  readonly part: ReferencePart;
  readonly written: string;
  readonly held?: string;
}

export type ReferenceVerdict =
  | { readonly is: 'verified'; readonly paper: Publication }
  | { readonly is: 'corrected'; readonly paper: Publication; readonly differences: readonly Difference[] }
  /** `why`: what the data tell of it all the same. */
  | { readonly is: 'not in these data'; readonly why?: string };

/** Titles that share so many of their words may be one with a slip. */
const MOST_OF_WORDS = 0.8;

/** Holds references against the papers of a store. */
export class ReferenceChecker {
  readonly #store: KindStore<'publications'>;
  readonly #titles: Titles;

  constructor(store: KindStore<'publications'>, titles: Titles) {
    this.#store = store;
    this.#titles = titles;
  }

  check(reference: Reference): ReferenceVerdict {
    const { title, doi, arxivId } = reference;
    const ofDoi = this.#identified(doi);
    const identified = [...ofDoi, ...this.#identified(arxivId)];
    if (title === undefined) return this.#untitled(reference, identified);
    const titled = this.#titles.exactly(title);
    const found =
      this.#nearest(reference, [...new Set([...titled, ...identified])]) ??
      this.#nearest(reference, this.#titles.near(title));
    if (found !== undefined) return found;
    const [other] = identified;
    if (other !== undefined)
      return notHeld(`its ${ofDoi.length > 0 ? 'DOI' : 'arXiv id'} is that of ${this.#called(other)}`);
    const [namesake] = titled;
    return notHeld(
      namesake === undefined
        ? undefined
        : `another paper or version of this title is held: ${this.#called(namesake)}`,
    );
  }

  /** A list of identifiers says no more than these. */
  #untitled({ authors, year }: Reference, rows: readonly number[]): ReferenceVerdict {
    const [row] = rows;
    if (row === undefined) return { is: 'not in these data' };
    const paper = this.#store.record(row);
    const differences = [
      ...differentAuthors({ authors, isCut: false }, paper),
      ...differentYear(year, paper),
    ];
    return differences.length === 0 ? { is: 'verified', paper } : { is: 'corrected', paper, differences };
  }

  #identified(id: string | undefined): readonly number[] {
    const row = id === undefined ? undefined : this.#store.indexOf(id);
    return row === undefined || !this.#store.isLive(row) ? [] : [row];
  }

  #called(row: number): string {
    const { id, title } = this.#store.record(row);
    return `"${title}" (${id})`;
  }

  /** The paper among these that a reference is of, with what it has otherwise; undefined if it is of none. */
  #nearest(reference: Reference, rows: readonly number[]): ReferenceVerdict | undefined {
    let best: { readonly paper: Publication; readonly differences: readonly Difference[] } | undefined;
    for (const row of rows) {
      if (!isSimilar(reference.title ?? '', this.#store.part(row, TITLE).title)) continue;
      const paper = this.#store.record(row);
      const differences = this.#differences(reference, paper);
      if (!isSamePaper(reference, paper, differences)) continue;
      if (best === undefined || differences.length < best.differences.length) best = { paper, differences };
      if (differences.length === 0) return { is: 'verified', paper };
    }
    return best && { is: 'corrected', ...best };
  }

  #differences(reference: Reference, paper: Publication): Difference[] {
    const { title = '', venue, doi, arxivId } = reference;
    const isTitle = titleKey(title) === titleKey(paper.title);
    return [
      ...(isTitle ? [] : [{ part: 'title' as const, written: title, held: paper.title }]),
      ...differentAuthors(reference, paper),
      ...differentYear(reference.year, paper),
      ...differentVenue(venue, paper),
      ...(doi === undefined ? [] : this.#differentDoi(doi, paper)),
      ...(arxivId === undefined ? [] : this.#differentArxiv(arxivId, paper)),
    ];
  }

  #differentDoi(doi: string, paper: Publication): Difference[] {
    const held = paper.doi?.toLowerCase();
    if (held === doi || paper.aliases.some((alias) => alias.toLowerCase() === doi)) return [];
    const wrong: Difference = {
      part: 'doi',
      written: doi,
      ...(paper.doi !== undefined && { held: paper.doi }),
    };
    if (held !== undefined || this.#identified(doi).length > 0) return [wrong];
    return mayBeDoiOf(doi, paper) ? [] : [wrong];
  }

  #differentArxiv(id: string, paper: Publication): Difference[] {
    const held = paper.arxiv_id;
    if (held === id || paper.aliases.includes(id)) return [];
    const isOther = held !== undefined || this.#identified(id).length > 0;
    return isOther ? [{ part: 'arxiv', written: id, ...(held !== undefined && { held }) }] : [];
  }
}

function notHeld(why: string | undefined): ReferenceVerdict {
  return { is: 'not in these data', ...(why !== undefined && { why }) };
}

const TITLE = ['title'] as const;

/** Letters and digits of a title, without the signs of a trade mark. */
function titleKey(title: string): string {
  return compact(title.replace(/\((?:R|TM)\)|[®™]/gi, ''));
}

/** The same title but for a slip, a word, or a part behind the colon. */
function isSimilar(one: string, other: string): boolean {
  if (titleKey(one) === titleKey(other)) return true;
  const [own, held] = [words(fold(one)), words(fold(other))];
  const left = [...held];
  const shared = own.filter((word) => {
    const at = left.indexOf(word);
    if (at !== -1) left.splice(at, 1);
    return at !== -1;
  }).length;
  return shared >= MOST_OF_WORDS * Math.max(own.length, held.length) && shared >= KEY_SHARED;
}

/** Fewer words are those of any title. */
const KEY_SHARED = 3;

/**
 * A paper of the same title by others, in another year, is another paper; so is one of a similar title that shares nobody, or
 * what appeared elsewhere under another DOI.
 */
function isSamePaper(
  { title = '', authors }: Reference,
  paper: Publication,
  differences: readonly Difference[],
): boolean {
  const has = (part: ReferencePart) => differences.some((one) => one.part === part);
  if (has('doi') && (has('venue') || has('year'))) return false;
  if (authors.length === 0) return !has('title') || !has('year');
  const sharesSomebody = authors.some((author) => paper.authors.some((own) => isSamePerson(author, own)));
  if (titleKey(title) !== titleKey(paper.title)) return sharesSomebody;
  return sharesSomebody || (!has('year') && !has('venue'));
}

function differentAuthors(
  { authors, isCut }: Pick<Reference, 'authors' | 'isCut'>,
  paper: Publication,
): Difference[] {
  if (authors.length === 0) return [];
  const own = paper.authors;
  const isSame =
    (isCut ? authors.length <= own.length : authors.length === own.length) &&
    authors.every((author, i) => isSamePerson(author, own[i] as string));
  return isSame ? [] : [{ part: 'authors', written: authors.join(', '), held: own.join(', ') }];
}

/** The year of the venue, or another in which one of its pages is dated, often the preprint's. */
function differentYear(year: number | undefined, paper: Publication): Difference[] {
  if (year === undefined || isYearOf(year, paper)) return [];
  return [{ part: 'year', written: String(year), held: String(paper.year) }];
}

function differentVenue(venue: string | undefined, paper: Publication): Difference[] {
  if (venue === undefined || paper.journal === undefined || /arxiv|corr\b/i.test(venue)) return [];
  const known = findVenues(venue);
  if (known.length === 0 || known.includes(paper.journal)) return [];
  const [own] = findVenues(paper.journal);
  // Of a venue that is in no list it is not known how else it is called.
  return own === undefined ? [] : [{ part: 'venue', written: venue, held: paper.journal }];
}

/** What the registrants write into their DOIs, by venue. */
const venueInDoi: readonly (readonly [RegExp, string])[] = [
  [/^10\.1109\/(?:robot|icra)/, 'ICRA'],
  [/^10\.1109\/iros/, 'IROS'],
  [/^10\.1109\/tro\./, 'T-RO'],
  [/^10\.1109\/lra\./, 'RA-L'],
  [/^10\.1109\/tase\./, 'T-ASE'],
  [/^10\.1109\/tmech\./, 'T-Mech'],
  [/^10\.1109\/case/, 'CASE'],
  [/^10\.1177\/0278/, 'IJRR'],
  [/^10\.15607\/rss/, 'RSS'],
  [/^10\.1126\/scirobotics/, 'Science Robotics'],
];

/** False for a DOI that tells of another venue or year, or has the number of another page of IEEE than the paper's own. */
function mayBeDoiOf(doi: string, paper: Publication): boolean {
  const venue = venueInDoi.find(([pattern]) => pattern.test(doi))?.[1];
  if (venue === undefined) return true;
  if (paper.journal !== undefined && venue !== paper.journal) return false;
  const dated = journalIds().has(venue) ? null : /\.((?:19|20)\d{2})\.(?:[a-z]+\.)?(\d+)$/.exec(doi);
  if (dated === null) return true;
  const [year, number] = dated.slice(1).map(Number);
  const pages = pagesOf(paper);
  const isOfPage = pages.length === 0 || pages.includes(number as number);
  return isOfPage && Math.abs((year as number) - paper.year) <= 1;
}

/** The numbers of a paper's own pages at IEEE, which DOIs of its conferences end with. */
function pagesOf({ url, venue_url }: Publication): number[] {
  return [url, venue_url].flatMap((page) => {
    const [, number] = /ieee\.org\/document\/(\d+)/.exec(page ?? '') ?? [];
    return number === undefined ? [] : [Number(number)];
  });
}
