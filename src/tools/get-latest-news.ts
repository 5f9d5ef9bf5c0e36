import { z } from 'zod';
import type { KindStore } from '../search/kind-store.ts';
import { defineSearch } from './define-search.ts';

export const getLatestNews = defineSearch('news', {
  name: 'get_latest_news',
  title: 'Latest robotics news',
  description:
    'Robotics news, newest first, by topic, date, company and country; the data end at the dataset date.',
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
  }),
  plan: ({ args, store }) => ({
    defaultSort: 'newest',
    ...(args.ids === undefined && {
      extra: { newest_held: newestHeld(store) },
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
