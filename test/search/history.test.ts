import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Catalogue } from '../../src/search/catalogue.ts';
import { parseQuery } from '../../src/text/query.ts';
import { openSmall, paperWith, robotWith, smallRecords } from '../helpers/catalogue.ts';
import { toolsOver } from '../helpers/tools.ts';

/** Long and full of the words that are asked for, so that it would change every count and mean length. */
const text = 'Robot arm robot gripper learning control zeppelin, '.repeat(4).trim();
const robots = Array.from({ length: 30 }, (_, i) =>
  robotWith({ id: `added-${i}`, name: `Zeppelin Arm ${i}`, description: text, tags: ['gripper'] }),
);
const papers = Array.from({ length: 30 }, (_, i) =>
  paperWith({ id: `added-${i}`, title: `${text} ${i}`, topics: ['learning'] }),
);

const queries = [
  'robot',
  'arm',
  'robot arm gripper',
  'learning control',
  'zeppelin',
  'zepplin arm',
  'rob* -g1',
];

let catalogues: Catalogue[];
beforeEach(async () => {
  catalogues = [await openSmall(), await openSmall()];
});
afterEach(() => {
  for (const catalogue of catalogues) catalogue.close();
});

/** What every query is answered with, cursors and the pages behind them too, as text. */
async function answers(catalogue: Catalogue): Promise<string[]> {
  const tools = toolsOver(catalogue);
  const given: string[] = [];
  for (const tool of ['search_robots', 'search_publications']) {
    for (const query of queries) {
      const args = { query, limit: 2 };
      const first = await tools.ask(tool, args);
      given.push(first.text, JSON.stringify(first.structured));
      if (first.cursor === undefined) continue;
      given.push(JSON.stringify((await tools.ask(tool, { ...args, cursor: first.cursor })).structured));
    }
  }
  return given;
}

function contribute(catalogue: Catalogue): void {
  for (const robot of robots) catalogue.put('robots', robot);
  for (const paper of papers) catalogue.put('publications', paper);
  const [older] = smallRecords.robots;
  if (older !== undefined) catalogue.put('robots', { ...older, description: text });
}

/** The scores of all that a query finds, by id. */
function scores(catalogue: Catalogue, query: string): Map<string, number> {
  const store = catalogue.store('robots');
  const { rows, byCategory, scores } = store.match(parseQuery(query));
  return new Map(Array.from([...rows, ...byCategory], (row) => [store.idOf(row), scores[row] as number]));
}

describe('answers', () => {
  it('are the same bytes whether or not somebody asked before records were contributed', async () => {
    const [asked, fresh] = catalogues as [Catalogue, Catalogue];
    await answers(asked);
    contribute(asked);
    contribute(fresh);
    const given = await answers(fresh);
    expect(given.join('\n')).toContain('next_cursor');
    expect(await answers(asked)).toEqual(given);
  });

  it('score the records of the snapshot by the snapshot alone, whatever was contributed', () => {
    const [with30, without] = catalogues as [Catalogue, Catalogue];
    contribute(with30);
    for (const query of ['robot', 'arm', 'robot arm']) {
      const before = scores(without, query);
      const after = scores(with30, query);
      expect(before.size).toBeGreaterThan(1);
      expect(after.size).toBeGreaterThan(30);
      // One of them was replaced.
      before.delete(smallRecords.robots[0]?.id ?? '');
      for (const [id, score] of before) expect(after.get(id), `${query}: ${id}`).toBe(score);
    }
  });

  it('find contributed records by words that the snapshot lacks', () => {
    const [catalogue] = catalogues as [Catalogue];
    contribute(catalogue);
    const found = scores(catalogue, 'zeppelin');
    expect(found.size).toBe(31);
    expect(Math.min(...found.values())).toBeGreaterThan(0);
  });
});
