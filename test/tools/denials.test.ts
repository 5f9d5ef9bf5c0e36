import { describe, expect, it } from 'vitest';
import { fullTools } from '../helpers/full-tools.ts';

const { tools } = await fullTools();

/** Every result of a search, over all pages. */
async function everyResult(tool: string, query: string): Promise<Record<string, unknown>[]> {
  const { results, total } = await tools.ask(tool, { query, limit: 50, detail: 'full' });
  expect(total).toBeGreaterThan(0);
  return results.slice(0, total);
}

describe('what is denied is kept out, and not asked for', () => {
  it.each([
    ['VLA papers not published in 2025', 'not published 2025', /^2025/],
    ['VLA papers not in 2026', 'not published 2026', /^2026/],
  ])('%s', async (query, said, denied) => {
    const results = await everyResult('search_publications', query);
    for (const { published } of results) expect(published).not.toMatch(denied);
    expect((await tools.ask('search_publications', { query })).notes.join()).toContain(said);
  });

  it('a conference', async () => {
    for (const query of ['diffusion policy not from ICRA', 'diffusion policy not published at ICRA']) {
      const results = await everyResult('search_publications', query);
      for (const { journal } of results) expect(journal ?? '').not.toMatch(/ICRA/);
    }
  });

  it.each([
    ['search_robots', 'humanoids not released in 2025', 'not released 2025'],
    ['search_startups', 'startups not founded after 2020', 'not founded from 2021'],
    ['search_robots', 'quadrupeds not lighter than 20 kg', 'mass_kg from 20'],
    ['search_robots', 'humanoids not under $20000', 'price_usd from 20000'],
    ['search_robots', 'surgical robots without FDA clearance', 'not certification FDA'],
    ['search_robots', 'humanoids not from China', 'not country CN'],
    ['search_robots', 'robots not made in the US', 'not country US'],
    ['search_startups', 'startups outside the US', 'not country US'],
    ['search_robots', 'non-surgical medical robots', 'not category surgical'],
  ])('%s %s is read as %s', async (tool, query, said) => {
    const { notes, total } = await tools.ask(tool, { query });
    expect(notes.join()).toContain(said);
    expect(total).toBeGreaterThan(0);
  });

  it('a country, whatever makers are called', async () => {
    const results = await everyResult('search_robots', 'humanoids not from China');
    for (const { manufacturer } of results)
      expect((manufacturer as { country: string }).country).not.toBe('CN');
  });

  it('a certification', async () => {
    const results = await everyResult('search_robots', 'surgical robots without FDA clearance');
    for (const { certifications } of results) {
      const held = (certifications as { scheme: string; status: string }[]).filter(
        ({ status }) => status !== 'pending',
      );
      // Who is registered with the FDA has no clearance of it.
      expect(held.filter(({ status }) => status === 'cleared').map(({ scheme }) => scheme)).not.toContain(
        'FDA',
      );
    }
  });
});

describe('what robots are to be without', () => {
  const ownText = ({ sources: _, ...own }: Record<string, unknown>) =>
    JSON.stringify(own)
      .replace(/https?:[^"]+/g, '')
      .toLowerCase();

  it.each([
    ['robot vacuum without lidar', 'lidar'],
    ['robot vacuum no mop', 'mop'],
  ])('%s: nothing whose text has it', async (query, thing) => {
    const results = await everyResult('search_robots', query);
    expect(results.length).toBeGreaterThan(20);
    for (const result of results) {
      const text = ownText(result);
      if (new RegExp(`\\b${thing}`).test(text))
        expect(text).toMatch(/\b(?:no|not|without|non|lacks?|instead)\b/);
    }
    const { notes } = await tools.ask('search_robots', { query });
    expect(notes.join()).toContain(`not text "${thing}"`);
    expect(notes.join()).toMatch(/Left out \d+ whose text says so/);
  });

  it('keeps out nothing where no text has it', async () => {
    const { total, notes } = await tools.ask('search_robots', { query: 'humanoid with no subscription' });
    expect(total).toBeGreaterThan(100);
    expect(notes.join()).toContain('Left out 0 whose text says so');
  });

  it.each(['robot mower without boundary wire', 'robot arms without writing code', 'drones no longer sold'])(
    '%s is said otherwise, or of no thing',
    async (query) => {
      const { notes } = await tools.ask('search_robots', { query });
      expect(notes.join()).not.toContain('all but those');
    },
  );
});

describe('a number', () => {
  it.each([
    ['drone ceiling over 10000 feet', 'ceiling_m over 3048'],
    ['humanoids taller than 6 feet', 'height_cm over 182.88'],
    ['humanoids between 5 and 6 feet tall', 'height_cm from 152.4 to 182.88'],
    ['cobots with reach over 50 inches', 'reach_mm over 1270'],
    ['drone range over 20 miles', 'range_km over 32.1869'],
    ['gripper payload over 500 g', 'payload_kg over 0.5'],
    ['arm repeatability better than 0.02 mm', 'repeatability_mm under 0.02'],
    ['robots with 2 arms', 'arms 2'],
  ])('%s is %s', async (query, meant) => {
    const { notes, total } = await tools.ask('search_robots', { query });
    expect(notes.join()).toContain(meant);
    expect(total).toBeGreaterThan(0);
  });

  it.each(['robot vacuum over 5200 mAh', 'arm under 3000 mm long', 'drone over 10000 rpm'])(
    '%s is no price in dollars',
    async (query) => {
      expect((await tools.ask('search_robots', { query })).notes.join()).not.toContain('price_usd');
    },
  );
});

it.each([
  ['cobot below 10000 euros', /price_usd under 11709/],
  ['cobot under 30k€', /price_usd under 35128/],
])('%s is converted at a rate that is said', async (query, bound) => {
  const { notes } = await tools.ask('search_robots', { query });
  expect(notes.join()).toMatch(bound);
  expect(notes.join()).toContain('Federal Reserve rate of 2025-12');
});

it('complete matches come before those that lack a word, whatever category is preferred', async () => {
  for (const query of ['UK drones', 'quadruped with wheels']) {
    const { ids, total } = await tools.ask('search_robots', { query, limit: 50 });
    // Under an order that is asked for nothing else is listed.
    const complete = await tools.ask('search_robots', { query, sort: 'name', limit: 50 });
    expect(new Set(ids.slice(0, total))).toEqual(new Set(complete.ids.slice(0, 50)));
  }
});

it.each([
  [
    'search_robots',
    { manufacturer: 'Johnson & Johnson' },
    'manufacturer',
    /Johnson & Johnson|J&J|Ottava|MedTech/,
  ],
])('%s %j means no other Johnson', async (tool, args, field, wanted) => {
  const { results } = await tools.ask(tool, args);
  expect(results.length).toBeGreaterThan(0);
  for (const result of results) expect(String(result[field])).toMatch(wanted);
});

it('a firm is called with Robotics or without', async () => {
  const [short, long] = await Promise.all(
    ['Unitree', 'Unitree Robotics'].map((entity) => tools.ask('get_latest_news', { entity })),
  );
  expect(long?.total).toBe(short?.total);
});

it('months with one year are a period', async () => {
  for (const query of ['robotaxi from January to March 2026', 'robotaxi between January and March 2026'])
    expect((await tools.ask('get_latest_news', { query })).notes.join()).toContain('from 2026-01 to 2026-03');
});

it('a year in which a company closed is not the one of its foundation', async () => {
  const { notes } = await tools.ask('search_startups', { query: 'startups that shut down in 2025' });
  expect(notes.join()).not.toContain('founded');
  expect(notes.join()).toContain('No field of startups holds when a company closed');
  const founded = await tools.ask('search_startups', { query: 'closed loop startups founded in 2020' });
  expect(founded.notes.join()).toContain('founded 2020');
});
