import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { fullTools } from '../helpers/full-tools.ts';

/** Papers that everybody knows by a short name, with their ids; without any where the data do not hold it. */
interface Canonical {
  readonly name: string;
  readonly ids: readonly string[];
}

const file = new URL('canonical-papers.jsonl', import.meta.url);
const canonical = readFileSync(file, 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Canonical);

const { catalogue, tools } = await fullTools();

const firstFor = async (query: string) =>
  (await tools.ask('search_publications', { query, limit: 1 })).ids[0];

it('brings 95 of a hundred canonical papers first by the name that everybody uses', async () => {
  const missed: string[] = [];
  for (const { name, ids } of canonical) {
    const first = await firstFor(name);
    if (first === undefined || !ids.includes(first)) missed.push(name);
  }
  expect(missed.length / canonical.length, missed.join(', ')).toBeLessThanOrEqual(0.05);
});

it.each('SayCan π0 pi0 PerAct TrajOpt ACT QT-Opt LOAM ORB-SLAM RRT* RRT SE(3)-DiffusionFields'.split(' '))(
  'gives %s by its short name among ids',
  async (name) => {
    const { ids, notes } = await tools.ask('search_publications', { ids: [name] });
    expect([ids.length, notes.join(' ')]).toEqual([1, expect.not.stringContaining('no record')]);
    expect(await firstFor(name)).toBe(ids[0]);
  },
);

it('holds three hundred short names', () => {
  const store = catalogue.store('publications');
  const names = Array.from({ length: store.size }, (_, row) => store.part(row, ['aliases'] as const).aliases);
  const short = names.flat().filter((alias) => !/^(?:10\.\d|\d{4}\.\d|(?:arxiv|doi|paper)-)/.test(alias));
  expect(short.length).toBeGreaterThanOrEqual(300);
});

it('tells names apart by their signs', async () => {
  expect(await firstFor('RRT*')).not.toBe(await firstFor('RRT'));
  expect(await firstFor('PRM probabilistic roadmaps')).toBe(await firstFor('PRM'));
});

it.each([
  ['SLAM', 'doi-10-1109-tro-2015-2463671'],
  ['visual odometry', 'SVO'],
  ['LiDAR odometry', 'LOAM'],
  ['motion planning', 'CHOMP'],
])('opens %s with what is cited more than others of its year', async (query, known) => {
  const { ids } = await tools.ask('search_publications', { query, limit: 5 });
  const { ids: named } = await tools.ask('search_publications', { ids: [known] });
  expect(ids).toContain(named[0]);
});
