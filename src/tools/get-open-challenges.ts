import { z } from 'zod';
import { inWholeRows } from '../kinds/whole-rows.ts';
import type { Clause } from '../question/question.ts';
import {
  enterableFilter,
  expectedAgainFilter,
  openFilter,
  undatedFilter,
} from '../search/filters/by-kind.ts';
import type { Filter } from '../search/filters/filters.ts';
import type { KindStore } from '../search/kind-store.ts';
import { inBoth, maskWhere } from '../search/masks.ts';
import { descending } from '../search/sort.ts';
import { parseQuery } from '../text/query.ts';
import { type ArgumentsFor, defineSearch } from './define-search.ts';
import { readDate } from './shared/read-words.ts';
import { texts } from './shared/search-input.ts';
import type { ToolContext } from './tool.ts';

/** Of recurring challenges that may be open so many are listed for one of the page, and of undated ones half. */
const EXPECTED_SHOWN = 2;

export const getOpenChallenges = defineSearch('challenges', {
  name: 'get_open_challenges',
  title: 'Open challenges',
  description:
    'Robotics competitions, prizes, grants and requests that are open today, by deadline; recurring ones whose next date is not known stand apart in expected_again, undated ones in deadline_unknown.',
  announced: true,
  shows: {
    title: {},
    organizer: {},
    kind: {},
    topics: { schema: () => z.array(z.string()) },
    prize_usd: { schema: z.number, lacking: { say: 'not stated', asked: ['prize', 'min_prize_usd'] } },
    opens: { of: ({ opens }, { today }) => (opens !== undefined && opens > today ? opens : undefined) },
    deadline: { lacking: { say: 'not stated' } },
    event_date: {},
    country: {},
    url: {},
    summary: inWholeRows(({ summary }) => summary),
    location: inWholeRows(({ location }) => location),
    recurrence: inWholeRows(({ recurrence }) => recurrence),
    next_expected: inWholeRows(({ next_expected }) => next_expected),
  },
  tells: () => ({
    expected_again: z.array(
      z.object({
        id: z.string(),
        ...texts('title', 'recurrence', 'last', 'deadline', 'event_date', 'next_expected', 'url'),
      }),
    ),
    deadline_unknown: z.array(
      z.object({ id: z.string(), ...texts('title', 'kind', 'opens', 'url'), prize_usd: z.number() }),
    ),
  }),
  plan: ({ args, text, question, store, context, filters }) => {
    const common = filters();
    const isPast = question?.clauses.some((clause) => asksForClosed(clause, context.today)) === true;
    const dates = dateFilters(isPast ? { ...args, include_closed: true } : args, store, context.today);
    const isByPrize = [args.sort ?? '', ...(question?.order?.sorts ?? [])].some((sort) =>
      sort.startsWith('prize'),
    );
    return {
      filters: [...dates, ...common],
      defaultSort: 'deadline',
      extra:
        args.ids === undefined
          ? possiblyOpen({ ...args, query: text }, [...common, notIn(dates, store.size)], isByPrize, context)
          : {},
    };
  },
});

/** True for `past ones`, and for a period that is over, in which who asks for it wants what is closed. */
function asksForClosed(clause: Clause, today: string): boolean {
  if (clause.is !== 'leaf') return false;
  return clause.op === 'period' ? (clause.period.to ?? today) < today : clause.field === 'include_closed';
}

function dateFilters(
  args: ArgumentsFor<'challenges'>,
  store: KindStore<'challenges'>,
  today: string,
): Filter[] {
  const filters: Filter[] = [];
  if (args.include_closed !== true)
    filters.push({ ...enterableFilter(store, 'include_closed', today), remedy: 'With include_closed true' });
  if (args.deadline_after !== undefined) {
    const day = readDate('deadline_after', args.deadline_after, today, 'start', 'ahead');
    filters.push(openFilter(store, 'deadline_after', day));
  }
  return filters;
}

/** Excludes from the results what is listed separately, so that nothing appears twice. */
function notIn(dates: readonly Filter[], size: number): Filter {
  const [first, second = first] = dates.map(({ pass }) => pass);
  const shown = first && second && inBoth(first, second);
  return {
    name: 'not_in_answer',
    pass: maskWhere(size, (index) => shown !== undefined && shown[index] === 0),
  };
}

/** Challenges that are not known to be open, but may be: recurring ones, and those without any date. */
function possiblyOpen(
  args: ArgumentsFor<'challenges'>,
  common: readonly Filter[],
  isByPrize: boolean,
  { catalogue, today }: ToolContext,
): Record<string, unknown> {
  const store = catalogue.store('challenges');
  const sort = [...(isByPrize ? [descending(store.numbers('prize'))] : []), store.staticRank];
  const query = args.query?.trim() ?? '';
  const first = (filter: Filter, limit: number) =>
    catalogue
      .search('challenges', {
        ...(query !== '' && { text: parseQuery(query) }),
        ...((query !== '' || isByPrize) && { sort }),
        filters: [filter, ...common],
        facets: [],
        limit,
      })
      .page.map((index) => store.record(index));
  const expected = first(expectedAgainFilter(store, today), EXPECTED_SHOWN * args.limit).map(
    ({ id, title, recurrence, event_date, deadline, next_expected, url }) => ({
      id,
      title,
      recurrence,
      // Registration may be over, and the event still to come.
      ...(event_date !== undefined && event_date > today
        ? { ...(deadline !== undefined && { deadline }), event_date }
        : { last: deadline ?? event_date }),
      ...(next_expected !== undefined && { next_expected }),
      url,
    }),
  );
  const undated = first(undatedFilter(store, today), args.limit);
  return {
    ...(expected.length > 0 && { expected_again: expected }),
    ...(undated.length > 0 && {
      deadline_unknown: undated.map(({ id, title, kind, opens, url, prize_usd }) => ({
        ...{ id, title, kind, opens, url },
        ...(prize_usd !== undefined && { prize_usd }),
      })),
    }),
  };
}
