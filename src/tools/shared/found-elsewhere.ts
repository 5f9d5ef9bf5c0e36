import type { Filter } from '../../search/filters/filters.ts';
import type { SearchOutcome } from '../../search/search.ts';

/** Of what matches under other headings so many are shown. */
export const SHOWN_ELSEWHERE = 3;

/** What matches under other headings than the one asked for, where none under it does. */
interface Elsewhere {
  readonly outcome: SearchOutcome;
  readonly note: string;
}

/**
 * The best records that have every word, but stand under another heading of ours: who asks for a `delivery` robot for
 * hospitals means the one that we call an AMR. They count as related, not as matches. `searchWith` takes the filters that
 * are left; undefined where no heading is the cause.
 */
export function foundElsewhere(
  found: SearchOutcome,
  filters: readonly Filter[],
  searchWith: (filters: readonly Filter[]) => SearchOutcome,
): Elsewhere | undefined {
  const headings = filters.filter(({ isHeading }) => isHeading === true);
  if (headings.length === 0 || found.page.length > 0 || found.keptOut.length > 0) return undefined;
  const others = searchWith(filters.filter((one) => !headings.includes(one)));
  if (others.total === 0) return undefined;
  const outcomeOf = (page: readonly number[]): SearchOutcome => ({
    ...found,
    page,
    related: page.length,
    byAbstract: others.byAbstract,
    cutTo: (length) => outcomeOf(page.slice(0, length)),
  });
  const names = headings.map(({ name }) => name).join(' and ');
  const note = `None of this ${names} has every word: without ${names} there would be ${others.total}, of which the best are listed.`;
  return { outcome: outcomeOf(others.page), note };
}
