import { certificationSchemes, DECLARATION_SCHEME, FAMILY } from '../../kinds/robots/robot.ts';
import { readTerm, vocabularies } from '../../kinds/vocabularies/vocabulary.ts';
import { addDays } from '../../text/calendar.ts';
import { compact, stems } from '../../text/fold.ts';
import { parseQuery } from '../../text/query.ts';
import { dateNumber } from '../columns.ts';
import type { KindStore } from '../kind-store.ts';
import { inBoth, type Mask, maskWhere, outside, without } from '../masks.ts';
import type { WordColumn } from '../word-column.ts';
import { type Filter, type Range, type UnknownCount, unknownOrApart } from './filters.ts';
import { type Finder, oncePerWord } from './finders.ts';

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
  return lease ? leased : outside(leased);
}

const held = ['certified', 'cleared', 'approved', 'registered'];

/**
 * Robots that hold a certification: `asked` are words of the column `certifications` (any if undefined), and `statuses`
 * what counts as holding. Pending ones are counted unless they are asked for; a declaration of the maker is held only
 * where it is asked for by name.
 */
export function certificationFilter(
  store: KindStore<'robots'>,
  asked: readonly string[] | undefined,
  statuses: readonly string[] = held,
): Filter {
  const column = store.words('certifications');
  const matching = asked ?? column.dictionary.filter((word) => schemeOf(word) !== DECLARATION_SCHEME);
  const withStatus = (wanted: readonly string[]) =>
    column.having(matching.filter((word) => wanted.includes(word.slice(0, word.indexOf('|')))));
  const pass = withStatus(statuses);
  const pending = { label: 'excluded_pending', mask: without(withStatus(['pending']), pass) };
  return { name: 'certification', pass, ...(!statuses.includes('pending') && { unknownCounts: [pending] }) };
}

/** Certifications by scheme, standard or identifier. */
export function certificationFinder(column: WordColumn): Finder<string> {
  const { dictionary } = column;
  return {
    find(text) {
      const known = certificationsIn(column);
      const isMeant = asks(text);
      return dictionary.filter((_, code) => isMeant(known[code] as KnownCertification));
    },
    spellings: () =>
      [
        ...new Set([...certificationSchemes, ...dictionary.flatMap((word) => word.split('|').slice(2))]),
      ].filter((name) => name !== ''),
  };
}

function schemeOf(word: string): string | undefined {
  return word.split('|')[1];
}

/** True if a certification, in the words of its column, is of the scheme, standard or identifier asked for. */
export function isAsked(word: string, asked: string): boolean {
  return asks(asked)(certificationOf(word));
}

/** A word of the column as it is compared. */
interface KnownCertification {
  readonly scheme: string;
  readonly standard: string;
  readonly identifier: string;
  readonly stems: ReadonlySet<string>;
}

function certificationOf(word: string): KnownCertification {
  const [, scheme = '', standard = '', identifier = ''] = word.split('|');
  return {
    scheme,
    standard: compact(standard),
    identifier: compact(identifier),
    stems: new Set(stems(`${scheme} ${standard}`)),
  };
}

/** Folding all of them costs milliseconds. */
const certificationsIn = oncePerWord(certificationOf);

function asks(asked: string): (known: KnownCertification) => boolean {
  const schemes = readTerm(vocabularies.certification_scheme, asked);
  const key = compact(asked);
  const wanted = stems(asked);
  return ({ scheme, standard, identifier, stems: present }) => {
    if (schemes !== undefined && standard !== key) return schemes.includes(scheme);
    // Punctuation alone has no key, as an absent identifier has none.
    if (key !== '' && (identifier === key || standard === key)) return true;
    return wanted.length > 0 && wanted.every((one) => present.has(one));
  };
}

/** Least protection by IEC 60529, against dust (0 to 6) and water (0 to 9); undefined where it is not asked for. */
interface Ingress {
  readonly dust?: number | undefined;
  readonly water?: number | undefined;
  /** Words that say so in a record, whatever its rating. */
  readonly words?: string | undefined;
}

/** Robots that are rated so or better, or whose record says it in words; those without a rating are counted. */
export function ingressFilter(store: KindStore<'robots'>, asked: Ingress): Filter {
  const column = store.words('ip_rating');
  const rated = column.having(column.dictionary.filter((rating) => isMet(rating, asked)));
  const known = column.having(column.dictionary);
  const said =
    asked.words === undefined ? [] : store.match(parseQuery(asked.words), { incomplete: 'never' }).rows;
  const pass = rated.slice();
  for (const row of said) pass[row] = 1;
  const unknown = maskWhere(store.size, (row) => known[row] === 0 && pass[row] === 0);
  return { name: 'ip_rating', pass, unknownCounts: [{ label: 'excluded_unknown_ip_rating', mask: unknown }] };
}

/** An X says nothing: `IPX6` is no protection against dust. */
function isMet(rating: string, { dust = 0, water = 0 }: Ingress): boolean {
  const [, first, second] = /^IP(.)(.)/.exec(rating) ?? [];
  const reached = (digit: string | undefined, least: number) => least === 0 || Number(digit) >= least;
  return reached(first, dust) && reached(second, water);
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
  return { name: 'expected_again', pass: without(recurring(store), enterable(store, day)) };
}

/**
 * Challenges that do not recur and of which only their page can tell whether they are open: those without any date, and
 * those that begin soon and state no deadline. Not those that are called after a year that is over.
 */
export function undatedFilter(store: KindStore<'challenges'>, today: string): Filter {
  const over = store.numbers('edition').between(0, Number(today.slice(0, 'YYYY'.length)) - 1);
  const closing = store.dates('closing');
  const begins = without(openFilter(store, 'begins', today).pass, enterable(store, today));
  const maybe = closing.unknown.map((isUnknown, row) => isUnknown | (begins[row] as number));
  return { name: 'undated', pass: without(without(maybe, over), recurring(store)) };
}

/** Who states no deadline takes no entries so shortly before the event: teams have qualified by then. */
const DAYS_BEFORE_EVENT = 30;

/** Challenges that can still be entered: before their deadline or, where none is stated, well before the event. */
export function enterableFilter(store: KindStore<'challenges'>, name: string, today: string): Filter {
  const why = `over, or entries closed: without a deadline ${DAYS_BEFORE_EVENT} days before the event`;
  return { ...openFilter(store, name, today), pass: enterable(store, today), why };
}

function enterable(store: KindStore<'challenges'>, today: string): Mask {
  const unstated = store.dates('deadline').unknown;
  const late = without(unstated, openFilter(store, 'later', addDays(today, DAYS_BEFORE_EVENT)).pass);
  return without(openFilter(store, 'open', today).pass, late);
}

function recurring(store: KindStore<'challenges'>): Mask {
  return store.words('recurrence').having(['annual', 'biennial']);
}
