import { readTerm, vocabularies } from '../../kinds/vocabularies/vocabulary.ts';
import { compact } from '../../text/fold.ts';
import { hasWords } from '../../text/matches.ts';
import type { KindStore } from '../kind-store.ts';
import type { Filter } from '../search.ts';
import { anyWord } from './filters.ts';

const held = ['certified', 'cleared', 'approved', 'registered'];

/**
 * Robots that hold a certification: `asked` is a scheme, a standard or an identifier (any if undefined), and
 * `statuses` what counts as holding. Pending ones are counted apart unless they are asked for.
 */
export function certificationFilter(
  store: KindStore<'robots'>,
  asked: string | undefined,
  statuses: readonly string[] = held,
): Filter {
  const column = store.words('certifications');
  const matching = column.dictionary.filter((word) => asked === undefined || isAsked(word, asked));
  const withStatus = (wanted: readonly string[]) =>
    matching.filter((word) => wanted.includes(word.slice(0, word.indexOf('|'))));
  const name = asked === undefined ? 'certification_status' : 'certification';
  const accepted = anyWord(name, column, withStatus(statuses));
  const pending = anyWord(name, column, withStatus(['pending']));
  return {
    name,
    test: accepted.test,
    ...(matching.length === 0 && {
      note: 'No robot in the data has a certification of that name. Schemes: FCC, UL, FDA, CE, ISO, IEC.',
    }),
    apart: (index) => (!statuses.includes('pending') && pending.test(index) ? 'excluded_pending' : undefined),
  };
}

function isAsked(word: string, asked: string): boolean {
  const [, scheme = '', standard = '', identifier = ''] = word.split('|');
  const schemes = readTerm(vocabularies.certification_scheme, asked);
  if (schemes !== undefined && compact(standard) !== compact(asked)) return schemes.includes(scheme);
  const key = compact(asked);
  // Punctuation alone has no key, as an absent identifier has none.
  if (key !== '' && (compact(identifier) === key || compact(standard) === key)) return true;
  return hasWords(`${scheme} ${standard}`, asked);
}
