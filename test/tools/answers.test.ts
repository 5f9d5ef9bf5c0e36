import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv';
import { describe, expect, it } from 'vitest';
import { LOCAL_USER } from '../../src/lib/caller.ts';
import { fullTools } from '../helpers/full-tools.ts';
import { searches } from '../helpers/tools.ts';
import { lackingInText } from '../reading/facts.ts';

type Schema = Parameters<AjvJsonSchemaValidator['getValidator']>[0];

const { tools } = await fullTools();

const calls: readonly (readonly [string, object])[] = [
  ...searches,
  ...searches.map(([tool, args]) => [tool, { ...args, detail: 'full', limit: 50 }] as const),
  ...searches.map(([tool]) => [tool, { query: 'robot -zeppelin' }] as const),
  ...searches.map(([tool]) => [tool, { query: 'xqzzy' }] as const),
  ...searches.map(([tool]) => [tool, { ids: ['nothing'] }] as const),
  ['search_robots', { certification: 'FDA', max_price_usd: 9, specs: { dof: { min: 3 } } }],
  ['get_certification_info', { robot: 'unitree-g1' }],
  ['get_certification_info', { features: ['wifi', 'no-lithium-battery'] }],
  ['get_certification_info', { robot_category: 'surgical', scheme: 'FDA', sort: 'phase', limit: 50 }],
  ['get_open_challenges', {}],
  ['submit_publication', { arxiv_id: '2999.00001' }],
  ['submit_publication', { arxiv_id: '2011.99999' }],
  ['submit_publication', { url: 'https://example.org/paper' }],
  [
    'report_error',
    { resource_type: 'robot', resource_id: 'unitree-g1', problem: 'x', field: 'specs.mass_kg' },
  ],
  ['report_error', { resource_type: 'robots', resource_id: 'unitree-g0', problem: 'x' }],
  ['search_robots', { limit: 0 }],
  ['search_publications', { cursor: 'x' }],
];

describe.each(calls)('%s %j', (tool, args) => {
  it('keeps to the output schema of its tool, as a client checks it', async () => {
    const definition = tools.registry.definitions(LOCAL_USER).find(({ name }) => name === tool);
    const validate = new AjvJsonSchemaValidator().getValidator((definition?.outputSchema ?? {}) as Schema);
    const { structured } = await tools.ask(tool, args);
    expect(validate(JSON.parse(JSON.stringify(structured))).errorMessage).toBeUndefined();
  });

  it('says the same in text and in data', async () => {
    const { text, structured } = await tools.ask(tool, args);
    expect(lackingInText(structured, text)).toEqual([]);
  });

  it('gives the same bytes when it is asked again', async () => {
    // Writes are joined to the first one, and say so.
    const isWrite = tool === 'report_error' || tool === 'submit_publication';
    const [first, second] = [await tools.ask(tool, args), await tools.ask(tool, args)];
    if (!isWrite) expect(JSON.stringify(second)).toBe(JSON.stringify(first));
  });
});

describe('ids', () => {
  it('come back in the order asked, with what was not found', async () => {
    const asked = ['unitree-go2', 'no-such-robot', '1x-eve', 'unitree-g1', 'unitree-go2'];
    const { ids, structured, total, text } = await tools.ask('search_robots', { ids: asked });
    expect(ids).toEqual(['unitree-go2', '1x-eve', 'unitree-g1']);
    expect(structured.not_found).toEqual(['no-such-robot']);
    expect(total).toBe(3);
    expect(text).toContain('There is no record no-such-robot.');
  });

  it('may be aliases, and a list in one text', async () => {
    const byAlias = await tools.ask('search_publications', { ids: '1603.00939, 10.15607/RSS.2016.XII.032' });
    expect(byAlias.ids[0]).toBe('arxiv-1603-00939');
    expect(byAlias.structured.not_found).toBeUndefined();
  });
});

describe('arguments that mean the same', () => {
  it.each([
    ['search_robots', { limit: '3', min_price_usd: '1e3' }, { limit: 3, min_price_usd: 1000 }],
    ['search_robots', { category: null, query: null, limit: null, specs: null }, {}],
    ['search_robots', { specs: { dof: { min: '6', max: null } } }, { specs: { dof: { min: 6 } } }],
    ['search_robots', { sort: 'Price Asc', detail: 'FULL' }, { sort: 'price_asc', detail: 'full' }],
    ['search_publications', { from: 2020, query: 2020 }, { from: '2020', query: '2020' }],
    ['get_open_challenges', { include_closed: 'TRUE' }, { include_closed: true }],
    [
      'get_certification_info',
      { features: 'wifi, Lithium Battery' },
      { features: ['wifi', 'lithium-battery'] },
    ],
    ['search_startups', { stage: 'Series-B' }, { stage: 'series_b' }],
  ])('%s %j', async (tool, given, exact) => {
    const [one, two] = [await tools.ask(tool, given), await tools.ask(tool, exact)];
    expect(one.error).toBeUndefined();
    // A cursor belongs to the arguments as they were written.
    const { next_cursor: _one, ...first } = one.structured;
    const { next_cursor: _two, ...second } = two.structured;
    expect(first).toEqual(second);
  });

  it.each(['muller', 'Mueller', 'MÜLLER'])('%s finds as much as Müller', async (query) => {
    const { total } = await tools.ask('search_publications', { query: 'Müller' });
    expect(total).toBeGreaterThan(10);
    expect((await tools.ask('search_publications', { query })).total).toBe(total);
  });

  it.each(['UR10e', 'UR 10e', 'ur-10e', 'universal robots ur10e', 'universal-robots-ur10e'])(
    '%s first',
    async (query) => {
      expect((await tools.ask('search_robots', { query })).ids[0]).toBe('universal-robots-ur10e');
    },
  );
});
