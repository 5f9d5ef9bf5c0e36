import { DECLARATION_SCHEME, FAMILY } from '../../kinds/robots/robot.ts';
import { readTerm, vocabularies } from '../../kinds/vocabularies/vocabulary.ts';
import { compact, fold, hasWords, singular, words } from '../../text/fold.ts';
import { takeUmlautsBack } from '../../text/word-forms.ts';
import { dateNumber, type WordColumn } from '../columns.ts';
import type { KindStore } from '../kind-store.ts';
import { inBoth, type Mask, without } from '../masks.ts';
import { compareByKeys, newestFirst, topOf } from '../sort.ts';
import { type Filter, type Range, type UnknownCount, unknownOrApart } from './filters.ts';
import type { Finder } from './finders.ts';

/**
 * Robots whose price range overlaps the requested one, in US dollars; an absent upper bound equals the lower.
 * Prices of the other kind (purchase against monthly lease) and unknown ones are counted.
 */
export function priceFilter(
  store: KindStore<'robots'>,
  { name, lease, min = 0, max = Number.POSITIVE_INFINITY }: Range & { name: string; lease: boolean },
): Filter {
  const [low, high] = [store.numbers('price_min'), store.numbers('price_max')];
  const meeting = inBoth(
    high.between(min, Number.POSITIVE_INFINITY),
    low.between(Number.NEGATIVE_INFINITY, max),
  );
  const known = low.between(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
  const comparable = comparablePrices(store, lease);
  const otherLabel = lease ? 'excluded_purchase_price' : 'excluded_lease_price';
  return {
    name,
    pass: inBoth(meeting, comparable),
    unknownCounts: [
      ...unknownOrApart('excluded_unknown_price', low.unknown, families(store)),
      { label: otherLabel, mask: without(known, comparable) },
    ],
  };
}

/** Families, whose largest values belong to no one robot: no filter by a number lets them pass. */
export function families(store: KindStore<'robots'>): UnknownCount {
  return { label: 'excluded_family', mask: store.words('family').having([FAMILY]) };
}

/** Robots whose price, if known, is of the requested kind: a monthly lease or a purchase. */
export function comparablePrices(store: KindStore<'robots'>, lease: boolean): Mask {
  const leased = store.words('price_kind').having(['lease_monthly']);
  return lease ? leased : leased.map((isLeased) => 1 - isLeased);
}

const held = ['certified', 'cleared', 'approved', 'registered'];

/**
 * Robots that hold a certification: `asked` are words of the column `certifications` (any if undefined), and `statuses`
 * what counts as holding. Pending ones are counted unless they are asked for; a declaration of the maker is held only
 * where it is asked for by name.
 */
export function certificationFilter(
  store: KindStore<'robots'>,
  asked: { readonly values: readonly string[]; readonly words?: string; readonly note?: string } | undefined,
  statuses: readonly string[] = held,
): Filter {
  const column = store.words('certifications');
  const matching = asked?.values ?? column.dictionary.filter((word) => schemeOf(word) !== DECLARATION_SCHEME);
  const withStatus = (wanted: readonly string[]) =>
    column.having(matching.filter((word) => wanted.includes(word.slice(0, word.indexOf('|')))));
  const pass = withStatus(statuses);
  const note =
    matching.length === 0
      ? 'No robot in the data has a certification of that name. Schemes: FCC, UL, FDA, CE, ISO, IEC.'
      : asked?.note;
  return {
    name: asked === undefined ? 'certification_status' : 'certification',
    pass,
    ...(note !== undefined && { note }),
    ...(!statuses.includes('pending') && {
      unknownCounts: [{ label: 'excluded_pending', mask: without(withStatus(['pending']), pass) }],
    }),
  };
}

/** Certifications by scheme, standard or identifier. */
export function certificationFinder({ dictionary }: WordColumn): Finder<string> {
  return {
    find: (text) => dictionary.filter((word) => isAsked(word, text)),
    spellings: () => [...new Set(dictionary.flatMap((word) => word.split('|').slice(1)))],
  };
}

function schemeOf(word: string): string | undefined {
  return word.split('|')[1];
}

/** True if a certification, in the words of its column, is of the scheme, standard or identifier asked for. */
export function isAsked(word: string, asked: string): boolean {
  const [, scheme = '', standard = '', identifier = ''] = word.split('|');
  const schemes = readTerm(vocabularies.certification_scheme, asked);
  if (schemes !== undefined && compact(standard) !== compact(asked)) return schemes.includes(scheme);
  const key = compact(asked);
  // Punctuation alone has no key, as an absent identifier has none.
  if (key !== '' && (compact(identifier) === key || compact(standard) === key)) return true;
  return hasWords(`${scheme} ${standard}`, asked);
}

/** With at most so many candidates their authors are compared one by one. */
const MAX_PAPERS_READ = 50;
/** Of more candidates only so many are read, the newest: a common surname with an initial is that of hundreds. */
const MAX_CANDIDATES = 600;
/** More words than this are not compared; hardly a name has as many. */
const MAX_NAME_WORDS = 6;

/** What stands beside a person's name and is no part of it. */
const besideNames = /\bet\s+al\b\.?|\b(?:prof(?:essor)?|dr|ph\.?d)\b\.?/gi;

/**
 * Papers with an author whose name has every requested word, in any order; an initial matches a name that begins with
 * it, on either side: `O. Khatib` and `Oussama Khatib` match.
 */
export function authorFinder(store: KindStore<'publications'>): Finder<number> {
  return { find: (text) => papersBy(store, text.replace(besideNames, ' ')), spellings: () => [] };
}

/** True if so many papers have authors of that surname that only the newest of these were looked at. */
export function hasTooManyNamesakes(store: KindStore<'publications'>, text: string): boolean {
  const { wanted, direct } = readName(store, text.replace(besideNames, ' '));
  return candidates(store, wanted, direct).size > MAX_CANDIDATES;
}

function readName(store: KindStore<'publications'>, asked: string) {
  const wanted = words(fold(asked)).slice(0, MAX_NAME_WORDS);
  const [only = ''] = wanted;
  return { wanted, direct: new Set(wanted.length === 1 ? store.inField('authors', only) : []) };
}

function papersBy(store: KindStore<'publications'>, asked: string): readonly number[] {
  const { wanted, direct } = readName(store, asked);
  const named = new Set(direct);
  const plainly = wanted.filter((word) => word.length > 1 || wanted.length === 1);
  for (const [index, authors] of store.listField(
    'authors',
    newest(store, candidates(store, wanted, direct)),
  )) {
    if (authors.some((author) => mayBeNamed(author, plainly) && isNamed(author, wanted))) named.add(index);
  }
  return [...named];
}

/** Papers whose authors have to be compared in full: other spellings of a name, and names that share one word. */
function candidates(
  store: KindStore<'publications'>,
  wanted: readonly string[],
  known: ReadonlySet<number>,
): Set<number> {
  const found = new Set<number>();
  // Any word may be the surname, and the others may stand as initials.
  const whole = wanted.filter((word) => word.length > 1);
  // Initials alone name nobody.
  const naming = whole.length === 0 && wanted.length === 1 ? wanted : whole;
  for (const word of naming) {
    for (const index of rowsNamed(store, word)) if (!known.has(index)) found.add(index);
  }
  for (const word of whole) {
    // Reading the authors of a few papers is faster than reading the long lists of an initial.
    if (found.size <= MAX_PAPERS_READ) break;
    keep(found, [...rowsNamed(store, word), ...store.inField('authors', word.charAt(0))]);
  }
  return found;
}

function newest(store: KindStore<'publications'>, found: ReadonlySet<number>): Iterable<number> {
  if (found.size <= MAX_CANDIDATES) return found;
  const keys = [newestFirst(store.dates('published'))];
  return topOf(found, MAX_CANDIDATES, (a, b) => compareByKeys(keys, a, b) || a - b);
}

/** Papers that have a word among the names of their authors, in any spelling. */
function rowsNamed(store: KindStore<'publications'>, word: string): number[] {
  const forms = [...new Set([word, plain(word)])];
  return forms.flatMap((form) => [
    ...store.inField('authors', form),
    ...store.inField('variants', singular(form)),
  ]);
}

/** A cheap test that excludes most authors: false only for a name that has none of the words, in any spelling. */
function mayBeNamed(author: string, wanted: readonly string[]): boolean {
  const lower = author.toLowerCase();
  return !isPlainAscii.test(lower) || wanted.some((word) => plain(word) !== word || lower.includes(word));
}

/** Letters without marks, no umlaut written out, and nothing that a name is written with or without. */
const isPlainAscii = /^(?!.*(?:[aou]e|\w['-]\w))[\x20-\x7e]*$/;

function keep(found: Set<number>, indexes: readonly number[]): void {
  const wanted = new Set(indexes);
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

/**
 * Challenges that are open: their deadline, or else their event, is not before `day` (`YYYY-MM-DD`, a month
 * counts to its end). No date is not open; those without one are counted.
 */
export function openFilter(store: KindStore<'challenges'>, name: string, day: string): Filter {
  const closing = store.dates('closing');
  return {
    name,
    pass: closing.between(dateNumber(day), Number.MAX_SAFE_INTEGER),
    unknownCounts: [{ label: 'excluded_unknown_date', mask: closing.unknown }],
  };
}

/** Challenges that recur, according to a source, and whose last known date has passed. */
export function expectedAgainFilter(store: KindStore<'challenges'>, day: string): Filter {
  return { name: 'expected_again', pass: without(recurring(store), openFilter(store, 'open', day).pass) };
}

/** Challenges without any date that do not recur either: only their page can tell whether they are open. */
export function undatedFilter(store: KindStore<'challenges'>): Filter {
  return { name: 'undated', pass: without(store.dates('closing').unknown, recurring(store)) };
}

function recurring(store: KindStore<'challenges'>): Mask {
  return store.words('recurrence').having(['annual', 'biennial']);
}
