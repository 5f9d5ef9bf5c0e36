import { fold, singular, words } from '../../text/fold.ts';
import { isStopWord } from '../../text/query.ts';

/** What is left of a query after some of it was read; nothing where that says no more than the kind: `robots with`. */
export function telling(rest: string, domainStopWords: readonly string[]): string {
  const says = (word: string) =>
    !isStopWord(word) && ![word, singular(word)].some((form) => domainStopWords.includes(form));
  return words(fold(rest)).some(says) ? rest : '';
}
