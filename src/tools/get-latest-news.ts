import { z } from 'zod';
import { type NewsItem, newsTopics } from '../kinds/news/news-item.ts';
import { lazily } from '../lib/lazily.ts';
import { anyWord, dateRange, type Filter, namedFilter } from '../search/filters/filters.ts';
import type { KindStore } from '../search/kind-store.ts';
import { newestFirst } from '../search/sort.ts';
import { dateForms, readPeriod } from './shared/read-dates.ts';
import { readCountries, readTerms } from './shared/read-terms.ts';
import { runSearch } from './shared/run-search.ts';
import { searchInput, searchOutput, shortText } from './shared/search-input.ts';
import type { Tool } from './tool.ts';

const input = lazily(() =>
  z.strictObject({
    ...searchInput(['newest']),
    topic: shortText()
      .optional()
      .describe(`One of ${newsTopics.join(', ')}`),
    since: shortText(40).optional().describe(dateForms),
    until: shortText(40).optional().describe('As since; a month or year counts to its end'),
    entity: shortText().optional().describe('Company, robot or person, such as Figure'),
    country: shortText().optional().describe('Code, name or region'),
  }),
);
type Input = z.output<ReturnType<typeof input>>;

const fields = () => ({
  date: z.string(),
  headline: z.string(),
  topic: z.string(),
  outlet: z.string(),
  url: z.string(),
});

export const getLatestNews: Tool<ReturnType<typeof input>> = {
  name: 'get_latest_news',
  title: 'Latest robotics news',
  description:
    'Robotics news, newest first, by topic, date, company and country; the data end at the dataset date. Announced, not yet offered, by the hosted service.',
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
    const store = context.catalogue.store('news');
    return runSearch(
      {
        tool: 'get_latest_news',
        kind: 'news',
        filters: filtersOf(args, store, context.today),
        facets: ['topic', 'outlet', 'month'].map((name) => ({
          name,
          column: store.words(name),
          filter: name === 'month' ? 'since and until' : name,
        })),
        sorts: { newest: [newestFirst(store.dates('date'))] },
        defaultSort: 'newest',
        shown,
        concise,
        notes: newestNote(args, store),
      },
      args,
      context,
    );
  },
};

function filtersOf(args: Input, store: KindStore<'news'>, today: string): Filter[] {
  const { topic, since, until, entity, country } = args;
  const filters: Filter[] = [];
  if (topic !== undefined) {
    filters.push(anyWord('topic', store.words('topic'), readTerms('topic', 'news_topic', topic)));
  }
  if (since !== undefined || until !== undefined) {
    const period = readPeriod({ name: 'since', text: since }, { name: 'until', text: until }, today);
    filters.push(dateRange('since and until', store.dates('date'), period, 'excluded_unknown_date'));
  }
  if (entity !== undefined) {
    filters.push(namedFilter('entity', store.words('entities'), entity));
  }
  if (country !== undefined) {
    filters.push(anyWord('country', store.words('country'), readCountries('country', country)));
  }
  return filters;
}

/** The news end before the dataset's date; who asks for later ones must know. */
function newestNote({ since }: Input, store: KindStore<'news'>): string[] {
  if (since === undefined) return [];
  const dates = store.dates('date');
  let newest = 0;
  for (let index = 0; index < store.size; index++) newest = Math.max(newest, dates.at(index));
  const text = String(newest);
  return [`The newest news held is of ${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}.`];
}

const shown = ['id', 'date', 'headline', 'topic', 'outlet', 'url'] as const;

function concise({ id, date, headline, topic, outlet, url }: Pick<NewsItem, (typeof shown)[number]>): object {
  return { id, date, headline, topic, outlet, url };
}
