import { nearest } from '../../kinds/vocabularies/vocabulary.ts';
import { isNamed } from '../../text/company-names.ts';
import { compact } from '../../text/fold.ts';
import type { WordColumn } from '../columns.ts';
import type { Filter } from '../search.ts';
import { anyWord } from './filters.ts';

/** Longer lists of suggestions help nobody. */
const suggestions = 3;

/**
 * Rows with a name that was asked for: the very name or id if there is one, or else every name that it may stand
 * for. `namesOf` gives the names that a word of the column stands for. Says so where nothing is called so.
 */
export function namedFilter(
  name: string,
  column: WordColumn,
  asked: string,
  namesOf: (word: string) => readonly string[] = (word) => [word],
): Filter {
  const key = compact(asked);
  const same = column.dictionary.filter((word) => namesOf(word).some((own) => compact(own) === key));
  const found =
    same.length > 0
      ? same
      : column.dictionary.filter((word) => namesOf(word).some((own) => isNamed(own, asked)));
  if (found.length > 0) return anyWord(name, column, found);
  const near = nearest(
    asked,
    [...new Set(column.dictionary.flatMap((word) => namesOf(word).slice(-1)))],
    suggestions,
  );
  const hint = near.length > 0 ? ` Near to it: ${near.join(', ')}.` : '';
  return { ...anyWord(name, column, []), note: `No ${name} in the data is called so.${hint}` };
}
