import { readTerm, vocabularies } from '../../kinds/vocabularies/vocabulary.ts';
import { compact, hasWords } from '../../text/fold.ts';
import type { KindStore } from '../kind-store.ts';
import { inBoth, type Mask, without } from '../masks.ts';
import type { Filter, Range } from './filters.ts';

/**
 * Robots whose price range meets the asked one, in US dollars; an absent upper end equals the lower. Prices
 * of the other kind (purchase against monthly lease) and unknown ones are counted.
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
      { label: 'excluded_unknown_price', mask: low.unknown },
      { label: otherLabel, mask: without(known, comparable) },
    ],
  };
}

/** Robots whose price, if it is known, is of the kind that was asked for: a monthly lease or a purchase. */
export function comparablePrices(store: KindStore<'robots'>, lease: boolean): Mask {
  const leased = store.words('price_kind').having(['lease_monthly']);
  return lease ? leased : leased.map((isLeased) => 1 - isLeased);
}

const held = ['certified', 'cleared', 'approved', 'registered'];

/**
 * Robots that hold a certification: `asked` is a scheme, a standard or an identifier (any if undefined), and
 * `statuses` what counts as holding. Pending ones are counted unless they are asked for.
 */
export function certificationFilter(
  store: KindStore<'robots'>,
  asked: string | undefined,
  statuses: readonly string[] = held,
): Filter {
  const column = store.words('certifications');
  const matching = column.dictionary.filter((word) => asked === undefined || isAsked(word, asked));
  const withStatus = (wanted: readonly string[]) =>
    column.having(matching.filter((word) => wanted.includes(word.slice(0, word.indexOf('|')))));
  const pass = withStatus(statuses);
  return {
    name: asked === undefined ? 'certification_status' : 'certification',
    pass,
    ...(matching.length === 0 && {
      note: 'No robot in the data has a certification of that name. Schemes: FCC, UL, FDA, CE, ISO, IEC.',
    }),
    ...(!statuses.includes('pending') && {
      unknownCounts: [{ label: 'excluded_pending', mask: without(withStatus(['pending']), pass) }],
    }),
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
