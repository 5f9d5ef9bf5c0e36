import { dateNumber } from '../columns.ts';
import type { KindStore } from '../kind-store.ts';
import { type Mask, without } from '../masks.ts';
import type { Filter } from './filters.ts';

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

/** Challenges that come again, as a source says, and whose last known date is over. */
export function expectedAgainFilter(store: KindStore<'challenges'>, day: string): Filter {
  return { name: 'expected_again', pass: without(recurring(store), openFilter(store, 'open', day).pass) };
}

/** Challenges without any date that do not recur either: whether they are open, only their page can tell. */
export function undatedFilter(store: KindStore<'challenges'>): Filter {
  return { name: 'undated', pass: without(store.dates('closing').unknown, recurring(store)) };
}

function recurring(store: KindStore<'challenges'>): Mask {
  return store.words('recurrence').having(['annual', 'biennial']);
}
