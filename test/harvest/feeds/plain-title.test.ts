import { expect, it } from 'vitest';
import { readKindLines } from '../../../src/data/dataset/files.ts';
import { readsLikeInstructions } from '../../../src/harvest/feeds/plain-title.ts';

it.each([
  'Robotaxis ignore the rules of the road in San Francisco',
  'How robots use the right tool for the job',
  'A new vision system: what warehouse robots see',
  'Why AI should say when it does not know',
  'User study: what people expect of a robot assistant',
  'Robot follows spoken instructions in a busy kitchen',
  'Travel agents, you are next: a robot books flights',
])('a headline is no instruction: %s', (title) => {
  expect(readsLikeInstructions(title)).toBe(false);
});

it('takes no headline of the dataset for one', () => {
  const lines = readKindLines('dataset', 'news');
  const headlines = lines.map((line) => (JSON.parse(line) as { headline: string }).headline);
  expect(headlines.length).toBeGreaterThan(400);
  expect(headlines.filter(readsLikeInstructions)).toEqual([]);
});
