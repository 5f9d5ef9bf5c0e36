import { compact, fold, singular, words } from '../../text/fold.ts';
import { takeUmlautsBack } from '../../text/word-forms.ts';
import type { KindStore } from '../kind-store.ts';
import type { Finder } from './finders.ts';

/** With at most so many candidates their authors are compared one by one. */
const MAX_PAPERS_READ = 50;
/** Of more candidates only so many are read, the newest: a common surname with an initial is that of hundreds. */
const MAX_CANDIDATES = 600;
/** More words than this are not compared; hardly a name has as many. */
const MAX_NAME_WORDS = 6;

/** What stands beside a person's name and is no part of it. */
const besideNames = /\bet\s+al\b\.?|\b(?:prof(?:essor)?|dr|ph\.?d)\b\.?/gi;

type Papers = KindStore<'publications'>;

export interface AuthorFinder extends Finder<number> {
  /** True if so many papers have authors of that surname that only the newest of these were looked at. */
  hasTooManyNamesakes(text: string): boolean;
}

/**
 * Papers with an author whose name has every requested word, in any order; an initial matches a name that begins with
 * it, on either side: `O. Khatib` and `Oussama Khatib` match.
 */
export function authorFinder(store: Papers): AuthorFinder {
  const read = new Map<string, Name>();
  const nameOf = (text: string): Name => {
    const name = read.get(text) ?? readName(store, text.replace(besideNames, ' '));
    read.set(text, name);
    return name;
  };
  return {
    find: (text) => papersBy(store, nameOf(text)),
    spellings: () => [],
    hasTooManyNamesakes: (text) => nameOf(text).candidates.size > MAX_CANDIDATES,
  };
}

/** A name that is asked for. */
interface Name {
  readonly wanted: readonly string[];
  /** Papers that have it, if it is one word. */
  readonly direct: ReadonlySet<number>;
  /** Papers whose authors have to be compared in full: other spellings of a name, and names that share one word. */
  readonly candidates: ReadonlySet<number>;
}

function readName(store: Papers, asked: string): Name {
  const wanted = words(fold(asked)).slice(0, MAX_NAME_WORDS);
  const [only = ''] = wanted;
  const direct = new Set(wanted.length === 1 ? store.inField('authors', only) : []);
  return { wanted, direct, candidates: candidates(store, wanted, direct) };
}

function candidates(store: Papers, wanted: readonly string[], known: ReadonlySet<number>): Set<number> {
  const found = new Set<number>();
  // Any word may be the surname, and the others may stand as initials.
  const whole = wanted.filter((word) => word.length > 1);
  // Initials alone name nobody.
  const naming = whole.length === 0 && wanted.length === 1 ? wanted : whole;
  for (const word of naming) {
    for (const rows of rowsNamed(store, word)) for (const row of rows) if (!known.has(row)) found.add(row);
  }
  // What a single word has found has it.
  for (const word of naming.length === 1 ? [] : whole) {
    // Reading the authors of a few papers is faster than reading the long lists of an initial.
    if (found.size <= MAX_PAPERS_READ) break;
    keep(found, [...rowsNamed(store, word), store.inField('authors', word.charAt(0))]);
  }
  return found;
}

function papersBy(store: Papers, { wanted, direct, candidates }: Name): readonly number[] {
  const named = new Set(direct);
  const plainly = wanted.filter((word) => word.length > 1 || wanted.length === 1);
  const isMeant = (author: string) => mayBeNamed(author, plainly) && isNamed(author, wanted);
  for (const index of store.rowsListing('authors', newest(store, candidates), isMeant)) named.add(index);
  return [...named];
}

function newest(store: Papers, found: ReadonlySet<number>): Iterable<number> {
  if (found.size <= MAX_CANDIDATES) return found;
  const dates = store.dates('published').numbers;
  // Numbers that are sorted faster than rows by two keys: what is left of the day of days, then the row.
  const places = Float64Array.from(found, (row) => (LAST_DATE - (dates[row] as number)) * MOST_ROWS + row);
  return places
    .sort()
    .subarray(0, MAX_CANDIDATES)
    .map((place) => place % MOST_ROWS);
}

const LAST_DATE = 9999_99_99;
const MOST_ROWS = 2 ** 26;

/** Papers that have a word among the names of their authors, by its spellings. */
function rowsNamed(store: Papers, word: string): Int32Array[] {
  const forms = [...new Set([word, plain(word)])];
  return forms.flatMap((form) => [store.inField('authors', form), store.inField('variants', singular(form))]);
}

/** A cheap test that excludes most authors: false only for a name that has none of the words, in any spelling. */
function mayBeNamed(author: string, wanted: readonly string[]): boolean {
  const lower = author.toLowerCase();
  return wanted.some((word) => lower.includes(word) || plain(word) !== word) || !isPlainAscii.test(lower);
}

/** Letters without marks, no umlaut written out, and nothing that a name is written with or without. */
const isPlainAscii = /^(?!.*(?:[aou]e|\w['-]\w))[\x20-\x7e]*$/;

function keep(found: Set<number>, lists: readonly Int32Array[]): void {
  const wanted = new Set<number>();
  for (const list of lists) for (const index of list) wanted.add(index);
  for (const index of found) if (!wanted.has(index)) found.delete(index);
}

function isNamed(author: string, wanted: readonly string[]): boolean {
  // `O'Malley` is also `OMalley`.
  const parts = [...words(fold(author)), ...author.split(/\s+/).map(compact)];
  const isOwn = (word: string) => parts.some((part) => plain(part) === plain(word));
  // An initial alone names nobody: `O. K. Smith` is not `O. Khatib`.
  const isNamedInFull = wanted.some((word) => isOwn(word) && (word.length > 1 || wanted.length === 1));
  return isNamedInFull && wanted.every((word) => isOwn(word) || parts.some((part) => isInitial(word, part)));
}

/** `mueller` and `muller` are one. */
function plain(word: string): string {
  return takeUmlautsBack(word) ?? word;
}

function isInitial(word: string, part: string): boolean {
  return (word.length === 1 && part.startsWith(word)) || (part.length === 1 && word.startsWith(part));
}
