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

describe('an empty answer says what removing each filter would find', () => {
  it.each([
    [
      'search_robots',
      { category: 'space', country: 'KR' },
      { category: { country: 'KR' }, country: { category: 'space' } },
    ],
    [
      'search_robots',
      { category: 'humanoid', specs: { payload_kg: { min: 900 } } },
      { category: { specs: { payload_kg: { min: 900 } } }, 'specs.payload_kg': { category: 'humanoid' } },
    ],
    [
      'search_publications',
      { author: 'Khatib', from: '2030' },
      { author: { from: '2030' }, 'from and to': { author: 'Khatib' } },
    ],
    ['search_startups', { min_funding_usd: 1e12 }, { min_funding_usd: {} }],
    ['get_latest_news', { since: '2027' }, { 'since and until': {} }],
    [
      'search_manufacturers',
      { capability: 'lidar', kind: 'integrator', country: 'PT' },
      { kind: { capability: 'lidar', country: 'PT' } },
    ],
  ])('%s %j', async (tool, args, without: Record<string, object>) => {
    const { total, structured, text } = await tools.ask(tool, args);
    expect(total).toBe(0);
    const told = structured.without_filter as Record<string, number>;
    for (const [name, rest] of Object.entries(without)) {
      const found = (await tools.ask(tool, rest)).total;
      expect(told[name], name).toBe(found);
      if (found > 0) expect(text).toContain(`Without ${name} there would be ${found}.`);
    }
  });
});

describe('a query that finds nothing', () => {
  it.each([
    'search_robots',
    'search_publications',
    'search_startups',
    'get_latest_news',
    'search_manufacturers',
  ])('names its unknown words: %s', async (tool) => {
    const { total, text } = await tools.ask(tool, { query: 'xqzzyv' });
    expect(total).toBe(0);
    expect(text).toContain('"xqzzyv"');
  });

  it('suggests what may have been meant, and takes many unknown words', async () => {
    const slip = await tools.ask('search_robots', { query: 'humaniod' });
    expect(slip.text).toContain('humanoid');
    const many = Array.from({ length: 32 }, (_, i) => `zzqa${i}x`).join(' ');
    expect((await tools.ask('search_publications', { query: many })).total).toBe(0);
  });

  it('says that the query is at fault where no filter is', async () => {
    const { text } = await tools.ask('search_robots', { query: 'xqzzyv', country: 'US' });
    expect(text).toContain('The query itself finds nothing');
  });

  it.each(['"', '***', '( ) -', 'NEAR', '!?'])('answers %j in words', async (query) => {
    const { error, total, text } = await tools.ask('search_robots', { query });
    expect(error).toBeUndefined();
    expect(text.startsWith(`${total} match`)).toBe(true);
  });
});
