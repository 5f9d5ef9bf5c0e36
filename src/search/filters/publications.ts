import { fold, singular, words } from '../../text/fold.ts';
import { takeUmlautsBack } from '../../text/word-forms.ts';
import type { KindStore } from '../kind-store.ts';
import { maskOf } from '../masks.ts';
import type { Filter } from './filters.ts';

/** So many papers are looked at one by one. */
const fewPapers = 50;

/**
 * Papers with an author whose name has every word that was asked for; a single letter stands for a name that
 * begins with it, on either side: `O. Khatib` and `Oussama Khatib` are one.
 */
export function authorFilter(store: KindStore<'publications'>, asked: string): Filter {
  const wanted = words(fold(asked));
  const [only = ''] = wanted;
  const direct = wanted.length === 1 ? store.inField('authors', only) : [];
  const named = new Set(direct);
  const plainly = wanted.filter((word) => word.length > 1 || wanted.length === 1);
  for (const [index, authors] of store.listField('authors', candidates(store, wanted, named))) {
    if (authors.some((author) => mayBeNamed(author, plainly) && isNamed(author, wanted))) named.add(index);
  }
  return { name: 'author', pass: maskOf(store.size, named) };
}

/** Papers whose authors need a closer look: other spellings of one name, and namesakes by one word of several. */
function candidates(
  store: KindStore<'publications'>,
  wanted: readonly string[],
  known: ReadonlySet<number>,
): Set<number> {
  const found = new Set<number>();
  // Any word may be the surname, and the others may stand as initials.
  const whole = wanted.filter((word) => word.length > 1);
  for (const word of whole.length > 0 ? whole : wanted) {
    for (const index of rowsNamed(store, word)) if (!known.has(index)) found.add(index);
  }
  for (const word of whole) {
    // The authors of a few papers are read faster than the long lists of an initial.
    if (found.size <= fewPapers) break;
    keep(found, [...rowsNamed(store, word), ...store.inField('authors', word.charAt(0))]);
  }
  return found;
}

/** Papers that have a word among the names of their authors, in any spelling. */
function rowsNamed(store: KindStore<'publications'>, word: string): number[] {
  const forms = [...new Set([word, plain(word)])];
  return forms.flatMap((form) => [
    ...store.inField('authors', form),
    ...store.inField('variants', singular(form)),
  ]);
}

/** False only for a name that has none of the words, in any spelling: most of a paper's authors are told so. */
function mayBeNamed(author: string, wanted: readonly string[]): boolean {
  const lower = author.toLowerCase();
  return !isPlainAscii.test(lower) || wanted.some((word) => plain(word) !== word || lower.includes(word));
}

/** Letters without marks, and no umlaut written out. */
const isPlainAscii = /^(?!.*[aou]e)[\x20-\x7e]*$/;

function keep(found: Set<number>, indexes: readonly number[]): void {
  const wanted = new Set(indexes);
  for (const index of found) if (!wanted.has(index)) found.delete(index);
}

function isNamed(author: string, wanted: readonly string[]): boolean {
  const parts = words(fold(author));
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
