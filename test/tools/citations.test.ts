import { expect, it } from 'vitest';
import type { Publication } from '../../src/kinds/publications/publication.ts';
import { onlyRecords, openSmall, paperWith } from '../helpers/catalogue.ts';
import { toolsOver } from '../helpers/tools.ts';

type Facts = Partial<Publication> & { readonly id: string };

const cited = (
  id: string,
  count: number,
  counter: 'google-scholar' | 'openalex',
  more: Partial<Facts> = {},
) =>
  paperWith({
    id,
    title: `Kelp folding ${id}`,
    citations: { count, as_of: counter === 'openalex' ? '2026-04-20' : '2025-06-12', counter },
    ...more,
  });

const papers = [
  cited('few', 3, 'google-scholar', { affiliations: ['ETH Zurich'], countries: ['CH'] }),
  cited('many', 900, 'openalex', { affiliations: ['INRIA', 'ETH Zurich'], countries: ['FR', 'CH'] }),
  cited('never', 0, 'google-scholar', {
    affiliations: ['INRIA'],
    countries: ['FR'],
    code: 'https://a.example/',
  }),
  paperWith({ id: 'uncounted', title: 'Kelp folding uncounted', published: '2026' }),
];

const tools = toolsOver(await openSmall(onlyRecords({ publications: papers })));
const ask = (args: object) => tools.ask('search_publications', args);

it('puts the most cited first, papers that nobody counted last, and says how many and of whom', async () => {
  const { ids, notes, results } = await ask({ sort: 'most_cited' });
  expect(ids).toEqual(['many', 'few', 'never', 'uncounted']);
  expect(notes).toContain('1 of 4 state no citations: they come last.');
  expect(notes).toContain(
    'The citations are of different counters, which count differently: google-scholar 2, openalex 1.',
  );
  expect(results[0]).toMatchObject({ cited: '900 by 2026-04' });
  expect(results[2]).toMatchObject({ cited: '0 by 2025-06' });
  expect(results[3]).not.toHaveProperty('cited');
});

it('says nothing of counters where one alone counted', async () => {
  const { ids, notes } = await ask({ sort: 'most_cited', affiliation: 'INRIA', query: 'never' });
  expect(ids).toEqual(['never']);
  expect(notes.join(' ')).not.toContain('counter');
});

it('finds institutions by any of their names, and reads the same from words', async () => {
  const asked = await ask({ affiliation: 'ETHZ', sort: 'most_cited' });
  expect(asked.ids).toEqual(['many', 'few']);
  expect((await ask({ query: 'most cited kelp folding from ETH' })).ids).toEqual(asked.ids);
  expect((await ask({ affiliation: 'ETH, not INRIA' })).ids).toEqual(['few']);
});

it('filters by the countries of institutions', async () => {
  expect((await ask({ query: 'kelp folding in France' })).ids.toSorted()).toEqual(['many', 'never']);
  expect((await ask({ country: 'Switzerland', sort: 'most_cited' })).ids).toEqual(['many', 'few']);
});

it.each([{ resource: 'code' }, { query: 'kelp folding with code' }])(
  'finds those with code: %j',
  async (args) => {
    expect((await ask(args)).results).toMatchObject([{ id: 'never', code: 'https://a.example/' }]);
  },
);
