import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Catalogue } from '../../src/search/catalogue.ts';
import { openFull } from '../helpers/full-dataset.ts';
import { type Tools, toolsOver } from '../helpers/tools.ts';

let catalogue: Catalogue;
let tools: Tools;
beforeAll(async () => {
  catalogue = await openFull();
  tools = toolsOver(catalogue);
});
afterAll(() => catalogue.close());

describe('several names in one query are these records side by side, and nothing else', () => {
  it.each([
    ['search_startups', 'Figure AI, Apptronik', ['figure-ai', 'apptronik']],
    ['search_robots', 'compare UR5e and UR10e', ['universal-robots-ur5e', 'universal-robots-ur10e']],
  ])('%s %s', async (tool, query, wanted) => {
    const { ids, total } = await tools.ask(tool, { query });
    for (const id of wanted) expect(ids).toEqual(expect.arrayContaining([expect.stringContaining(id)]));
    expect(total).toBe(ids.length);
    expect(ids.length).toBeLessThanOrEqual(wanted.length + 1);
  });

  it('a word beside them that is no name makes it a search', async () => {
    const { total } = await tools.ask('search_robots', { query: 'arms UR5e UR10e' });
    expect(total).not.toBe(2);
  });
});

it.each([
  ['川崎', 'kawasaki'],
  ['宇树', 'unitree'],
  ['두산', 'doosan'],
])('%s, the beginning of a name in its own script, finds its maker', async (query, id) => {
  const { ids } = await tools.ask('search_manufacturers', { query });
  expect(ids.join(' ')).toContain(id);
});
