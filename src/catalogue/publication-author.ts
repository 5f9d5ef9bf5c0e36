import { fold, words } from '../text/fold.ts';
import { takeUmlautsBack } from '../text/index-text.ts';
import { singular } from '../text/plural.ts';
import { theseRows } from './filters.ts';
import type { KindStore } from './kind-store.ts';
import type { Filter } from './search.ts';

/**
 * Papers with an author whose name has every word that was asked for; a single letter stands for a name that
 * begins with it, on either side: `O. Khatib` and `Oussama Khatib` are one.
 */
export function authorFilter(store: KindStore<'publications'>, asked: string): Filter {
  const wanted = words(fold(asked));
  const surname = wanted.reduce((longest, word) => (word.length > longest.length ? word : longest), '');
  const forms = [surname, takeUmlautsBack(surname)].filter((form) => form !== undefined && form !== '');
  const found = new Set<number>();
  for (const form of forms) {
    const word = singular(form as string);
    for (const index of [...store.inField('authors', word), ...store.inField('variants', word)])
      found.add(index);
  }
  if (wanted.length > 1) keepNamesakes(store, found, wanted);
  return theseRows('author', found);
}

function keepNamesakes(
  store: KindStore<'publications'>,
  found: Set<number>,
  wanted: readonly string[],
): void {
  for (const index of found) {
    if (!store.isLive(index) || !store.record(index).authors.some((author) => isNamed(author, wanted))) {
      found.delete(index);
    }
  }
}

function isNamed(author: string, wanted: readonly string[]): boolean {
  const parts = words(fold(author));
  return wanted.every((word) =>
    parts.some((part) => part === word || takeUmlautsBack(word) === part || isInitial(word, part)),
  );
}

function isInitial(word: string, part: string): boolean {
  return (word.length === 1 && part.startsWith(word)) || (part.length === 1 && word.startsWith(part));
}
