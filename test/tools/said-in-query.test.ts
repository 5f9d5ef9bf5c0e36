import { describe, expect, it } from 'vitest';
import { fullTools } from '../helpers/full-tools.ts';

const { tools } = await fullTools();

describe('a period in the words of a query is a filter, and said', () => {
  it.each([
    ['search_publications', 'grasping since 2018', { query: 'grasping', from: '2018' }],
    [
      'search_publications',
      'visual servoing in the 2010s',
      { query: 'visual servoing', from: '2010', to: '2019' },
    ],
    ['get_latest_news', 'humanoid funding after June 2025', { query: 'humanoid funding', since: '2025-07' }],
  ])('%s %s', async (tool, query, args) => {
    const [asked, filtered] = [await tools.ask(tool, { query }), await tools.ask(tool, args)];
    expect(asked.ids).toEqual(filtered.ids);
    expect(asked.total).toBe(filtered.total);
    expect(asked.text).toMatch(/Read as .*(?:published|date) /);
  });

  it('of startups it is the year of foundation, or of the last round where that is spoken of', async () => {
    const { results } = await tools.ask('search_startups', { query: 'humanoid startups founded after 2020' });
    expect(results.length).toBeGreaterThan(3);
    for (const { founded } of results) expect(founded).toBeGreaterThan(2020);
    const raised = await tools.ask('search_startups', {
      query: 'humanoid startups that raised money since 2026',
    });
    const dates = raised.results.map(({ last_round }) => (last_round as { date?: string }).date ?? '');
    expect(dates.length).toBeGreaterThan(2);
    for (const date of dates) expect(date >= '2026').toBe(true);
  });
});

describe('protection against dust and water is read by IEC 60529', () => {
  it('a code means this or better', async () => {
    const { results, structured, text } = await tools.ask('search_robots', {
      query: 'robots under IP67',
      limit: 50,
    });
    const ratings = results.map(({ specs }) => (specs as { ip_rating?: string }).ip_rating);
    expect(ratings.length).toBeGreaterThan(4);
    for (const rating of ratings) expect(rating).toMatch(/^IP6[7-9]/);
    expect(structured.excluded_unknown_ip_rating).toBeGreaterThan(100);
    expect(text).toContain('Read as ip_rating IP67');
  });

  it('waterproof is rated for immersion, or said to be', async () => {
    const { ids } = await tools.ask('search_robots', { query: 'waterproof robots', limit: 50 });
    expect(ids).toContain('swellpro-spry');
    expect(ids).toContain('unitree-b2');
    expect(ids).not.toContain('unitree-go2');
  });
});

it('a number strictly above is not met by the number itself', async () => {
  const [over, least] = await Promise.all(
    ['cobot over 20 kg payload', 'cobot payload at least 20 kg'].map((query) =>
      tools.ask('search_robots', { query, limit: 50 }),
    ),
  );
  expect(least?.ids).toContain('universal-robots-ur20');
  expect(least?.ids).toContain('fairino-fr20');
  expect(over?.ids).not.toContain('fairino-fr20');
});

describe('a product named in a question about certification is read as one', () => {
  it.each([
    ['restaurant robot', 'ul-3300-service-robots'],
    ['what certification does a surgical robot need from the FDA', 'fda-surgical-876-1500'],
  ])('%s', async (query, id) => {
    const { ids, text } = await tools.ask('get_certification_info', { query });
    expect(ids).toContain(id);
    expect(text).toContain('Read as robot_category');
  });

  it('a thing that it holds is searched for', async () => {
    const { ids } = await tools.ask('get_certification_info', { query: 'lithium battery requirements' });
    expect(ids.slice(0, 5).join(' ')).toContain('lithium');
  });
});

describe('a sum in the words of a query is a filter, and said', () => {
  it.each([
    ['search_startups', 'humanoid startups that raised over $50M', 'funding_usd over 50000000'],
    ['search_startups', 'startups valued at more than 1 billion dollars', 'valuation_usd over 1000000000'],
    ['get_open_challenges', 'challenges with prizes of at least $1M', 'prize_usd from 1000000'],
  ])('%s %s', async (tool, query, said) => {
    const { text, results } = await tools.ask(tool, {
      query,
      ...(tool.includes('open') && { include_closed: true }),
    });
    expect(text).toContain(said);
    expect(results.length).toBeGreaterThan(1);
  });

  it('is met by every row', async () => {
    const { results } = await tools.ask('search_startups', { query: 'startups that raised at least $400M' });
    for (const { last_round, total_funding_usd } of results) {
      const { amount_usd } = (last_round ?? {}) as { amount_usd?: number };
      expect(total_funding_usd ?? amount_usd).toBeGreaterThanOrEqual(4e8);
    }
  });
});

it('an area is that of the lawn', async () => {
  const { text, structured } = await tools.ask('search_robots', { query: 'robot mower for 1000 m²' });
  expect(text).toContain('area_m2 from 1000');
  expect(structured.excluded_unknown_area_m2).toBeGreaterThan(0);
});

it('a category called by its name comes first', async () => {
  const { results } = await tools.ask('search_robots', { query: 'humanoid for warehouse logistics' });
  const isHumanoid = results.map(({ category }) => category === 'humanoid');
  expect(isHumanoid[0]).toBe(true);
  expect(isHumanoid).toEqual(isHumanoid.toSorted((a, b) => Number(b) - Number(a)));
});

it('words of asking with the kind alone list the newest', async () => {
  const [asked, all] = await Promise.all([
    tools.ask('get_latest_news', { query: 'latest robotics news' }),
    tools.ask('get_latest_news', {}),
  ]);
  expect(asked.ids).toEqual(all.ids);
});

it('out of business is no business', async () => {
  const { ids } = await tools.ask('get_latest_news', { query: 'robot companies that went out of business' });
  expect(ids.join(' ')).toContain('vicarious-surgical-shuts-down');
});
