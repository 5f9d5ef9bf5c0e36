import { z } from 'zod';
import { dateForms } from '../arguments.ts';
import { countryCode, line, partialDate, slug, sources, webAddress } from '../common.ts';
import { defineKind } from '../definition.ts';
import { countrySearchWords } from '../vocabularies/countries.ts';

export const newsTopics = [
  'funding',
  'product',
  'research',
  'deployment',
  'regulation',
  'acquisition',
  'partnership',
  'policy',
  'safety',
  'competition',
  'business',
] as const;

export const newsItem = z.strictObject({
  id: slug.describe('Date and headline'),
  date: partialDate,
  headline: line(15, 110),
  summary: line(80, 300),
  topic: z.enum(newsTopics),
  outlet: line(2, 80).describe("Publisher's name"),
  url: webAddress.describe("The article's own address"),
  entities: z.array(line(1, 120)).describe('Companies, robots and people it is about'),
  countries: z.array(countryCode),
  sources,
});
export type NewsItem = z.infer<typeof newsItem>;

export const newsKind = defineKind('news', newsItem, {
  label: 'A news item',
  domainStopWords: 'robotics news company firm latest recent robot robotic article story report',
  recency: 'date',
  text: [
    { name: 'headline', variants: true, of: (item) => item.headline },
    { name: 'entities', variants: true, of: (item) => item.entities.join(' ; ') },
    { name: 'summary', variants: true, of: (item) => item.summary },
    {
      name: 'further',
      of: (item) => [item.outlet, item.topic, ...item.countries.flatMap(countrySearchWords)].join(' '),
    },
  ],
  fields: {
    topic: {
      type: 'words',
      of: (item) => item.topic,
      ask: { as: 'words', reads: 'news_topic', isHeading: true, describe: `One of ${newsTopics.join(', ')}` },
      facet: true,
    },
    date: {
      type: 'date',
      of: (item) => item.date,
      ask: {
        as: 'period',
        from: { argument: 'since', describe: dateForms },
        to: { argument: 'until', describe: 'As since; a month or year counts to its end' },
        unknown: 'excluded_unknown_date',
      },
    },
    entity: {
      type: 'words',
      of: (item) => item.entities,
      ask: { as: 'words', reads: 'name', describe: 'Company, robot or person, such as Figure' },
    },
    country: {
      type: 'words',
      of: (item) => item.countries,
      ask: { as: 'words', reads: 'country', describe: 'Code, name or region' },
    },
    outlet: { type: 'words', of: (item) => item.outlet, facet: true },
    month: {
      type: 'words',
      of: (item) => (item.date.length >= 7 ? item.date.slice(0, 7) : undefined),
      facet: { filters: ['since and until'] },
    },
  },
  columns: {},
  dates: [{ field: 'date', nouns: '' }],
  sorts: {
    newest: { column: 'date', descending: true },
    oldest: { column: 'date' },
  },
  keys: (item) => [item.id, item.headline],
});
