import { z } from 'zod';
import { inWholeRows } from '../kinds/whole-rows.ts';
import { defineSearch } from './define-search.ts';

export const getLatestNews = defineSearch('news', {
  name: 'get_latest_news',
  title: 'Latest robotics news',
  description:
    'Robotics news, newest first, by words, company, topic, period, country; they end at newest_held.',
  announced: true,
  shows: {
    date: {},
    headline: {},
    topic: {},
    outlet: {},
    url: {},
    summary: inWholeRows(({ summary }) => summary),
    entities: inWholeRows(({ entities }) => entities),
  },
  tells: () => ({
    newest_held: z.string(),
  }),
  plan: ({ args, store }) => ({
    defaultSort: 'newest',
    ...(args.ids === undefined && {
      extra: { newest_held: store.dates('date').newest },
    }),
  }),
});
