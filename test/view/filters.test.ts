import { describe, expect, it } from 'vitest';
import { readFields, readGetQuery } from '../../src/http/get-query.ts';
import { type Asked, type ShownTable, shown } from '../../src/tools/show/shape.ts';
import { renderShown } from '../../src/view/on-server.js';
import { withRange } from '../../src/view/table/range-arguments.ts';
import { fullTools } from '../helpers/full-tools.ts';

const { catalogue, tools } = await fullTools();

async function table(args: Readonly<Record<string, unknown>>): Promise<ShownTable> {
  const { structured, text, error } = await tools.ask('show', { view: 'table', arguments: args });
  expect([text, error]).toEqual([text, undefined]);
  const answer = shown.parse(structured);
  if (answer.view !== 'table') throw new Error(`It is ${answer.view}.`);
  return answer;
}

const fields = ({ columns }: ShownTable) => columns.map(({ field }) => field);

describe('columns of robots', () => {
  it('are those of the category, whatever the rows on the page have', async () => {
    const all = await table({ category: 'quadruped', limit: 50 });
    expect(fields(all)).toEqual(expect.arrayContaining(['price', 'payload_kg', 'runtime_h', 'speed_m_s']));
    for (const sort of ['name', 'price_asc', 'mass_kg_desc']) {
      const few = await table({ category: 'quadruped', sort, limit: 2 });
      expect(fields(few)).toEqual(expect.arrayContaining(['price', 'payload_kg', 'runtime_h', 'speed_m_s']));
    }
  });

  it('have the price where none of the rows states one', async () => {
    const store = catalogue.store('robots');
    const without = Array.from({ length: store.size }, (_, row) => store.record(row)).filter(
      ({ price, category }) => price === undefined && category === 'drone',
    );
    const few = await table({ ids: without.slice(0, 3).map(({ id }) => id) });
    expect(fields(few)).toContain('price');
    const place = fields(few).indexOf('price');
    for (const { cells } of few.rows) expect(cells[place]).toBeNull();
  });

  it('begin with what is sorted by', async () => {
    expect(fields(await table({ category: 'cobot', sort: 'repeatability_mm_asc' }))).toContain(
      'repeatability_mm',
    );
  });
});

describe('what a search is narrowed by', () => {
  it('is taken away one by one where arguments say it, and with the words where these do', async () => {
    const chips = async (args: object) => {
      const answer = await table({ query: 'cobot payload >= 20 kg', ...args });
      const html = renderShown(answer);
      expect(html).toMatch(/name="arguments\.specs\.payload_kg\.min"[^>]* value="20"/);
      return [...html.matchAll(/aria-label="Take away: ([^"]*)"/g)].map(([, label]) => label);
    };
    expect(await chips({})).toEqual(['“cobot payload >= 20 kg”']);
    expect(await chips({ specs: { payload_kg: { min: 20 } } })).toContain('Payload from 20 kg');
  });
});

describe('columns of startups', () => {
  it('have sums in an order of numbers, and stages by their names', async () => {
    const answer = await table({ query: 'humanoid startups with the most funding', limit: 20 });
    const [funding, stage] = ['funding_is', 'stage'].map((field) => fields(answer).indexOf(field));
    expect(answer.columns[funding ?? 0]).toMatchObject({ label: 'Funding', type: 'usd' });
    for (const { cells } of answer.rows) expect(cells[stage ?? 0]?.text ?? '').not.toMatch(/_/);
  });
});

describe('ranges of a chart', () => {
  const asked: Asked = {
    view: 'chart',
    tool: 'search_robots',
    arguments: { category: 'quadruped', specs: { payload_kg: { min: 5 } } },
    x: 'payload_kg',
    y: 'price',
  };

  it('are boxes for its numbers, with the ends that are set, which keep the axes', async () => {
    const html = renderShown(shown.parse((await tools.ask('show', asked)).structured));
    const form = html.split('<form').find((one) => one.includes('arguments.specs.payload_kg.min')) ?? '';
    expect(form).toMatch(/name="arguments\.specs\.payload_kg\.min"[^>]* value="5"/);
    for (const [name, value] of [
      ['view', 'chart'],
      ['x', 'payload_kg'],
      ['y', 'price'],
    ])
      expect(form).toContain(`name="${name}" value="${value}"`);
    expect(html).toContain('name="arguments.max_price_usd"');
  });

  it('narrow what is drawn', async () => {
    const change = withRange(asked, 'price', ['', '5000']);
    const { structured } = await tools.ask('show', {
      ...asked,
      arguments: { ...asked.arguments, ...change },
    });
    const answer = shown.parse(structured);
    if (answer.view !== 'chart') throw new Error(`It is ${answer.view}.`);
    expect(answer.points.length).toBeGreaterThan(1);
    for (const { x, y } of answer.points) expect([Number(x) >= 5, y <= 5_000]).toEqual([true, true]);
  });
});

describe('ranges of robots', () => {
  it('have the ends of the category, and count those that do not state a number', async () => {
    const { ranges = [] } = await table({ category: 'quadruped' });
    expect(ranges[0]?.name).toBe('price');
    const store = catalogue.store('robots');
    const own = Array.from({ length: store.size }, (_, row) => store.record(row)).filter(
      ({ category, family }) => category === 'quadruped' && family !== true,
    );
    const payloads = own.flatMap(({ specs }) => specs.payload_kg ?? []);
    const payload = ranges.find(({ name }) => name === 'payload_kg');
    expect(payload).toMatchObject({
      least: Math.min(...payloads),
      most: Math.max(...payloads),
      known: payloads.length,
    });
    for (const { known, unknown } of ranges) expect(known + unknown).toBe(own.length);
  });

  it('follow what words say of the category, and are none of other kinds', async () => {
    const { ranges = [] } = await table({ query: 'quadruped under 20000' });
    expect(ranges.map(({ name }) => name)).toContain('payload_kg');
    const { structured } = await tools.ask('show', { view: 'table', tool: 'get_latest_news' });
    expect(structured).not.toHaveProperty('ranges');
  });

  it('are set, changed and taken away; ends in the wrong order are put into it', () => {
    const asked: Asked = { view: 'table', arguments: { specs: { mass_kg: { max: 30 } } } };
    expect(withRange(asked, 'price', ['20000', '500'])).toEqual({
      min_price_usd: 500,
      max_price_usd: 20_000,
    });
    expect(withRange(asked, 'payload_kg', ['5', ''])).toEqual({
      specs: { mass_kg: { max: 30 }, payload_kg: { min: 5 } },
    });
    expect(withRange(asked, 'mass_kg', ['', ''])).toEqual({ specs: undefined });
    const inAddress: Asked = { view: 'table', arguments: { specs: '{"mass_kg":{"max":30}}' } };
    expect(withRange(inAddress, 'mass_kg', ['1', '2'])).toEqual({ specs: { mass_kg: { min: 1, max: 2 } } });
    for (const wrong of ['x', '-1', 'Infinity', ' '])
      expect(withRange({ view: 'table' }, 'price', [wrong, ''])).toEqual({
        min_price_usd: undefined,
        max_price_usd: undefined,
      });
  });

  it('are sent by a form without scripts, member by member', async () => {
    const url =
      '/api/mcp?view=table&tool=search_robots&arguments=%7B%22category%22%3A%22cobot%22%7D&arguments.specs.payload_kg.min=10&arguments.specs.payload_kg.max=';
    const query = readGetQuery({ url }, readFields({ url }));
    expect(query).toEqual({
      kind: 'explorer',
      arguments: {
        view: 'table',
        tool: 'search_robots',
        arguments: { category: 'cobot', specs: { payload_kg: { min: '10' } } },
      },
    });
    const { error, structured } = await tools.ask('show', query.kind === 'explorer' ? query.arguments : {});
    expect(error).toBeUndefined();
    const { ranges = [] } = shown.parse(structured) as ShownTable;
    expect(ranges.find(({ name }) => name === 'payload_kg')).toMatchObject({ min: 10 });
  });

  it('reach no prototype by the name of a field', () => {
    const url =
      '/api/mcp?view=table&arguments.__proto__.polluted=1&arguments.constructor.prototype.polluted=1';
    readGetQuery({ url }, readFields({ url }));
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it('are refused in words where an address has them upside down', async () => {
    const { error, text } = await tools.ask('show', {
      view: 'table',
      arguments: { specs: { payload_kg: { min: 10, max: 5 } } },
    });
    expect(error?.code).toBe('INVALID_ARGUMENT');
    expect(text).toContain('Swap them');
  });
});

describe('chips', () => {
  it('say each thing that a search is narrowed by, with a link that takes it away', async () => {
    const answer = await table({
      query: 'quadruped',
      country: 'CN',
      max_price_usd: 20_000,
      specs: { payload_kg: { min: 3 } },
    });
    const html = renderShown(answer);
    const labels = [...html.matchAll(/aria-label="Take away: ([^"]*)"/g)].map(([, label]) => label);
    expect(labels).toEqual(['Price to 20,000 USD', 'Payload from 3 kg', '“quadruped”', 'Country: China']);
    expect(html).toContain('As a chart');
  });

  it('offer what is to be had: on sale or to be ordered', async () => {
    const had = await table({ status: 'available or preorder', limit: 50 });
    const place = fields(had).indexOf('status');
    for (const { cells } of had.rows) expect(cells[place]?.text).toMatch(/^(available|pre-order)/i);
    expect(had.total).toBeGreaterThan(500);
  });
});
