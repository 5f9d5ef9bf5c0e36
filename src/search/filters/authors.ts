import { lazily } from '../../lib/lazily.ts';
import { compact, fold, singular, words } from '../../text/fold.ts';
import { takeUmlautsBack } from '../../text/word-forms.ts';
import type { KindStore } from '../kind-store.ts';
import { type Mask, rowsIn, rowsWhere } from '../masks.ts';
import type { Finder } from './finders.ts';

/** With at most so many candidates their authors are compared one by one. */
const MAX_PAPERS_READ = 50;
/** Of more candidates only so many are read, the newest: a common surname with an initial is that of hundreds. */
const MAX_CANDIDATES = 600;
/** And of a list of names so many for all of them. */
const MAX_OF_LIST = 6 * MAX_CANDIDATES;
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
export function authorFinder(store: Papers, among?: () => Iterable<number>): AuthorFinder {
  const read = new Map<string, Name>();
  const wantedRows = lazily(() => among && new Set(among()));
  const papers = new Map<Name, readonly number[]>();
  let left = MAX_OF_LIST;
  const papersOf = (name: Name): readonly number[] => {
    const known = papers.get(name);
    if (known !== undefined) return known;
    const most = Math.min(left, MAX_CANDIDATES);
    left -= Math.min(most, name.candidates.length);
    const found = papersBy(store, name, most);
    papers.set(name, found);
    return found;
  };
  const nameOf = (text: string): Name => {
    const wanted = wordsOf(text);
    const key = wanted.join(' ');
    const known = read.get(key);
    if (known !== undefined) return known;
    const all = readName(store, wanted);
    const name = all.candidates.length > MAX_CANDIDATES ? withAmong(all, wantedRows()) : all;
    read.set(key, name);
    return name;
  };
  return {
    find: (text) => papersOf(nameOf(text)),
    spellings: () => [],
    hasTooManyNamesakes: (text) => nameOf(text).candidates.length > MAX_CANDIDATES,
  };
}

/** Of very many namesakes those whose papers are asked for by other words too. */
function withAmong(name: Name, among: ReadonlySet<number> | undefined): Name {
  if (among === undefined) return name;
  return { ...name, candidates: rowsWhere(name.candidates, (row) => among.has(row)) };
}

/** A name that is asked for. */
interface Name {
  readonly wanted: readonly string[];
  /** Papers that have it, if it is one word; a letter is that of thousands. */
  readonly direct: Int32Array;
  /** Papers whose authors have to be compared in full: other spellings of a name, and names that share one word. */
  readonly candidates: Int32Array;
}

function wordsOf(asked: string): readonly string[] {
  return words(fold(asked.replace(besideNames, ' '))).slice(0, MAX_NAME_WORDS);
}

function readName(store: Papers, wanted: readonly string[]): Name {
  const [only = ''] = wanted;
  const direct = wanted.length === 1 ? store.inField('authors', only) : new Int32Array(0);
  return { wanted, direct, candidates: candidates(store, wanted, direct) };
}

function candidates(store: Papers, wanted: readonly string[], known: Int32Array): Int32Array {
  // Any word may be the surname, and the others may stand as initials.
  const whole = wanted.filter((word) => word.length > 1);
  // Initials alone name nobody.
  const naming = whole.length === 0 && wanted.length === 1 ? wanted : whole;
  const lists = naming.flatMap((word) => rowsNamed(store, word));
  const named = anyOf(store.size, lists);
  for (let i = 0; i < known.length; i++) named[known[i] as number] = 0;
  let found = rowsIn(named);
  // What a single word has found has it.
  for (const word of naming.length === 1 ? [] : whole) {
    // Reading the authors of a few papers is faster than reading the long lists of an initial.
    if (found.length <= MAX_PAPERS_READ) break;
    const having = anyOf(store.size, [...rowsNamed(store, word), store.inField('authors', word.charAt(0))]);
    found = rowsWhere(found, (row) => having[row] === 1);
  }
  return found;
}

function anyOf(size: number, lists: readonly Int32Array[]): Mask {
  const mask = new Uint8Array(size);
  for (const list of lists) for (let i = 0; i < list.length; i++) mask[list[i] as number] = 1;
  return mask;
}

/** The candidates have none of those that have the name directly. */
function papersBy(store: Papers, { wanted, direct, candidates }: Name, most: number): readonly number[] {
  const mayBeNamed = nameTest(wanted);
  const isMeant = (author: string) => mayBeNamed(author) && isNamed(author, wanted);
  return [...direct, ...store.rowsListing('authors', newest(store, candidates, most), isMeant)];
}

function newest(store: Papers, found: Int32Array, most: number): Iterable<number> {
  if (found.length <= most) return found;
  const dates = store.dates('published').numbers;
  // Numbers that are sorted faster than rows by two keys: what is left of the day of days, then the row.
  const places = new Float64Array(found.length);
  for (let i = 0; i < found.length; i++) {
    const row = found[i] as number;
    places[i] = (LAST_DATE - (dates[row] as number)) * MOST_ROWS + row;
  }
  const first = places.sort().subarray(0, most);
  return first.map((place) => place % MOST_ROWS);
}

const LAST_DATE = 9999_99_99;
const MOST_ROWS = 2 ** 26;

/** Papers that have a word among the names of their authors, by its spellings. */
function rowsNamed(store: Papers, word: string): Int32Array[] {
  const forms = [...new Set([word, takeUmlautsBack(word)])];
  return forms.flatMap((form) => [store.inField('authors', form), store.inField('variants', singular(form))]);
}

/**
 * A cheap test that excludes most authors: false only for a name that lacks a word, in any spelling and as an initial, or
 * has none in full.
 */
function nameTest(wanted: readonly string[]): (author: string) => boolean {
  const asked = wanted.map((word) => ({
    isShort: word.length === 1,
    letters: withoutE(word),
    first: word.charAt(0),
    initial: ` ${word.charAt(0)}`,
  }));
  return (author) => {
    const lower = author.toLowerCase();
    if (!isAscii.test(lower)) return true;
    // Neither a word nor its initial can be there without its first letter.
    for (let i = 0; i < asked.length; i++) if (!lower.includes(asked[i]?.first as string)) return false;
    const spaced = ` ${lower.replace(besidesLetters, ' ')} `;
    const joined = withoutE(lower.replace(besidesLettersAndSpaces, ''));
    let isNamedInFull = false;
    for (const { isShort, letters, initial } of asked) {
      const isOwn = isShort ? asked.length === 1 : joined.includes(letters);
      if (!isOwn && !spaced.includes(isShort ? initial : `${initial} `)) return false;
      isNamedInFull ||= isOwn;
    }
    return isNamedInFull;
  };
}

const isAscii = /^[\x20-\x7e]*$/;
const besidesLetters = /[^a-z0-9]+/g;
const besidesLettersAndSpaces = /[^a-z0-9 ]+/g;

/** Of two spellings of an umlaut the letters are the same but for an e. */
function withoutE(text: string): string {
  return text.replaceAll('e', '');
}

function isNamed(author: string, wanted: readonly string[]): boolean {
  // `O'Malley` is also `OMalley`.
  const spellings = [words(fold(author)), author.split(/\s+/).map(compact)];
  const parts = spellings.flat();
  const isOwn = (word: string) => parts.some((part) => takeUmlautsBack(part) === takeUmlautsBack(word));
  // An initial alone names nobody: `O. K. Smith` is not `O. Khatib`.
  const isNamedInFull = wanted.some((word) => isOwn(word) && (word.length > 1 || wanted.length === 1));
  if (!isNamedInFull || !wanted.every((word) => isOwn(word) || parts.some((part) => isInitial(word, part))))
    return false;
  // `Marc R. Tremblay` is not `Marc Raibert`: an initial stands for a whole name only where no other name is left over.
  const isShortened = wanted.some((word) => word.length > 1 && !isOwn(word));
  const isAsked = (part: string) =>
    part.length === 1 || wanted.some((word) => takeUmlautsBack(word) === takeUmlautsBack(part));
  return !isShortened || spellings.some((names) => names.every(isAsked));
}

function isInitial(word: string, part: string): boolean {
  return (word.length === 1 && part.startsWith(word)) || (part.length === 1 && word.startsWith(part));
}
