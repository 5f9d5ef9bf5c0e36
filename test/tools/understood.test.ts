import { describe, expect, it } from 'vitest';
import { LOCAL_USER } from '../../src/lib/caller.ts';
import { fullTools } from '../helpers/full-tools.ts';

const { catalogue, tools } = await fullTools();

async function structured(tool: string, args: object): Promise<Record<string, unknown>> {
  const { structuredContent } = await tools.registry.call(tool, args, LOCAL_USER);
  return structuredContent as Record<string, unknown>;
}

describe('an answer says how it was understood', () => {
  it('quantities of a question become filters', async () => {
    const asked = await structured('search_robots', { query: 'quadruped that can carry 10 kg' });
    const filtered = await structured('search_robots', {
      query: 'quadruped',
      specs: { payload_kg: { min: 10 } },
    });
    expect(asked.total).toBe(filtered.total);
    expect(JSON.stringify(asked.notes)).toContain('payload_kg from 10');
    expect(asked.excluded_unknown_payload_kg).toBeGreaterThan(0);
    expect((asked.excluded_unknown_payload_kg_such_as as string[]).length).toBe(3);
  });

  it('the cheapest come in the order of their prices', async () => {
    const { results } = await structured('search_robots', { query: 'cheapest humanoid', limit: 3 });
    const prices = (results as { price: { usd: number | string } }[]).map(({ price }) =>
      Number.parseInt(String(price.usd), 10),
    );
    expect(prices).toEqual(prices.toSorted((a, b) => a - b));
  });

  it.each([
    ['robot dog', 'quadruped'],
    ['robot lawn mower', 'lawn_garden'],
  ])('%s is a kind of robot, not every robot', async (query, category) => {
    const { total, notes } = await structured('search_robots', { query });
    expect(total).toBeLessThan(100);
    expect(notes).toContain(`Read as category ${category}.`);
  });

  it('a company is found by any form of its name', async () => {
    const { total } = await structured('get_latest_news', { entity: 'Figure' });
    for (const entity of ['Figure AI', 'figure-ai']) {
      expect((await structured('get_latest_news', { entity })).total).toBe(total);
    }
  });

  it.each([
    ['search_robots', { manufacturer: 'Unitre' }, 'Unitree Robotics'],
    ['search_robots', { certification: 'GMO' }, 'FCC, UL, FDA'],
    ['search_publications', { topic: 'diffusion policy' }, 'searched for the words'],
    ['search_publications', { query: '2401.99999' }, 'submit_publication'],
    ['get_latest_news', { ids: ['unitree-g1'] }, 'robots'],
  ])('%s %j', async (tool, args, said) => {
    expect(JSON.stringify((await structured(tool, args)).notes)).toContain(said);
  });

  it('news say how new the newest held are, and show three besides an empty period', async () => {
    expect((await structured('get_latest_news', {})).newest_held).toMatch(/^2026-\d\d-\d\d$/);
    const { newest_held, notes } = await structured('get_latest_news', {
      since: '2026-11',
      entity: 'Figure',
    });
    expect(newest_held).toMatch(/^2026-\d\d-\d\d$/);
    const [, nearest = ''] = /without since and until: (.*)\./.exec((notes as string[]).join('\n')) ?? [];
    expect(nearest.split(', ')).toHaveLength(3);
    const dates = nearest.split(', ').map((id) => {
      const item = catalogue.find('news', id);
      expect(item?.entities.join(' ')).toContain('Figure');
      return item?.date ?? '';
    });
    expect(dates).toEqual(dates.toSorted().reverse());
  });

  it('a journal may name its year', async () => {
    const { results } = await structured('search_publications', { journal: 'CoRL 2021', limit: 50 });
    const full = results as { id: string }[];
    const years = full.map(({ id }) => catalogue.find('publications', id)?.year);
    expect(new Set(years)).toEqual(new Set([2021]));
  });

  it('challenges without a date are named apart', async () => {
    const { deadline_unknown, results } = await structured('get_open_challenges', {});
    const apart = deadline_unknown as { id: string }[];
    expect(apart.length).toBeGreaterThan(0);
    for (const { id } of apart) {
      const record = catalogue.find('challenges', id);
      expect([record?.deadline, record?.event_date]).toEqual([undefined, undefined]);
      expect((results as { id: string }[]).some((open) => open.id === id)).toBe(false);
    }
  });

  it('challenges asked for by prize have the undated ones in that order too', async () => {
    const { deadline_unknown, notes } = await structured('get_open_challenges', { query: 'biggest prize' });
    const prizes = (deadline_unknown as { prize_usd?: number }[]).map(({ prize_usd = 0 }) => prize_usd);
    expect(prizes[0]).toBeGreaterThan(1e6);
    expect(prizes).toEqual(prizes.toSorted((a, b) => b - a));
    expect((notes as string[]).join('\n')).toMatch(/\d+ of \d+ state no prize/);
  });

  it('prices and rounds of more than two years ago are called old in their rows', async () => {
    const robots = catalogue.store('robots');
    const priced = Array.from({ length: robots.size }, (_, row) => robots.record(row)).flatMap(
      ({ id, price, family }) => (price?.as_of === undefined || family ? [] : [{ id, date: price.as_of }]),
    );
    const startups = catalogue.store('startups');
    const raised = Array.from({ length: startups.size }, (_, row) => startups.record(row)).flatMap(
      ({ id, funding }) => (funding?.last_round?.date ? [{ id, date: funding.last_round.date }] : []),
    );
    for (const [tool, dated, old] of [
      ['search_robots', priced, ', old)'],
      ['search_startups', raised, ' (old)'],
    ] as const) {
      for (const isOld of [true, false]) {
        const { id = '', date } = dated.find((one) => (isOld ? one.date < '2021' : one.date > '2026')) ?? {};
        const { text } = await tools.ask(tool, { ids: [id] });
        expect(text).toContain(date);
        expect(text.includes(`${date}${old}`)).toBe(isOld);
      }
    }
  });
});
