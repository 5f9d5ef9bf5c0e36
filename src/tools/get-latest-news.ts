import { z } from 'zod';
import type { Filter } from '../search/filters/filters.ts';
import type { KindStore } from '../search/kind-store.ts';
import { newestFirst } from '../search/sort.ts';
import { parseQuery } from '../text/query.ts';
import { type Asked, defineSearch, withWords } from './define-search.ts';

/** Shown where the period asked for has none. */
const NEWEST_SHOWN = 3;
const besidesShown = ['id', 'headline'] as const;

export const getLatestNews = defineSearch('news', {
  name: 'get_latest_news',
  title: 'Latest robotics news',
  description:
    'Robotics news, newest first, by topic, date, company and country; the data end at the dataset date. Announced, not yet offered, by the hosted service.',
  announced: true,
  shows: {
    date: {},
    headline: {},
    topic: {},
    outlet: {},
    url: {},
  },
  tells: () => ({
    newest_held: z.string(),
    newest_besides: z.array(z.object({ id: z.string(), headline: z.string() })),
  }),
  plan: (asked) => ({
    defaultSort: 'newest',
    ...(asked.args.ids === undefined && {
      extra: { newest_held: newestHeld(asked.store), ...besides(asked) },
    }),
  }),
});

/** The news end before the dataset's date. */
function newestHeld(store: KindStore<'news'>): string {
  const dates = store.dates('date');
  let newest = 0;
  for (let index = 0; index < store.size; index++) newest = Math.max(newest, dates.at(index));
  const digits = String(newest);
  return `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`;
}

/** The newest of all that was asked for but the period, where that has none. */
function besides({ args, store, context, filters }: Asked<'news'>): object {
  if (args.since === undefined && args.until === undefined) return {};
  const all = filters();
  const query = (withWords(args.query, all) ?? '').trim();
  const search = (of: readonly Filter[]) =>
    context.catalogue.search('news', {
      ...(query !== '' && { text: parseQuery(query) }),
      sort: [newestFirst(store.dates('date'))],
      filters: of,
      facets: [],
      limit: NEWEST_SHOWN,
    });
  if (search(all).total > 0) return {};
  const { page } = search(all.filter(({ name }) => name !== 'since and until'));
  if (page.length === 0) return {};
  const shown = page.map((index) => store.part(index, besidesShown));
  return { newest_besides: shown.map(({ id, headline }) => ({ id, headline })) };
}
