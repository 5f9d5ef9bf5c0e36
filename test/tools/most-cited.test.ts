import { expect, it } from 'vitest';
import { fullTools } from '../helpers/full-tools.ts';

const { tools } = await fullTools();
const ask = (query: string) => tools.ask('search_publications', { query, limit: 5 });

it.each([
  'most cited visual SLAM',
  'most cited visual SLAM papers since 2015',
  'visual SLAM, most cited first',
])('begins with ORB-SLAM: %s', async (query) => {
  const { results } = await ask(query);
  expect(results[0]?.title).toMatch(/^ORB-SLAM: /);
});

it('is of a field where the words are its name, not of all titles that have them', async () => {
  const { ids, notes, results } = await ask('most cited soft robotics papers');
  expect(notes.join(' ')).toContain('Read as topic soft-robotics.');
  expect(ids).toHaveLength(5);
  for (const { title } of results) expect(title).not.toContain('Actor-Critic');
});

it.each([
  ['who works on soft grippers in Germany', 'country DE'],
  ['which universities work on SLAM in Spain', 'country ES'],
  ['Korean labs working on humanoids', 'country KR'],
  ['what did ETH publish at CoRL', 'affiliation ETH Zurich; journal CoRL'],
  ['what did Google publish at RSS in 2023', 'affiliation Google; journal RSS; published 2023'],
  ['what did the University of Zurich publish on drones', 'affiliation University of Zurich'],
  ['papers by Sergey Levine at CoRL', 'author Sergey Levine; journal CoRL'],
])('reads "%s"', async (query, read) => {
  const { notes, total } = await ask(query);
  expect(notes).toContain(`Read as ${read}.`);
  expect(total).toBeGreaterThan(2);
});
