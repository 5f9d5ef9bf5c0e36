import type { KindIndex } from '../kind-index.ts';
import { countrySearchWords } from '../vocabularies/countries.ts';

export const newsIndex: KindIndex<'news'> = {
  kind: 'news',
  fillers: ['news', 'company', 'firm', 'latest', 'recent', 'robot', 'robotic', 'article', 'story', 'report'],
  recency: 'date',
  text: [
    { name: 'headline', weight: 4, variants: true, of: (item) => item.headline },
    { name: 'entities', weight: 3, variants: true, of: (item) => item.entities.join(' ; ') },
    { name: 'summary', weight: 1.5, variants: true, of: (item) => item.summary },
    {
      name: 'further',
      weight: 0.5,
      of: (item) => [item.outlet, item.topic, ...item.countries.flatMap(countrySearchWords)].join(' '),
    },
  ],
  columns: {
    topic: { type: 'words', of: (item) => item.topic },
    outlet: { type: 'words', of: (item) => item.outlet },
    month: { type: 'words', of: (item) => (item.date.length >= 7 ? item.date.slice(0, 7) : undefined) },
    country: { type: 'words', of: (item) => item.countries },
    entities: { type: 'words', of: (item) => item.entities },
    date: { type: 'date', of: (item) => item.date },
    standing: { type: 'number', of: (item) => -Number(item.date.replaceAll('-', '').padEnd(8, '0')) },
  },
  keys: (item) => [item.id, item.headline],
};
