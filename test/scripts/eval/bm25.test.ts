import { expect, it } from 'vitest';
import { bm25Titles } from '../../../scripts/eval/bm25.ts';
import type { Dataset } from '../../../src/data/dataset/read.ts';

const spot = { id: 'spot', name: 'Spot', manufacturer: { id: 'bd', name: 'Boston Dynamics', country: 'US' } };
const atlas = { ...spot, id: 'atlas', name: 'Atlas Atlas arm' };
const paper = { id: 'walk', title: 'Wàlking robots' };
const records = { robots: [spot, atlas], publications: [paper] } as unknown as Dataset['records'];
const ask = bm25Titles(records);

it('ranks titles by the words of every argument, rare words and short titles first', async () => {
  expect(await ask('search_robots', { query: 'boston', max_price_usd: 5 })).toMatchObject({
    ids: ['spot', 'atlas'],
    total: 2,
    text: 'spot | Boston Dynamics Spot\natlas | Boston Dynamics Atlas Atlas arm',
  });
  expect((await ask('search_robots', { query: 'boston', category: ['atlas'] })).ids).toEqual([
    'atlas',
    'spot',
  ]);
  expect((await ask('search_publications', { topic: 'walking' })).ids).toEqual(['walk']);
  expect((await ask('search_publications', { topic: 'a robot for the' })).ids).toEqual(['walk']);
});

it('finds nothing where no title has a word but stop words, and knows the searches only', async () => {
  expect(await ask('search_robots', { query: 'walking with the' })).toMatchObject({ ids: [], total: 0 });
  await expect(ask('report_error', { problem: 'x' })).rejects.toThrow('There is no search report_error.');
});
