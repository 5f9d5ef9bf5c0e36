import { z } from 'zod';
import { type Challenge, challengeKinds } from '../kinds/challenges/challenge.ts';
import { lazily } from '../lib/lazily.ts';
import { expectedAgainFilter, openFilter, undatedFilter } from '../search/filters/challenges.ts';
import { anyWord, anyWordWhere, type Filter } from '../search/filters/filters.ts';
import type { KindStore } from '../search/kind-store.ts';
import { inBoth, maskWhere } from '../search/masks.ts';
import { oldestFirst } from '../search/sort.ts';
import { hasWords } from '../text/matches.ts';
import { parseQuery } from '../text/query.ts';
import { readDate } from './shared/read-dates.ts';
import { readCountries, readTerms } from './shared/read-terms.ts';
import { runSearch } from './shared/run-search.ts';
import { searchInput, searchOutput, shortText } from './shared/search-input.ts';
import type { Tool, ToolContext } from './tool.ts';

const input = lazily(() =>
  z.strictObject({
    ...searchInput(['deadline']),
    kind: shortText()
      .optional()
      .describe(`One of ${challengeKinds.join(', ')}`),
    topic: shortText().optional().describe('Such as drones, manipulation, education'),
    country: shortText().optional().describe('Code, name or region'),
    deadline_after: shortText(40).optional().describe('Deadline, or else event, on or after this date'),
    include_closed: z.boolean().optional().describe('Past and undated ones too'),
  }),
);
type Input = z.output<ReturnType<typeof input>>;

/** Challenges shown apart, up to this many of a sort. */
const expectedShown = 20;
const undatedShown = 10;

const fields = () => ({ title: z.string(), organizer: z.string(), kind: z.string(), url: z.string() });

export const getOpenChallenges: Tool<ReturnType<typeof input>> = {
  name: 'get_open_challenges',
  title: 'Open challenges',
  description:
    'Robotics competitions, prizes, grants and requests that are open today, by deadline; recurring ones whose next date is not known stand apart in expected_again, undated ones in deadline_unknown. Announced, not yet offered, by the hosted service.',
  access: 'READ',
  announced: true,
  idempotent: true,
  openWorld: false,
  get input() {
    return input();
  },
  get output() {
    return searchOutput(fields());
  },
  run(args, context) {
    const store = context.catalogue.store('challenges');
    const common = commonFilters(args, store);
    const dates = dateFilters(args, store, context.today);
    return runSearch(
      {
        tool: 'get_open_challenges',
        kind: 'challenges',
        filters: [...dates, ...common],
        facets: ['kind', 'country'].map((name) => ({ name, column: store.words(name), filter: name })),
        sorts: { deadline: [oldestFirst(store.dates('closing'))] },
        defaultSort: 'deadline',
        shown,
        concise,
        extra: args.ids === undefined ? apartLists(args, [...common, notIn(dates, store.size)], context) : {},
      },
      args,
      context,
    );
  },
};

function dateFilters(args: Input, store: KindStore<'challenges'>, today: string): Filter[] {
  const filters: Filter[] = [];
  if (args.include_closed !== true)
    filters.push({ ...openFilter(store, 'include_closed', today), remedy: 'With include_closed true' });
  if (args.deadline_after !== undefined) {
    const day = readDate('deadline_after', args.deadline_after, today, 'start');
    filters.push(openFilter(store, 'deadline_after', day));
  }
  return filters;
}

/** What the dates keep out of the answer itself, so that nothing stands in it twice. */
function notIn(dates: readonly Filter[], size: number): Filter {
  const [first, second = first] = dates.map(({ pass }) => pass);
  const shown = first && second && inBoth(first, second);
  return {
    name: 'not_in_answer',
    pass: maskWhere(size, (index) => shown !== undefined && shown[index] === 0),
  };
}

function commonFilters({ kind, topic, country }: Input, store: KindStore<'challenges'>): Filter[] {
  const filters: Filter[] = [];
  if (kind !== undefined) {
    filters.push(anyWord('kind', store.words('kind'), readTerms('kind', 'challenge_kind', kind)));
  }
  if (topic !== undefined) {
    filters.push(anyWordWhere('topic', store.words('topic'), (word) => hasWords(word, topic)));
  }
  if (country !== undefined) {
    filters.push(anyWord('country', store.words('country'), readCountries('country', country)));
  }
  return filters;
}

/** Challenges that are not known to be open, but may be: recurring ones, and those without any date. */
function apartLists(
  args: Input,
  common: readonly Filter[],
  { catalogue, today }: ToolContext,
): Record<string, unknown> {
  const store = catalogue.store('challenges');
  const query = args.query?.trim() ?? '';
  const first = (filter: Filter, limit: number) =>
    catalogue
      .search('challenges', {
        ...(query !== '' && { text: parseQuery(query), sort: [store.staticRank] }),
        filters: [filter, ...common],
        facets: [],
        limit,
      })
      .page.map((index) => store.record(index));
  const expected = first(expectedAgainFilter(store, today), expectedShown).map(
    ({ id, title, recurrence, event_date, deadline, url }) => ({
      id,
      title,
      recurrence,
      last: deadline ?? event_date,
      url,
    }),
  );
  const undated = first(undatedFilter(store), undatedShown);
  return {
    ...(expected.length > 0 && { expected_again: expected }),
    ...(undated.length > 0 && {
      deadline_unknown: undated.map(({ id, title, kind, opens, url }) => ({ id, title, kind, opens, url })),
    }),
  };
}

const shown = [
  'id',
  'title',
  'organizer',
  'kind',
  'topics',
  'prize_usd',
  'deadline',
  'event_date',
  'country',
  'url',
] as const;

function concise(challenge: Pick<Challenge, (typeof shown)[number]>): object {
  const { id, title, organizer, kind, topics, prize_usd, deadline, event_date, country, url } = challenge;
  return {
    id,
    title,
    organizer,
    kind,
    topics,
    ...(prize_usd !== undefined && { prize_usd }),
    ...(deadline !== undefined && { deadline }),
    ...(event_date !== undefined && { event_date }),
    ...(country !== undefined && { country }),
    url,
  };
}
