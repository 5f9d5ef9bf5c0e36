import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Catalogue } from '../../src/search/catalogue.ts';
import { openSmall } from '../helpers/catalogue.ts';
import { searches, type Tools, toolsOver } from '../helpers/tools.ts';

let catalogue: Catalogue;
let tools: Tools;
beforeAll(async () => {
  catalogue = await openSmall();
  tools = toolsOver(catalogue);
});
afterAll(() => catalogue.close());

async function refused(tool: string, args: object, field: string, ...said: string[]): Promise<void> {
  const { error, text, structured } = await tools.ask(tool, args);
  expect(error, `${tool} took ${JSON.stringify(args)}`).toMatchObject({ code: 'INVALID_ARGUMENT', field });
  for (const words of said) expect(error?.message).toContain(words);
  expect(text).toContain(error?.message);
  expect(Object.keys(structured)).toEqual(['error']);
}

const names = searches.map(([tool]) => tool);

it('an argument that does not exist is named without what would steer a terminal', async () => {
  const { error } = await tools.ask('search_robots', { 'a\u001b[31mb\u009bc\u202ed': 1 });
  expect(error?.field).toBe('a [31mb cd');
});

describe.each(names)('%s refuses', (tool) => {
  it.each([
    [{ limit: 0 }, 'limit', '1 to 50'],
    [{ limit: 51 }, 'limit', '1 to 50'],
    [{ limit: -3 }, 'limit', '1 to 50'],
    [{ limit: 2.5 }, 'limit', 'whole number'],
    [{ limit: 'ten' }, 'limit', 'number'],
    [{ limit: true }, 'limit', 'number'],
    [{ limit: [10] }, 'limit', 'number'],
    [{ query: {} }, 'query', 'text'],
    [{ query: [['robot']] }, 'query', 'text'],
    [{ query: true }, 'query', 'text'],
    // Found by `npm run fuzz -- --transport http --seed 109000000`: its `length` becomes no number.
    [{ query: { length: { toString: 1 } } }, 'query', 'text'],
    [{ ids: { length: { toString: 1 } } }, 'ids', 'list'],
    [{ ids: [{ length: [{ toString: null }] }] }, 'ids.0', 'text'],
    [{ query: 'x'.repeat(10_000) }, 'query', 'at most'],
    [{ sort: 'colour' }, 'sort', 'relevance'],
    [{ detail: 'everything' }, 'detail', 'one of: concise, full'],
    [{ ids: Array.from({ length: 11 }, (_, i) => `id-${i}`) }, 'ids', 'at most 10'],
    [{ ids: [{}] }, 'ids.0', 'text'],
    [{ ids: ['x'], query: 'laser' }, 'query', 'leave query out'],
    [{ cursor: 'none of ours' }, 'cursor', 'leave cursor out'],
    [{ cursor: 'eyJhIjoxfQ' }, 'cursor', 'leave cursor out'],
    [{ cursor: 5 }, 'cursor', 'leave cursor out'],
    [{ limits: 5 }, 'limits', 'Did you mean limit?'],
    [{ Query: 'robot' }, 'Query', 'Did you mean query?'],
    [{ zzz: 1 }, 'zzz', 'query'],
    [{ constructor: 1 }, 'constructor', 'There is no argument'],
    [JSON.parse('{"__proto__": 1}'), '__proto__', 'There is no argument'],
  ])('%j', async (args, field, words) => {
    await refused(tool, args, field, words);
  });
});

describe('what says nothing is left out', () => {
  const nothing = { query: ' ', ids: [], limit: '', cursor: '', sort: '', detail: null };

  it.each(names)('by %s', async (tool) => {
    const [bare, padded] = [await tools.ask(tool, {}), await tools.ask(tool, nothing)];
    expect(padded.error).toBeUndefined();
    expect(padded.structured).toEqual(bare.structured);
  });

  it.each([
    ['search_robots', { manufacturer: '', specs: [], min_price_usd: '', status: [] }, {}],
    ['search_robots', { specs: '{"payload_kg":{"min":10}}' }, { specs: { payload_kg: { min: 10 } } }],
    ['search_robots', { specs: { payload_kg: '{"min":"10"}' } }, { specs: { payload_kg: { min: 10 } } }],
    ['search_robots', { ids: '["unitree-g1","unitree-go2"]' }, { ids: ['unitree-g1', 'unitree-go2'] }],
    [
      'get_certification_info',
      { robot_category: 'cobot', features: '["wifi"]', robot: '' },
      { robot_category: 'cobot', features: ['wifi'] },
    ],
  ])('%s %j', async (tool, given, meant) => {
    const [one, other] = [await tools.ask(tool, given), await tools.ask(tool, meant)];
    expect(one.error).toBeUndefined();
    expect(one.structured).toEqual(other.structured);
  });

  it('but not where it is required', async () => {
    await refused(
      'report_error',
      { resource_type: 'robots', resource_id: 'unitree-g1', problem: '' },
      'problem',
      'at least 1',
    );
  });
});

describe('search_robots refuses', () => {
  it.each([
    [{ categori: 'humanoid' }, 'categori', 'Did you mean category?'],
    [{ certification_status: 'maybe' }, 'certification_status', 'cleared'],
    [{ price_kind: 'rent' }, 'price_kind', 'lease_monthly'],
    [{ min_price_usd: -1 }, 'min_price_usd', 'at least 0'],
    [{ max_price_usd: 'cheap' }, 'max_price_usd', 'number'],
    [{ max_price_usd: '1e999' }, 'max_price_usd', 'number'],
    [{ min_price_usd: 10, max_price_usd: 9 }, 'min_price_usd', 'max_price_usd'],
    [{ specs: { payload_kg: { min: 10, max: 9 } } }, 'specs.payload_kg.min', 'specs.payload_kg.max'],
    [{ specs: { payload_kg: {} } }, 'specs.payload_kg', 'min'],
    [{ specs: { payload_kg: 10 } }, 'specs.payload_kg', 'such as {"min":10}'],
    [{ specs: { payload_kg: '[10]' } }, 'specs.payload_kg', 'object'],
    [{ specs: { payload_kg: { min: -1 } } }, 'specs.payload_kg.min', 'at least 0'],
    [{ specs: { payload_kg: { minimum: 1 } } }, 'specs.payload_kg.minimum', 'There is no argument'],
    [{ specs: { payload: { min: 1 } } }, 'specs.payload', 'Did you mean payload_kg?'],
    [{ specs: { ip_rating: { min: 6 } } }, 'specs.ip_rating', 'There is no argument'],
    [{ specs: 'payload_kg > 10' }, 'specs', 'such as {"height_cm":{"min":10}}'],
    [{ specs: '{"payload_kg":{"min":10}' }, 'specs', 'object'],
    [{ specs: '{"payload":{"min":10}}' }, 'specs.payload', 'Did you mean payload_kg?'],
    [{ manufacturer: 'a\u0000b' }, 'manufacturer', 'control characters'],
    [{ certification: 'x'.repeat(201) }, 'certification', 'at most 200'],
  ])('%j', async (args, field, words) => {
    await refused('search_robots', args, field, words);
  });
});

describe('the others refuse', () => {
  it.each([
    ['search_publications', { from: '2025', to: '2024' }, 'from', 'to'],
    ['search_publications', { from: '2024-03-02', to: '2024-03-01' }, 'from', 'to'],
    ['search_publications', { from: '2024-02-30' }, 'from', 'no date that exists'],
    ['search_publications', { to: 'whenever' }, 'to', 'last 30 days'],
    ['search_publications', { form: '2024' }, 'form', 'Did you mean from?'],
    ['search_publications', { author: 7.5, topic: {} }, 'topic', 'text'],
    ['get_latest_news', { since: '2026-05', until: '2026-04-30' }, 'since', 'until'],
    ['get_open_challenges', { include_closed: 'perhaps' }, 'include_closed', 'boolean'],
    ['get_open_challenges', { deadline_after: 'soon' }, 'deadline_after', '2024-06'],
    ['search_startups', { min_funding_usd: -1 }, 'min_funding_usd', 'at least 0'],
    ['get_certification_info', { scheme: 'TÜV' }, 'scheme', 'FCC'],
    ['get_certification_info', { features: ['wfi2'] }, 'features', 'wifi'],
    ['get_certification_info', { robot: 'unitree-g1', robot_category: 'amr' }, 'robot_category', 'leave'],
    ['get_certification_info', { id: 'x', query: 'y' }, 'query', 'leave query out'],
    ['submit_publication', {}, 'arxiv_id', 'One of arxiv_id and url'],
    ['submit_publication', { arxiv_id: '2401.02117', url: 'https://a.b' }, 'arxiv_id', 'not both'],
    ['submit_publication', { arxiv_id: '2413.00001' }, 'arxiv_id', 'month 13'],
    ['submit_publication', { arxiv_id: 'a paper' }, 'arxiv_id', '2401.02117'],
    ['submit_publication', { url: 'javascript:alert(1)' }, 'url', 'http(s)'],
    ['submit_publication', { url: 'https://localhost/paper' }, 'url', 'public'],
    ['submit_publication', { arxiv: '2401.02117' }, 'arxiv', 'Did you mean arxiv_id?'],
    ['report_error', {}, 'resource_type', 'missing'],
    ['report_error', { resource_type: 'robots', resource_id: 'unitree-g1' }, 'problem', 'missing'],
    ['report_error', { resource_type: 'planets', resource_id: 'x', problem: 'y' }, 'resource_type', 'robots'],
    [
      'report_error',
      { resource_type: 'robots', resource_id: 'unitree-g1', problem: 'y', field: 'prise' },
      'field',
      'Did you mean price?',
    ],
    [
      'report_error',
      { resource_type: 'robots', resource_id: 'unitree-g1', problem: 'y', evidence_url: 'page 3' },
      'evidence_url',
      'http(s)',
    ],
  ])('%s %j', async (tool, args, field, words) => {
    await refused(tool, args, field, words);
  });
});

describe('what is not there is not found', () => {
  it.each([
    ['get_certification_info', { id: 'nothing' }, 'id'],
    ['get_certification_info', { robot: 'unitree-g2' }, 'robot'],
    ['report_error', { resource_type: 'robots', resource_id: 'unitree-g2', problem: 'x' }, 'resource_id'],
  ])('%s %j', async (tool, args, field) => {
    expect((await tools.ask(tool, args)).error).toMatchObject({ code: 'NOT_FOUND', field });
  });

  it('but a slip away from what is', async () => {
    const { error } = await tools.ask('get_certification_info', { robot: 'unitree-g2' });
    expect(error?.message).toContain('unitree-g1');
    expect(error?.accepted).toContain('unitree-g1');
  });
});
