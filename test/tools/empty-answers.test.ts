import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { fullTools } from '../helpers/full-tools.ts';

const { tools } = await fullTools();

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

describe('an empty answer', () => {
  it.each([
    ['search_robots', { category: 'space', country: 'KR' }],
    ['search_publications', { author: 'Khatib', from: '2030' }],
    ['get_latest_news', { since: 'last 7 days' }],
    ['search_manufacturers', { capability: 'lidar', kind: 'integrator', country: 'PT' }],
    ['search_startups', { min_funding_usd: 1e12, country: 'KR' }],
  ])('is short and names three that come nearest: %s %j', async (tool, args) => {
    const { text } = await tools.ask(tool, args);
    expect(countTokens(text)).toBeLessThan(200);
    const [, nearest = ''] = /^Nearest, without [^:]+: (.+)\.$/m.exec(text) ?? [];
    expect(nearest.split(', ')).toHaveLength(3);
    expect((await tools.ask(tool, { ids: nearest })).total).toBe(3);
  });
});

describe('counts of values', () => {
  it('stand where they help the next call: not of what was filtered, nor of one value, nor where all is shown', async () => {
    const some = await tools.ask('search_robots', { category: 'humanoid' });
    expect(some.text).toMatch(/^country: /m);
    expect(some.text).not.toMatch(/^category: /m);
    expect(Object.keys(some.facets)).toEqual(['country', 'status']);
    const all = await tools.ask('search_robots', { category: 'construction' });
    expect(all.total).toBeLessThan(10);
    expect(all.text).not.toMatch(/^country: /m);
    expect(all.structured).not.toHaveProperty('facets');
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
    const { text, total } = await tools.ask('search_robots', { query: 'xqzzyv', country: 'US' });
    expect(total).toBe(0);
    expect(text).toContain('No record has "xqzzyv".');
  });

  it.each(['"', '***', '( ) -', 'NEAR', '!?'])('answers %j in words', async (query) => {
    const { error, total, text } = await tools.ask('search_robots', { query });
    expect(error).toBeUndefined();
    expect(text.startsWith(`${total} match`)).toBe(true);
  });
});
