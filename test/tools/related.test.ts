import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Catalogue } from '../../src/search/catalogue.ts';
import { onlyRecords, openSmall, paperWith, robotWith } from '../helpers/catalogue.ts';
import { type Tools, toolsOver } from '../helpers/tools.ts';

const papers = [
  paperWith({
    id: 'grasp-1',
    title: 'Dexterous grasping with tactile feedback',
    authors: ['Ada Byron'],
    published: '2021',
    topics: ['grasping'],
  }),
  paperWith({
    id: 'grasp-2',
    title: 'Tactile feedback for dexterous hands',
    topics: ['grasping'],
    published: '2023',
  }),
  paperWith({ id: 'grasp-3', title: 'Grasping unknown objects', topics: ['grasping'], published: '2024' }),
  paperWith({
    id: 'same-author',
    title: 'A survey of underwater gliders',
    authors: ['Grace Hopper', 'Ada Byron'],
  }),
  paperWith({ id: 'unlike', title: 'Path planning for drones' }),
];

const price = (usd_min: number) => {
  const source = { url: 'https://example.org/price', title: 'Price' };
  return { usd_min, kind: 'list' as const, as_of: '2026-01', source: source.url };
};

const robots = [
  robotWith({ id: 'asked', specs: { payload_kg: 10, mass_kg: 40 }, price: price(20_000) }),
  robotWith({ id: 'near', specs: { payload_kg: 11, mass_kg: 42 }, price: price(22_000) }),
  robotWith({ id: 'far', specs: { payload_kg: 100, mass_kg: 400 }, price: price(200_000) }),
  robotWith({ id: 'unknown' }),
  robotWith({
    id: 'gone',
    specs: { payload_kg: 11, mass_kg: 42 },
    price: price(22_000),
    status: 'discontinued',
  }),
  robotWith({ id: 'other', category: 'cobot', specs: { payload_kg: 10, mass_kg: 40 }, price: price(20_000) }),
];

let catalogue: Catalogue;
let tools: Tools;
beforeAll(async () => {
  catalogue = await openSmall(onlyRecords({ publications: papers, robots }));
  tools = toolsOver(catalogue);
});
afterAll(() => catalogue.close());

describe('related_to', () => {
  it('finds papers by words, people and topics, and neither the paper itself nor one that has nothing of it', async () => {
    const { ids, notes } = await tools.ask('search_publications', { related_to: 'grasp-1' });
    expect(ids).toEqual(['grasp-2', 'grasp-3', 'same-author']);
    expect(notes.join()).toContain('Dexterous grasping with tactile feedback');
  });

  it('says of each paper what it shares', async () => {
    const { results } = await tools.ask('search_publications', { related_to: 'grasp-1' });
    expect(Object.fromEntries(results.map(({ id, why }) => [id, why]))).toEqual({
      'grasp-2': 'tactile, feedback, dexterous',
      'grasp-3': 'grasping',
      'same-author': 'Ada Byron',
    });
  });

  it('keeps to the filters, and takes another order', async () => {
    const from = await tools.ask('search_publications', { related_to: 'grasp-1', from: '2024' });
    expect(from.ids).toEqual(['grasp-3']);
    const newest = await tools.ask('search_publications', {
      related_to: 'grasp-1',
      sort: 'newest',
      topic: 'grasping',
    });
    expect(newest.ids).toEqual(['grasp-3', 'grasp-2']);
  });

  it('goes on with a cursor', async () => {
    const first = await tools.ask('search_publications', { related_to: 'grasp-1', limit: 2 });
    const next = await tools.ask('search_publications', {
      related_to: 'grasp-1',
      limit: 2,
      cursor: first.cursor,
    });
    expect([...first.ids, ...next.ids]).toEqual(['grasp-2', 'grasp-3', 'same-author']);
  });

  it('finds robots of the same category, the nearest in specs and price first', async () => {
    const { ids } = await tools.ask('search_robots', { related_to: 'asked' });
    expect(ids).toEqual(['near', 'gone', 'unknown', 'far']);
    expect((await tools.ask('search_robots', { related_to: 'unknown' })).total).toBe(4);
  });

  it.each([
    ['search_publications', 'grasp-9'],
    ['search_robots', 'unknwon'],
  ])('of %s refuses an id that there is not, and names near ones', async (tool, id) => {
    const { error } = await tools.ask(tool, { related_to: id });
    expect(error).toMatchObject({ code: 'NOT_FOUND', field: 'related_to' });
    expect(error?.accepted?.length).toBeGreaterThan(0);
    expect(error?.message).toContain(error?.accepted?.[0]);
  });

  it('refuses a query or ids beside it', async () => {
    for (const [field, value] of [
      ['query', 'hands'],
      ['ids', ['grasp-2']],
    ] as const) {
      const { error } = await tools.ask('search_publications', { related_to: 'grasp-1', [field]: value });
      expect(error).toMatchObject({ code: 'INVALID_ARGUMENT', field });
    }
  });
});
