import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Kind, type RecordOf, recordSchemas } from '../../src/kinds/kinds.ts';
import type { Catalogue } from '../../src/search/catalogue.ts';
import { onlyRecords, openSmall, robotWith } from '../helpers/catalogue.ts';
import { type Tools, toolsOver } from '../helpers/tools.ts';

const source = 'https://example.org/page';
const sources = [{ url: source, title: 'A page', date: '2026-08', read: '2026-11-22' }];

const declaration = {
  scheme: 'Remote ID',
  status: 'registered',
  standard: 'FAA-accepted Remote ID declaration of compliance (14 CFR Part 89)',
  identifier: 'RID000000300',
  source,
} as const;

const robots = [
  robotWith({
    id: 'agilus',
    name: 'Agilus series',
    family: true,
    specs: { payload_kg: 16 },
    price: { usd_min: 9000, kind: 'from', source },
  }),
  robotWith({
    id: 'agilus-6',
    variant_of: 'agilus',
    specs: { payload_kg: 6 },
    conditions: { payload_kg: 'at half reach' },
    status_as_of: '2026-08',
    sources,
  }),
  robotWith({ id: 'flier', category: 'drone', certifications: [declaration] }),
  robotWith({ id: 'walker', name: 'Walker', aliases: ['行者机器人', 'Strider'] }),
];

function startupWith(id: string, funding: RecordOf<'startups'>['funding']): RecordOf<'startups'> {
  return recordSchemas.startups.parse({
    id,
    name: id,
    aliases: [`${id} 机器人`],
    country: 'CN',
    stage: 'growth',
    as_of: '2026-08-19',
    focus: ['legs'],
    description: 'A firm that stands in this test and of which little else is known.',
    funding,
    confidence: 'reported',
    sources,
  });
}
const startups = [
  startupWith('raised', { last_round: { stage: 'growth', amount_usd: 2e6 }, source }),
  startupWith('sought', { last_round: { stage: 'public', amount_usd: 9e8, kind: 'sought' }, source }),
];

const maker = recordSchemas.manufacturers.parse({
  id: 'river',
  name: 'Kawasaki',
  aliases: ['川崎重工'],
  country: 'JP',
  kind: 'robot_maker',
  capabilities: ['arms'],
  description: 'A maker that stands in this test and of which little else is known.',
  confidence: 'reported',
  sources,
});

const challenge = recordSchemas.challenges.parse({
  id: 'cup',
  title: 'Robot Cup',
  organizer: 'The League',
  kind: 'competition',
  topics: ['soccer'],
  summary: 'Teams of autonomous robots play soccer on an artificial lawn for three days.',
  event_date: '2026-04',
  recurrence: 'annual',
  next_expected: '2027-04',
  url: source,
  confidence: 'reported',
  sources,
});

let catalogue: Catalogue;
let tools: Tools;
beforeAll(async () => {
  catalogue = await openSmall(
    onlyRecords({ robots, startups, manufacturers: [maker], challenges: [challenge] }),
  );
  tools = toolsOver(catalogue);
});
afterAll(() => catalogue.close());

describe('a family', () => {
  it('passes no numeric filter and is counted apart', async () => {
    const { ids, structured } = await tools.ask('search_robots', { specs: { payload_kg: { min: 1 } } });
    expect(ids).toEqual(['agilus-6']);
    expect(structured).toMatchObject({ excluded_unknown_payload_kg: 2, excluded_family: 1 });
    const priced = await tools.ask('search_robots', { max_price_usd: 10_000 });
    expect(priced.ids).toEqual([]);
    expect(priced.structured).toMatchObject({ excluded_unknown_price: 3, excluded_family: 1 });
  });

  it('has no place in an order by numbers, and its row says that it is one', async () => {
    const { ids, results, text } = await tools.ask('search_robots', { sort: 'payload_kg_desc' });
    expect(ids[0]).toBe('agilus-6');
    expect(text).toContain('3 of 4 state no payload_kg');
    expect(results.find(({ id }) => id === 'agilus')).toMatchObject({ family: true });
    expect(text).toContain('family: payload_kg up to 16');
    expect(text).toContain('$9000 of the family, from (undated)');
    expect(text).toContain('payload_kg 6 (at half reach)');
  });

  it('shows its values, and its members where they hold and since when', async () => {
    const { results } = await tools.ask('search_robots', { ids: ['agilus', 'agilus-6'], detail: 'full' });
    expect(results[0]).toMatchObject({ family: true, specs: { payload_kg: 16 } });
    expect(results[1]).toMatchObject({
      variant_of: 'agilus',
      conditions: { payload_kg: 'at half reach' },
      status_as_of: '2026-08',
      sources,
    });
  });
});

describe('a Remote ID declaration', () => {
  it('is said not to count where only a status is asked for', async () => {
    const { notes } = await tools.ask('search_robots', { certification_status: 'registered' });
    expect(notes.join()).toContain('Declarations of Remote ID count only with certification "Remote ID".');
  });

  it.each([
    { certification: 'Remote ID' },
    { certification: '14 CFR Part 89' },
    { certification: 'RID000000300' },
    { certification: 'Remote ID', certification_status: 'registered' },
  ])('is found and shown where it is asked for by name: %j', async (args) => {
    const { ids, results } = await tools.ask('search_robots', args);
    expect(ids).toEqual(['flier']);
    expect(results[0]?.certifications).toEqual([
      'Remote ID FAA-accepted Remote ID declaration of compliance (14 CFR Part 89) RID000000300 registered',
    ]);
  });

  it('is no certification otherwise: not in filters, counts and rows, but in the whole record', async () => {
    expect((await tools.ask('search_robots', { certification_status: 'registered' })).ids).toEqual([]);
    const { results, facets } = await tools.ask('search_robots', { category: 'drone' });
    expect(results[0]).not.toHaveProperty('certifications');
    expect(facets.certification ?? {}).toEqual({});
    const full = await tools.ask('search_robots', { ids: ['flier'], detail: 'full' });
    expect(full.results[0]?.certifications).toEqual([declaration]);
  });
});

describe('a sum that was not raised', () => {
  it('does not count as funding', async () => {
    const { ids, structured } = await tools.ask('search_startups', { min_funding_usd: 1 });
    expect(ids).toEqual(['raised']);
    expect(structured.excluded_unknown_funding).toBe(1);
  });

  it('is shown with what it is', async () => {
    const { results } = await tools.ask('search_startups', { ids: ['sought'] });
    expect(results[0]?.last_round).toMatchObject({ amount_usd: 9e8, kind: 'sought' });
  });
});

describe('an alias finds its record', () => {
  it.each([
    ['search_robots', '行者机器人', 'walker'],
    ['search_robots', 'strider', 'walker'],
    ['search_robots', 'Maker Strider', 'walker'],
    ['search_startups', 'sought机器人', 'sought'],
    ['search_manufacturers', '川崎重工', 'river'],
  ])('%s %s', async (tool, query, id) => {
    expect((await tools.ask(tool, { query })).ids).toEqual([id]);
  });

  it('as names do that are looked up exactly', () => {
    expect(catalogue.find('manufacturers', '川崎重工')?.id).toBe('river');
    expect(catalogue.find('robots', 'Strider')?.id).toBe('walker');
  });
});

it('a challenge that comes again says when that is expected', async () => {
  const { structured } = await tools.ask('get_open_challenges');
  expect(structured.expected_again).toMatchObject([{ id: 'cup', last: '2026-04', next_expected: '2027-04' }]);
});

it.each<[Kind, object, object]>([
  ['robots', robots[1] ?? {}, { conditions: { weight: 'at rest' } }],
  ['robots', robots[1] ?? {}, { family: false }],
  ['robots', robots[1] ?? {}, { aliases: [] }],
  ['startups', startups[1] ?? {}, { as_of: 'May 2026' }],
  ['startups', startups[1] ?? {}, { sources: [{ ...sources[0], date: 'today' }] }],
  ['challenges', challenge, { next_expected: 'spring' }],
])('%s take %j, but not with %j', (kind, record, change) => {
  expect(recordSchemas[kind].safeParse(record).success).toBe(true);
  expect(recordSchemas[kind].safeParse({ ...record, ...change }).success).toBe(false);
});
