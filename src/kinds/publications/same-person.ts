import { fold, words } from '../../text/fold.ts';
import { takeUmlautsBack } from '../../text/word-forms.ts';
import { surname } from './publication-id.ts';

/** The same surname, and given names that do not contradict each other; or the same words in another order. */
export function isSamePerson(one: string, other: string): boolean {
  const [own, held] = [nameWords(one), nameWords(other)];
  if ([...own].sort().join(' ') === [...held].sort().join(' ')) return true;
  if (lastWordOf(one) !== lastWordOf(other)) return false;
  const [given, heldGiven] = [givenOf(one), givenOf(other)];
  if (given === '' || heldGiven === '') return true;
  return (
    given.startsWith(heldGiven) || heldGiven.startsWith(given) || given.charAt(0) === heldGiven.charAt(0)
  );
}

function nameWords(name: string): string[] {
  return words(fold(name)).map(takeUmlautsBack);
}

/** The last word of a surname: `haro` of Ortiz-Haro and Ortiz de Haro. */
function lastWordOf(name: string): string {
  const last = name.split(',')[0]?.trim().split(/\s+/).at(-1) ?? '';
  return takeUmlautsBack(words(fold(last)).at(-1) ?? surname(name));
}

/** The first given name, of `Ada M. Lovelace` and `Lovelace, Ada M.` */
function givenOf(name: string): string {
  const [last = '', first] = name.split(/,\s*/);
  const given = first ?? last.trim().split(/\s+/).slice(0, -1).join(' ');
  return words(fold(given))[0] ?? '';
}
