import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { LOCAL_USER } from '../../../src/lib/caller.ts';
import { venueYears } from '../../../src/search/coverage.ts';
import { allTools } from '../../../src/tools/all-tools.ts';
import { type Shown, type ShownChart, shown } from '../../../src/tools/show/shape.ts';
import { fullTools } from '../../helpers/full-tools.ts';

const { catalogue, tools } = await fullTools();

/** What is shown, held against the shape that views read. */
async function show<View extends Shown['view']>(view: View, args: object = {}) {
  const { structured, text, error } = await tools.ask('show', { view, ...args });
  expect(error).toBeUndefined();
  return { answer: shown.parse(structured) as Extract<Shown, { view: View }>, text };
}

async function refusal(args: object) {
  const { error, text } = await tools.ask('show', args);
  expect(text).toMatch(/^[A-Z_]+: /);
  return error;
}

describe('the kind that words without one are about', () => {
  it.each([
    ['humanoid', 'robots'],
    ['cobots', 'robots'],
    ['deadlines', 'challenges'],
    ['robot competitions with open deadline', 'challenges'],
    ['CE marking for a robot vacuum', 'certification'],
    ['what EU law does a cobot meet', 'certification'],
    ['which rule governs a surgical robot in the US', 'certification'],
    ['papers on robot law', 'publications'],
    ['robotaxi recalls', 'news'],
    ['legged locomotion', 'publications'],
    ['compliant control', 'publications'],
    ['Standard Bots', 'startups'],
    ['Figure AI', 'startups'],
    ['UR10e', 'robots'],
    ['cheapest humanoid I can buy', 'robots'],
  ])('of "%s" is %s', async (query, kind) => {
    const { answer } = await show('table', { arguments: { query, limit: 3 } });
    expect(answer.kind).toBe(kind);
    expect(answer.total).toBeGreaterThan(0);
  });
});

describe('what a table says to people', () => {
  it('has the bounds of the words in its boxes, behind those of arguments', async () => {
    const query = 'cobot payload >= 20 kg under 90000 USD';
    const ends = async (args: object) => {
      const { answer } = await show('table', { tool: 'search_robots', arguments: { query, ...args } });
      const { ranges = [] } = answer;
      const of = (name: string) => ranges.find((range) => range.name === name);
      return [of('payload_kg')?.min, of('payload_kg')?.max, of('price')?.max];
    };
    expect(await ends({})).toEqual([20, undefined, 90_000]);
    expect(await ends({ specs: { payload_kg: { max: 30 } } })).toEqual([undefined, 30, 90_000]);
  });

  it('has no names of the program in its title and notes, and names the records that notes have by ids', async () => {
    const args = { category: 'quadruped', specs: { payload_kg: { min: 10 } }, sort: 'price_asc', limit: 5 };
    const { answer } = await show('table', { tool: 'search_robots', arguments: args });
    expect(answer.title).toBe('Robots: category Quadruped, payload from 10 kg');
    for (const note of answer.notes) expect(note).not.toMatch(/[a-z]_[a-z]/);
    for (const { id, name } of answer.named ?? []) expect(name).toBe(catalogue.find('robots', id)?.name);
    const nothing = await show('table', {
      tool: 'search_robots',
      arguments: { query: 'quadruped', max_price_usd: 1, specs: { payload_kg: { min: 10 } } },
    });
    expect(nothing.answer.named?.length).toBeGreaterThan(0);
  });

  it('says for which market a checklist is', async () => {
    const title = async (args: object) => (await show('checklist', args)).answer.title;
    expect(await title({ robot_category: 'amr' })).toContain('for the US market');
    expect(await title({ robot_category: 'amr', arguments: { scheme: 'EU' } })).toContain(
      'for the EU market',
    );
  });

  it('has the law that the others refer to among the first of those that a cobot meets', async () => {
    const { answer } = await show('table', { arguments: { query: 'what EU law does a cobot meet' } });
    expect(answer.rows[0]?.id).toBe('eu-machinery-regulation');
  });
});

describe('compare', () => {
  it('puts values of one field in a row, marks the best and says where each is from', async () => {
    const { answer, text } = await show('compare', { ids: ['unitree-go2', 'spot', 'unitree-a1'] });
    expect(answer.records.map(({ id }) => id)).toEqual(['unitree-go2', 'boston-dynamics-spot', 'unitree-a1']);
    const price = answer.rows.find(({ field }) => field === 'price');
    const numbers = price?.cells.flatMap((cell) => cell?.value ?? []) ?? [];
    expect(price?.better).toBe('less');
    expect(price?.cells.find((cell) => cell?.best)?.value).toBe(Math.min(...numbers));
    for (const cell of price?.cells ?? []) if (cell) expect(cell.source).toMatch(/^https?:/);
    for (const { sources } of answer.records) expect(sources.length).toBeGreaterThan(0);
    for (const { cells } of answer.rows) expect(cells).toHaveLength(3);
    expect(text).toContain('* best; ? not stated');
  });

  it('never calls the price of a lease, or the largest values of a family, the best', async () => {
    const store = catalogue.store('robots');
    const all = Array.from({ length: store.size }, (_, row) => store.record(row));
    const leased = all.find(({ price }) => price?.kind === 'lease_monthly');
    const family = all.find(({ family, specs }) => family && specs.payload_kg !== undefined);
    const { answer } = await show('compare', { ids: [leased?.id, family?.id, 'unitree-go2', 'spot'] });
    const cell = (field: string, i: number) => answer.rows.find((row) => row.field === field)?.cells[i];
    expect(cell('price', 0)).toMatchObject({ text: expect.stringContaining('a month, leased') });
    expect(cell('price', 0)?.value).toBeUndefined();
    expect(cell('payload_kg', 1)?.best).toBeUndefined();
    expect(cell('payload_kg', 1)?.note).toContain('family');
  });

  it('never calls the price of parts the best', async () => {
    const { answer } = await show('compare', { ids: ['open-duck-mini-v2', 'unitree-g1'] });
    const price = answer.rows.find(({ field }) => field === 'price');
    expect(price?.cells[0]?.text).toBe('$400 estimate of the parts alone');
    expect(price?.cells.map((cell) => cell?.best)).toEqual([undefined, undefined]);
  });

  it.each([
    ['publications', 'arxiv-2303-04137'],
    ['startups', 'figure-ai'],
    ['manufacturers', 'kuka'],
    ['certification', 'iso-12100'],
  ])('shows the whole record of one of %s', async (kind, id) => {
    const { answer } = await show('compare', { ids: [id] });
    expect(answer.kind).toBe(kind);
    const record = catalogue.find(kind as 'startups', id) as unknown as Record<string, unknown>;
    const fields = answer.rows.map(({ field }) => field.split('.')[0]);
    const above = ['id', 'name', 'title', 'url', 'confidence', 'sources'];
    for (const name of Object.keys(record)) if (!above.includes(name)) expect(fields).toContain(name);
  });

  it('takes the best record of each short name, and says which, and what else carries the name', async () => {
    const { answer, text } = await show('compare', { ids: ['go2', 'spot', 'anymal', 'g1'] });
    expect(answer.records.map(({ id }) => id)).toEqual([
      'unitree-go2',
      'boston-dynamics-spot',
      'anybotics-anymal-d',
      'unitree-g1',
    ]);
    expect(answer.not_found).toEqual([]);
    expect(text).not.toContain('"go2"');
    expect(text).toMatch(/"anymal" is read as anybotics-anymal-d\. .*anybotics-anymal,.* the name too\./);
    expect(text).toContain('"g1" is read as unitree-g1. galbot-g1');
    expect(text).not.toContain('"spot"');
    const alone = await show('compare', { ids: ['go2', 'anymal'] });
    expect(alone.answer.records.map(({ id }) => id)).toEqual(['unitree-go2', 'anybotics-anymal-d']);
  });

  it('reads short names of startups and makers, and no words of titles', async () => {
    const { answer } = await show('compare', { ids: ['figure', 'apptronik'] });
    expect(answer).toMatchObject({ kind: 'startups', records: [{ id: 'figure-ai' }, { id: 'apptronik' }] });
    for (const name of ['robot', 'the', '3', 'a'])
      expect(await refusal({ view: 'compare', ids: [name] })).toMatchObject({ code: 'NOT_FOUND' });
    expect(await refusal({ view: 'compare', ids: ['dji'], tool: 'search_robots' })).toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(await refusal({ view: 'compare', ids: ['grasping'], tool: 'search_publications' })).toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('says of unknown ids which are near, and of those of another kind where they are', async () => {
    const { answer, text } = await show('compare', { ids: ['unitree-go2', 'unitree-go22', 'figure-ai'] });
    expect(answer.not_found.map(({ id }) => id)).toEqual(['unitree-go22', 'figure-ai']);
    expect(answer.not_found[0]?.near).toContain('unitree-go2');
    expect(text).toContain('figure-ai is one of startups');
    expect(await refusal({ view: 'compare', ids: ['unitree-go22x'] })).toMatchObject({
      code: 'NOT_FOUND',
      field: 'ids',
    });
  });
});

describe('table', () => {
  it('is the page of the search, with sorts, facets and sources', async () => {
    const args = { category: 'quadruped', sort: 'price_asc', limit: 5 };
    const { answer } = await show('table', { arguments: args });
    const { ids, total } = await tools.ask('search_robots', args);
    expect(answer.rows.map(({ id }) => id)).toEqual(ids);
    expect(answer.total).toBe(total);
    const price = answer.columns.findIndex(({ field }) => field === 'price');
    expect(answer.columns[price]).toMatchObject({
      type: 'usd',
      ascending: 'price_asc',
      descending: 'price_desc',
    });
    const prices = answer.rows.map(({ cells }) => cells[price]?.value ?? 0);
    expect(prices).toEqual(prices.toSorted((a, b) => a - b));
    const category = answer.facets.find(({ argument }) => argument === 'category');
    expect(category?.chosen).toBe('quadruped');
    expect(category?.values.length).toBeGreaterThan(5);
    for (const { values, argument } of answer.facets) {
      const [first] = values;
      const narrowed = await tools.ask('search_robots', { ...args, [argument]: first?.value });
      expect([argument, narrowed.total]).toEqual([argument, first?.count]);
    }
    for (const { sources } of answer.rows) expect(sources[0]?.url).toMatch(/^https?:/);
  });

  it.each<[object, string]>([
    [{ tool: 'get_latest_news', arguments: { query: 'humanoid' } }, 'newest'],
    [{ tool: 'get_open_challenges' }, 'deadline'],
    [{ arguments: { query: 'quadruped' } }, 'relevance'],
    [{ arguments: { query: 'cheapest quadruped' } }, 'price_asc'],
    [{ arguments: { category: 'quadruped', sort: 'strongest' } }, 'payload_kg_desc'],
  ])('%j says that its order is %s', async (args, sort) => {
    const { answer } = await show('table', args);
    expect(answer.sort).toBe(sort);
  });

  it('offers every order of its search once, whether or not a column shows what it is by', async () => {
    for (const tool of ['search_robots', 'search_startups', 'get_latest_news', 'search_publications']) {
      const { answer } = await show('table', { tool, arguments: { limit: 1 } });
      const offered = [...answer.columns, ...answer.sorts].flatMap(({ ascending, descending }) =>
        [ascending, descending].filter((name) => name !== undefined),
      );
      const all = allTools.find(({ name }) => name === tool)?.sorts ?? [];
      expect(offered.toSorted()).toEqual(all.filter((name) => name !== 'relevance').toSorted());
      for (const { label } of answer.sorts) expect(label).toMatch(/^[A-Z][^_]+$/);
    }
  });

  it('begins each row with what the record is called', async () => {
    const { answer } = await show('table', { tool: 'get_latest_news', arguments: { limit: 3 } });
    expect(answer.columns[0]?.field).toBe('headline');
    for (const { name, cells } of answer.rows) expect(cells[0]?.text).toBe(name);
  });

  it('goes on where `next_cursor` says', async () => {
    const first = await show('table', { tool: 'search_startups', arguments: { limit: 3 } });
    const cursor = first.answer.next_cursor;
    const second = await show('table', { ...first.answer.asked, arguments: { limit: 3, cursor } });
    const ids = [...first.answer.rows, ...second.answer.rows].map(({ id }) => id);
    expect(new Set(ids).size).toBe(6);
  });

  it('of nothing has no rows, and the notes of the search', async () => {
    const { answer } = await show('table', { arguments: { query: 'zzyzx quux' } });
    expect(answer).toMatchObject({ rows: [], total: 0 });
    expect(answer.notes.join(' ')).toContain('Searched');
  });
});

describe('counts of which a part is held', () => {
  const papers = async (args: object) => {
    const { answer, text } = await show('chart', { tool: 'search_publications', x: 'year', ...args });
    return { answer, text, parts: answer.points.filter(({ part }) => part).map(({ x }) => Number(x)) };
  };

  it('are those years of which a list says that much is lacking, and the notes say of what', async () => {
    const { answer, text, parts } = await papers({});
    expect(parts).toEqual(expect.arrayContaining([2000, 2001, 2002, 2003, 2004, 2016, 2024, 2026]));
    for (const whole of [2006, 2010, 2013, 2019, 2021]) expect(parts).not.toContain(whole);
    expect(text).toMatch(/ 2016 [\d,]+~, 2017 [\d,]+,/);
    expect(text).toContain('~ counts a part of what there is.');
    expect(answer.notes.join('\n')).toMatch(/Of ICRA .*2016.* the data hold [\d,]+ of [\d,]+ papers\./);
    expect(answer.notes).toContain(`2026 is counted up to the date of the data, ${answer.dataset.date}.`);
  });

  it('are told apart by venue, and follow from what is held and listed alone', async () => {
    const { answer } = await show('chart', { tool: 'search_publications', x: 'year', by: 'venue' });
    const store = catalogue.store('publications');
    const lacks = (venue: string, year: number) =>
      venueYears(store, venue).some(
        (own) => own.year === year && own.listed !== undefined && own.held < 0.9 * own.listed,
      );
    for (const { x, by = '', part } of answer.points)
      expect([x, by, part === true]).toEqual([x, by, lacks(by, Number(x)) || x === '2026']);
    expect(answer.points.some(({ part }) => part)).toBe(true);
  });

  it('are none of a venue that is whole, and none before what is asked for', async () => {
    expect((await papers({ arguments: { journal: 'RSS' } })).parts).toEqual([]);
    expect((await papers({ arguments: { journal: 'ICRA', from: '2006', to: '2015' } })).parts).toEqual([]);
    expect((await papers({ arguments: { journal: 'ICRA' } })).parts).toContain(2016);
  });

  it('are bars of venues, and the month that is not over', async () => {
    const { answer } = await show('chart', { tool: 'search_publications', x: 'journal' });
    const parts = answer.points.filter(({ part }) => part).map(({ x }) => x);
    expect(parts).toEqual(expect.arrayContaining(['ICRA', 'RA-L']));
    expect(parts).not.toContain('RSS');
    const { date } = catalogue.info;
    const news = await show('chart', { tool: 'get_latest_news', x: 'month' });
    for (const { x, part } of news.answer.points) expect(part === true).toBe(x === date.slice(0, 7));
    const robots = await show('chart', { x: 'category' });
    expect(robots.answer.points.some(({ part }) => part)).toBe(false);
  });
});

describe('chart', () => {
  it('of two numbers has a point for each robot that states both', async () => {
    const { answer } = await show('chart', { x: 'payload', y: 'price', by: 'category' });
    const store = catalogue.store('robots');
    const all = Array.from({ length: store.size }, (_, row) => store.record(row));
    const both = all.filter(
      ({ specs, price, family }) =>
        specs.payload_kg !== undefined && price !== undefined && price.kind !== 'lease_monthly' && !family,
    );
    expect(answer.points.map(({ id }) => id).sort()).toEqual(both.map(({ id }) => id).sort());
    for (const { id, x, y, name } of answer.points) {
      const robot = both.find((one) => one.id === id);
      expect([x, y, name]).toEqual([robot?.specs.payload_kg, robot?.price?.usd_min, robot?.name]);
    }
    expect(answer.x).toMatchObject({ name: 'payload_kg', unit: 'kg', log: true });
    expect(answer.total).toBe(all.length);
    expect(answer.total - (answer.unknown.x ?? 0)).toBeGreaterThanOrEqual(answer.points.length);
  });

  it('of papers over time counts each month, those without any as 0', async () => {
    const { answer } = await show('chart', {
      tool: 'search_publications',
      arguments: { topic: 'slam', from: '2024-01', to: '2025-12' },
      x: 'month',
    });
    expect(answer.form).toBe('lines');
    const months = answer.points.map(({ x }) => x);
    expect(months).toEqual(months.toSorted());
    expect(months).toHaveLength(24);
    const drawn = answer.points.reduce((sum, { y }) => sum + y, 0);
    expect(drawn + (answer.unknown.x ?? 0)).toBe(answer.total);
  });

  it('draws months of many years as years, and says so', async () => {
    const { answer } = await show('chart', { tool: 'search_publications', x: 'month', by: 'topic' });
    expect(answer.x.type).toBe('year');
    expect(answer.notes.join(' ')).toContain('counted by year');
    expect(answer.points.length).toBeLessThanOrEqual(2000);
    expect(new Set(answer.points.map(({ by }) => by)).size).toBe(8);
  });

  it('of a number by category shows medians, and of how many', async () => {
    const { answer } = await show('chart', { x: 'category', y: 'price' });
    const cobots = answer.points.find(({ x }) => x === 'cobot');
    const found = await tools.ask('search_robots', { category: 'cobot', min_price_usd: 0, limit: 50 });
    expect(cobots?.records).toBe(found.total);
    expect(answer.x.labels?.cobot).toContain('cobot');
  });

  it('of nothing says so', async () => {
    const { answer, text } = await show('chart', { arguments: { query: 'zzyzx quux' } });
    expect(answer.points).toEqual([]);
    expect(text).toContain('There is nothing to draw');
    const manufacturers = await show('chart', {
      tool: 'search_robots',
      arguments: { category: 'home_cleaning' },
      x: 'depth_m',
      y: 'reach_mm',
    });
    expect(manufacturers.answer.points).toEqual([]);
    expect(manufacturers.answer.unknown.x).toBe(manufacturers.answer.total);
  });

  it.each<[string, object, string]>([
    ['an axis that is none', { x: 'colour' }, 'x'],
    ['a slip', { x: 'pylod_kg', y: 'price' }, 'x'],
    ['a category as height', { x: 'category', y: 'country' }, 'y'],
    ['one number alone', { x: 'payload_kg' }, 'y'],
    ['colours by a number', { x: 'category', by: 'price' }, 'by'],
    ['an axis of another kind', { tool: 'search_publications', x: 'payload_kg' }, 'x'],
  ])('refuses %s, with what there is', async (_what, args, field) => {
    const error = await refusal({ view: 'chart', ...args });
    expect(error).toMatchObject({ code: 'INVALID_ARGUMENT', field });
    expect(error?.accepted?.length).toBeGreaterThan(1);
  });

  it('takes every axis that it offers', async () => {
    for (const tool of ['search_robots', 'search_startups', 'get_latest_news', 'search_manufacturers']) {
      const { answer } = await show('chart', { tool });
      for (const { name, type } of answer.axes) {
        if (type === 'count') continue;
        const y = type === 'number' || type === 'usd' ? { y: name } : {};
        await show('chart', { tool, x: name, ...y } satisfies Partial<ShownChart['asked']>);
      }
    }
  });
});

describe('checklist', () => {
  it('has every requirement that the guidance finds, by phase, with its steps and sources', async () => {
    const product = { robot: 'unitree-g1', features: ['wifi', 'lithium-battery'] };
    const { answer } = await show('checklist', { ...product, arguments: { scheme: 'EU' } });
    const guidance = await tools.ask('get_certification_info', {
      ...product,
      scheme: 'EU',
      sort: 'phase',
      limit: 50,
    });
    const shownIds = answer.phases.flatMap(({ requirements }) => requirements.map(({ id }) => id));
    expect(shownIds.sort()).toEqual([...guidance.ids].sort());
    for (const { requirements } of answer.phases) {
      for (const { steps, sources, because } of requirements) {
        expect(steps.length).toBeGreaterThan(0);
        expect(sources.length).toBeGreaterThan(0);
        expect(because).not.toBe('');
      }
    }
    expect(answer.product.robot?.name).toBe('Unitree Robotics G1');
    expect(answer.questions.length).toBeGreaterThan(0);
  });

  it('recomputes when a question is answered', async () => {
    const before = await show('checklist', { robot_category: 'home_cleaning' });
    const [question] = before.answer.questions;
    const [yes] = question?.features ?? [];
    const after = await show('checklist', { ...before.answer.asked, features: [yes?.feature] });
    expect(after.answer.total).toBeGreaterThan(before.answer.total);
    const no = await show('checklist', {
      ...before.answer.asked,
      features: question?.features.map(({ feature }) => `no-${feature}`),
    });
    expect(no.answer.questions.map((one) => one.question)).not.toContain(question?.question);
  });

  it('wants a product, and says what it takes for none', async () => {
    expect(await refusal({ view: 'checklist' })).toMatchObject({ field: 'robot' });
    expect(await refusal({ view: 'checklist', robot: 'unitree-g99' })).toMatchObject({
      code: 'NOT_FOUND',
      field: 'robot',
    });
    expect(
      await refusal({ view: 'checklist', robot: 'unitree-g1', arguments: { scheme: 'XYZ' } }),
    ).toMatchObject({
      code: 'INVALID_ARGUMENT',
      field: 'arguments.scheme',
    });
  });
});

describe('what it refuses', () => {
  it.each<[string, object, string, string]>([
    ['no view', {}, 'INVALID_ARGUMENT', 'view'],
    ['no ids', { view: 'compare' }, 'INVALID_ARGUMENT', 'ids'],
    ['a tool that writes', { view: 'table', tool: 'submit_publication' }, 'INVALID_ARGUMENT', 'tool'],
    ['itself', { view: 'table', tool: 'show' }, 'INVALID_ARGUMENT', 'tool'],
    ['no tool', { view: 'chart', tool: 'search_robot' }, 'INVALID_ARGUMENT', 'tool'],
    [
      'an argument that the tool has not',
      { view: 'table', arguments: { categry: 'amr' } },
      'INVALID_ARGUMENT',
      'arguments.categry',
    ],
    [
      'arguments that are no object',
      { view: 'table', arguments: 'humanoid' },
      'INVALID_ARGUMENT',
      'arguments',
    ],
  ])('%s', async (_what, args, code, field) => {
    expect(await refusal(args)).toMatchObject({ code, field });
  });

  it('is nothing that only another view takes: it says that this did not count', async () => {
    const { text } = await show('compare', { ids: ['spot'], x: 'price' });
    expect(text).toContain('compare takes ids, tool: x did not count');
  });

  it('names the near tool', async () => {
    expect((await refusal({ view: 'chart', tool: 'search_robot' }))?.message).toContain(
      'Did you mean search_robots?',
    );
  });
});

describe('the text', () => {
  const ids = () => {
    const store = catalogue.store('robots');
    const widest = Array.from({ length: store.size }, (_, row) => row).sort(
      (a, b) => JSON.stringify(store.record(b)).length - JSON.stringify(store.record(a)).length,
    );
    return widest.slice(0, 10).map((row) => store.idOf(row));
  };

  it.each<[string, () => object]>([
    ['ten of the longest records', () => ({ view: 'compare', ids: ids() })],
    ['fifty rows', () => ({ view: 'table', arguments: { limit: 50 } })],
    ['fifty papers', () => ({ view: 'table', tool: 'search_publications', arguments: { limit: 50 } })],
    ['every paper by topic', () => ({ view: 'chart', tool: 'search_publications', by: 'topic' })],
    ['every robot', () => ({ view: 'chart', x: 'released', y: 'mass_kg', by: 'manufacturer' })],
    [
      'a checklist of everything',
      () => ({
        view: 'checklist',
        robot_category: 'surgical',
        features: ['wifi', 'patient-contact', 'lithium-battery', 'laser'],
        arguments: { scheme: 'EU' },
      }),
    ],
  ])('of %s is under 2,000 tokens and says what it leaves out', async (_what, args) => {
    const { text, structured, error } = await tools.ask('show', args());
    expect(error).toBeUndefined();
    expect(shown.safeParse(structured).error?.issues).toBeUndefined();
    expect(countTokens(text)).toBeLessThan(2_000);
    expect(text).toMatch(/more|of \d+ points|left out|view has all|of the other/);
  });
});

describe('its definition', () => {
  it('names the view, in both places where hosts look', () => {
    const definition = tools.registry.definitions(LOCAL_USER).find(({ name }) => name === 'show');
    expect(definition?._meta).toEqual({
      ui: { resourceUri: 'ui://robotics/view.html' },
      'ui/resourceUri': 'ui://robotics/view.html',
    });
  });
});
