import { isYearOf, type Publication } from '../kinds/publications/publication.ts';
import type { KindStore } from '../search/kind-store.ts';
import { compact, fold, words } from '../text/fold.ts';
import { parseQuery } from '../text/query.ts';
import { type Difference, ReferenceChecker } from './check-reference.ts';
import { readReferences } from './read-others.ts';
import { formOf, type Reference } from './reference.ts';

type Papers = KindStore<'publications'>;

/** The paper that a reference is of, with what it says otherwise. */
interface Referenced {
  readonly row: number;
  readonly differences: readonly Difference[];
}

/** Fewer words are a name. */
const MIN_WORDS = 5;
/** Of a search for the words of a reference so many are looked at. */
const MOST_LOOKED_AT = 8;
/** A shorter title may stand in any text. */
const MIN_TITLE = 16;

/** The paper that a whole reference is of: an entry of BibTeX, RIS or CSL-JSON, or one as lists of references print it. */
export function findReferenced(store: Papers, text: string): Referenced | undefined {
  if (words(text).length < MIN_WORDS) return undefined;
  const entry = entryIn(text);
  const reference = entry ?? printed(store, text);
  if (reference === undefined) return undefined;
  const checker = new ReferenceChecker(store, {
    exactly: (title) => store.named(title),
    near: (title) => searched(store, title),
  });
  const verdict = checker.check(reference);
  const row = verdict.is === 'not in these data' ? undefined : store.indexOf(verdict.paper.id);
  if (row === undefined || verdict.is === 'not in these data') return undefined;
  return { row, differences: verdict.is === 'corrected' ? verdict.differences : [] };
}

function entryIn(text: string): Reference | undefined {
  const form = formOf(text);
  if (form === 'lines') return undefined;
  try {
    return readReferences(text, form)[0];
  } catch {
    return undefined;
  }
}

function searched(store: Papers, text: string): readonly number[] {
  const { page } = store.search({ text: parseQuery(text), filters: [], facets: [], limit: MOST_LOOKED_AT });
  return page;
}

/** `R. Mur-Artal et al., "ORB-SLAM: …," IEEE T-RO, 2015`: the longest title that stands in it, with who else does. */
function printed(store: Papers, text: string): Reference | undefined {
  const letters = compact(text);
  const papers = searched(store, text).map((row) => store.record(row));
  const [paper] = papers
    .filter(({ title }) => compact(title).length >= MIN_TITLE && letters.includes(compact(title)))
    .sort((a, b) => b.title.length - a.title.length);
  if (paper === undefined) return undefined;
  const at = text.toLowerCase().indexOf(paper.title.toLowerCase().slice(0, MIN_TITLE));
  const year = yearBeside(text, paper);
  return {
    key: '1',
    title: paper.title,
    authors: firstAuthor(at === -1 ? '' : text.slice(0, at), paper),
    isCut: true,
    ...(year !== undefined && { year }),
    isWhole: true,
  };
}

/** The first author where the words before the title name somebody; the paper's own if it is among them. */
function firstAuthor(before: string, paper: Publication): string[] {
  const named = words(fold(before));
  const [own = ''] = paper.authors;
  const surnames = words(fold(own)).filter((word) => word.length > 1);
  if (named.length === 0) return [];
  const [first = ''] = /\p{L}[\p{L}'’-]+/u.exec(before) ?? [];
  return surnames.some((word) => named.includes(word)) ? [own] : [first];
}

/** The year that stands in a reference: that of the paper if it is there. */
function yearBeside(text: string, paper: Publication): number | undefined {
  const rest = text.replace(paper.title, ' ');
  const years = [...rest.matchAll(/(?<![\d.])(?:19|20)\d{2}(?![\d.]?\d)/g)].map(([found]) => Number(found));
  return years.find((one) => isYearOf(one, paper)) ?? years[0];
}
