import type { KindStore } from '../search/kind-store.ts';
import { defineSearch } from './define-search.ts';

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
  plan: ({ args, store }) => ({ defaultSort: 'newest', notes: newestNote(args.since, store) }),
});

/** The news end before the dataset's date; who asks for later ones must know. */
function newestNote(since: string | undefined, store: KindStore<'news'>): string[] {
  if (since === undefined) return [];
  const dates = store.dates('date');
  let newest = 0;
  for (let index = 0; index < store.size; index++) newest = Math.max(newest, dates.at(index));
  const text = String(newest);
  return [`The newest news held is of ${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}.`];
}
