import { expect, it } from 'vitest';
import { drawFacts, type Fact, factsOf } from '../../../scripts/dataset/facts.ts';
import { readDataset } from '../../../src/data/dataset/read.ts';

const robot = {
  id: 'acme-one',
  name: 'One',
  manufacturer: { id: 'acme', name: 'Acme', country: 'SE' },
  category: 'cobot',
  description: 'An arm.',
  status: 'available',
  price: { usd_min: 9000, kind: 'list', source: 'https://acme.example/shop' },
  specs: { payload_kg: 3, reach_mm: 600 },
  certifications: [{ scheme: 'UL', identifier: 'E1', source: 'https://ul.example/E1' }],
  sources: [{ url: 'https://acme.example/one', title: 'One' }],
};

it('takes a record apart into what a page can confirm, each with its own page first', () => {
  const facts = factsOf('robots', robot);
  expect(facts.map(({ field }) => field)).toEqual([
    'manufacturer.country',
    'status',
    'price',
    'specs.payload_kg',
    'specs.reach_mm',
    'certification',
  ]);
  expect(facts.find(({ field }) => field === 'price')?.sources).toEqual([
    'https://acme.example/shop',
    'https://acme.example/one',
  ]);
  expect(facts.find(({ field }) => field === 'certification')?.sources[0]).toBe('https://ul.example/E1');
});

it('draws the same by the same seed, each fact once, and kinds by their weights', () => {
  const { records } = readDataset('test/golden/dataset');
  const facts = [
    ...records.robots.flatMap((record) => factsOf('robots', record)),
    ...records.startups.flatMap((record) => factsOf('startups', record)),
  ];
  const drawn = drawFacts(facts, { robots: 3, startups: 1 }, 200, 7);
  expect(drawFacts(facts, { robots: 3, startups: 1 }, 200, 7)).toEqual(drawn);
  expect(drawFacts(facts, { robots: 3, startups: 1 }, 200, 8)).not.toEqual(drawn);
  expect(new Set(drawn).size).toBe(200);
  const share = drawn.filter(({ kind }) => kind === 'robots').length / drawn.length;
  expect(share).toBeGreaterThan(0.6);
  expect(share).toBeLessThan(0.9);
});

it('comes to an end where there are fewer facts than asked for', () => {
  const facts: Fact[] = factsOf('robots', robot);
  expect(drawFacts(facts, { robots: 1 }, 50, 1)).toHaveLength(facts.length);
  expect(drawFacts([], { robots: 1 }, 50, 1)).toEqual([]);
});
