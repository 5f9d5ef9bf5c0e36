import { beforeAll, describe, expect, it } from 'vitest';
import type { Certification } from '../../src/kinds/certification/certification.ts';
import { standardNames, withoutEdition } from '../../src/kinds/certification/standard-names.ts';
import type { Catalogue } from '../../src/search/catalogue.ts';
import { ToolError } from '../../src/tools/tool.ts';
import { fullCatalogue } from '../helpers/full-tools.ts';
import { answer, ask } from './asking.ts';

let catalogue: Catalogue;
beforeAll(async () => {
  catalogue = await fullCatalogue();
  for (const part of [1, 2]) catalogue.put('certification', made(part));
  catalogue.put('certification', madeLaw);
});

/** A standard whose numbers nobody else has, as the records of standards are. */
function made(part: number): Certification {
  const own = catalogue.find('certification', 'ul-4600-autonomy') as Certification;
  return {
    ...own,
    id: `iso-99418-${part}`,
    scheme: 'ISO',
    document: 'standard',
    title: `A made up standard, part ${part}`,
    basis: `ISO 99418-${part}:2025`,
    edition: `ISO 99418-${part}:2025`,
    aliases: ['ISO 99418'],
    former_ids: [`ul-iso-99418-${part}`],
    former_editions: [
      { name: `ISO 99418-${part}:2011`, replaced_by: `ISO 99418-${part}:2025`, since: '2025-02' },
      { name: `ISO/TS 95066-${part}:2016`, replaced_by: `ISO 99418-${part}:2025` },
    ],
    published: '2025-02',
    standing: [
      { scheme: 'EU', force: 'harmonised', since: '2026-09-07' },
      { scheme: 'UL', force: 'customary' },
    ],
    relations: [{ type: 'gives_presumption_with', id: 'eu-machinery-regulation', from: '2027-01-20' }],
    after: ['eu-red-2014-53'],
  };
}

const madeLaw = {
  id: 'eu-made-up',
  scheme: 'EU',
  title: 'A law made up for this test',
  authority: 'Nobody',
  basis: 'Directive 2099/1/EU',
  applies_to: { categories: ['all'], features: [] },
  obligation: 'mandatory',
  phase: 'concept',
  applies_from: '2020-06-13',
  applies_until: '2027-01-19',
  dates: [{ on: '2026-12-09', what: 'registration' }],
  exemptions: ['radio equipment', 'vehicles'],
  summary: 'Made up, so that the way of a law that gives way to another one can be tested here. '
    .repeat(2)
    .trim(),
  checklist: [{ step: 'Do nothing', detail: 'There is nothing to do about this.' }],
  fees: [
    {
      name: 'Filing',
      amount: 100,
      currency: 'EUR',
      from: '2024-10-01',
      until: '2025-09-30',
      source: 'https://example.org/',
    },
    {
      name: 'Filing',
      amount: 120,
      currency: 'EUR',
      from: '2025-10-01',
      until: '2026-09-30',
      source: 'https://example.org/',
    },
  ],
  relations: [{ type: 'gives_way_to', id: 'eu-red-2014-53' }],
  related: [],
  sources: [{ url: 'https://example.org/', title: 'Made up' }],
} as unknown as Certification;

describe('the names of a standard', () => {
  it.each([
    ['ISO 10218-1:2011', 'ISO 10218-1'],
    ['ISO 10218-1:2011+A1:2012', 'ISO 10218-1'],
    ['ISO 13482 (2014)', 'ISO 13482'],
    ['ANSI/RIA R15.06-2012', 'ANSI/RIA R15.06'],
    ['EN 300 328 V2.2.2', 'EN 300 328'],
    ['UL 1740, edition 4', 'UL 1740'],
    ['ISO 10218-1', 'ISO 10218-1'],
    ['2017/745', '2017/745'],
  ])('%s without its edition is %s', (name, without) => {
    expect(withoutEdition(name)).toBe(without);
  });

  it('leave national adopters out', () => {
    expect(standardNames('BS EN ISO 13482:2014')).toEqual([
      'BS EN ISO 13482:2014',
      'ISO 13482:2014',
      'BS EN ISO 13482',
      'ISO 13482',
    ]);
    expect(standardNames('EN 18031')).toEqual(['EN 18031']);
  });
});

describe('id', () => {
  const one = (id: string) => ask(catalogue, { id });

  it.each(['ISO 99418-1', 'iso99418-1', 'DIN EN ISO 99418-1', 'ISO 99418-1:2025', 'BS EN ISO 99418-1:2025'])(
    'takes a standard as %s',
    (id) => {
      const { results, notes } = one(id);
      expect(results.map((entry) => entry.id)).toEqual(['iso-99418-1']);
      expect(notes).toHaveLength(1);
    },
  );

  it.each(['ISO99418-1:2011', 'EN ISO 99418-1:2011'])('says by what %s is replaced and since when', (id) => {
    const { results, notes } = one(id);
    expect(results.map((entry) => entry.id)).toEqual(['iso-99418-1']);
    expect(notes[0]).toBe(
      'ISO 99418-1:2011 is replaced by ISO 99418-1:2025 since 2025-02. This is what holds now.',
    );
  });

  it('knows other numbers that a standard took over, former ids, and editions that it does not hold', () => {
    expect(one('ISO/TS 95066-2').notes[0]).toMatch(
      /^ISO\/TS 95066-2:2016 is replaced by ISO 99418-2:2025\. /,
    );
    expect(one('TS 15066').notes[0]).toMatch(
      /^ISO\/TS 15066:2016 is replaced by ISO 10218-2:2025 since 2025-02/,
    );
    expect(one('ul-iso-99418-2').notes[0]).toBe('ul-iso-99418-2 is now iso-99418-2.');
    expect(one('ISO 99418-1:2006').notes[0]).toBe(
      'This is about ISO 99418-1:2025; the data say nothing of the edition in "ISO 99418-1:2006".',
    );
  });

  it('shows all that bear a name of a family, in short', () => {
    const { results, notes } = one('EN ISO 99418');
    expect(results.map((entry) => entry.id)).toEqual(['iso-99418-1', 'iso-99418-2']);
    expect(results[0]).not.toHaveProperty('checklist');
    expect(notes[0]).toBe('"EN ISO 99418" names 2 requirements: ask by id for one with its checklist.');
  });

  it('falls back on what stands in basis and title, and refuses what stands nowhere', () => {
    expect(one('UL 3300').results.map((entry) => entry.id)).toEqual(['ul-3300-service-robots']);
    expect(one('2099/1').results.map((entry) => entry.id)).toEqual(['eu-made-up']);
    expect(one('2017/745').results.length).toBeGreaterThan(0);
    const ids = (id: string) => one(id).results.map((entry) => entry.id);
    expect(ids('Machinery Regulation 2023/1230')).toContain('eu-machinery-regulation');
    expect(() => one('ISO 00000')).toThrow(ToolError);
  });

  it('shows relations both ways, and what waits for what', () => {
    expect(one('iso-99418-1').results[0]).toMatchObject({
      relations: [
        {
          relation: 'gives presumption of conformity with',
          id: 'eu-machinery-regulation',
          basis: 'Regulation (EU) 2023/1230',
          from: '2027-01-20',
        },
        { relation: 'comes after', id: 'eu-red-2014-53' },
      ],
    });
    const law = one('eu-machinery-regulation').results[0] as unknown as { relations: object[] };
    expect(law.relations).toContainEqual({
      relation: 'conformity is presumed with',
      id: 'iso-99418-2',
      basis: 'ISO 99418-2:2025',
      from: '2027-01-20',
    });
  });

  it('goes with a scheme and a product, and so does ids', () => {
    const { results } = ask(catalogue, { id: 'eu-made-up', scheme: 'EU', robot_category: 'drone' });
    expect(results[0]).toMatchObject({ id: 'eu-made-up', because: 'every robot' });
    const side = ask(catalogue, { ids: ['eu-red-2014-53', 'ISO 99418-2'], scheme: 'EU' });
    expect(side.results.map(({ id }) => id)).toEqual(['eu-red-2014-53', 'iso-99418-2']);
  });
});

describe('a row', () => {
  const rows = (args: object) =>
    ask(catalogue, { scheme: 'EU', robot_category: 'drone', ...args }).results.find(
      ({ id }) => id === 'eu-made-up',
    );

  it('says from when a law applies, what is to come, what exempts from it, and whether a fee is over', () => {
    expect(rows({})).toMatchObject({
      applies: 'until 2027-01-19; 2026-12-09 registration',
      exempt: 'radio equipment (+1)',
      fee: 'Filing: EUR 120 over since 2026-09-30',
    });
    const [whole] = ask(catalogue, { id: 'eu-made-up' }).results;
    expect(whole).toMatchObject({ fees: [{ over_since: '2025-09-30' }, { over_since: '2026-09-30' }] });
  });

  it('does not come up where the law that takes its place applies', () => {
    expect(rows({ features: ['wifi'] })).toBeUndefined();
  });

  it('of a standard comes up under the schemes that it counts with, and no others', () => {
    const ids = (args: object) => ask(catalogue, { query: 'ISO 99418', ...args }).results.map(({ id }) => id);
    expect(ids({ scheme: 'EU' })).toContain('iso-99418-1');
    expect(ids({ scheme: 'ISO' })).toContain('iso-99418-1');
    expect(ids({ scheme: 'FDA' })).not.toContain('iso-99418-1');
  });

  it('of a standard says its edition, and since when it counts with the schemes asked for', () => {
    const applies = (args: object) =>
      ask(catalogue, { query: 'ISO 99418', ...args }).results.find(({ id }) => id === 'iso-99418-1')?.applies;
    expect(applies({ scheme: 'EU' })).toBe('edition of 2025-02; harmonised (EU) since 2026-09-07');
    expect(applies({})).toBe('edition of 2025-02');
  });
});

describe('pages', () => {
  it('after the first repeat nothing of it', () => {
    const args = { scheme: 'EU', robot_category: 'drone', limit: 5 };
    const { text } = answer(catalogue, args);
    expect(text).toContain('depends_on');
    const { next_cursor } = ask(catalogue, args);
    const second = ask(catalogue, { ...args, cursor: next_cursor });
    expect(second.results).toHaveLength(5);
    expect(second).not.toHaveProperty('depends_on');
    expect(second).not.toHaveProperty('inferred');
    expect(second).not.toHaveProperty('notes');
  });
});
