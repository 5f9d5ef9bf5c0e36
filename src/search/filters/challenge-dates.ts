import { dateNumber, lastDay } from '../columns.ts';
import type { KindStore } from '../kind-store.ts';
import type { Filter } from '../search.ts';

/**
 * Challenges that are open: their deadline, or else their event, is not before `day` (`YYYY-MM-DD`, a month
 * counts to its end). No date is not open; those without one are counted apart.
 */
export function openFilter(store: KindStore<'challenges'>, name: string, day: string): Filter {
  const closing = store.dates('closing');
  const first = dateNumber(day);
  return {
    name,
    test: (index) => closing.at(index) !== 0 && lastDay(closing.at(index)) >= first,
    apart: (index) => (closing.at(index) === 0 ? 'excluded_unknown_date' : undefined),
  };
}

/** Challenges that come again, as a source says, and whose last known date is over. */
export function expectedAgainFilter(store: KindStore<'challenges'>, day: string): Filter {
  const recurrence = store.words('recurrence');
  const codes = ['annual', 'biennial'].map((word) => recurrence.code(word));
  const recurring = new Set(codes.filter((code) => code !== undefined));
  const open = openFilter(store, 'open', day);
  return {
    name: 'expected_again',
    test: (index) => recurrence.has(index, recurring) && !open.test(index),
  };
}

/** Challenges without any date that do not recur either: whether they are open, only their page can tell. */
export function undatedFilter(store: KindStore<'challenges'>): Filter {
  const [closing, recurrence] = [store.dates('closing'), store.words('recurrence')];
  const known = new Set(
    ['annual', 'biennial'].map((word) => recurrence.code(word)).filter((code) => code !== undefined),
  );
  return { name: 'undated', test: (index) => closing.at(index) === 0 && !recurrence.has(index, known) };
}
