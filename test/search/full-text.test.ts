import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Catalogue } from '../../src/search/catalogue.ts';
import { parseQuery } from '../../src/text/query.ts';
import { onlyRecords, openSmall, paperWith, robotWith } from '../helpers/catalogue.ts';

const papers = [
  paperWith({ id: 'p-exact', title: 'Soft Grippers', authors: ['Anna Müller'] }),
  paperWith({ id: 'p-long', title: 'Soft Grippers and their Control', authors: ['Jan Łukasz Ødegård'] }),
  paperWith({
    id: 'p-apart',
    title: 'Grippers, Rigid and Soft',
    aliases: ['2401.02117', '10.1109/X.2020.7'],
  }),
  paperWith({ id: 'p-hyphen', title: 'A Quad-Ruped Robot with UR 10e Arms', authors: ['Bo Mueller'] }),
  paperWith({ id: 'p-joined', title: 'Quadrupeds in the ＦＩＥＬＤ', published: '2021', year: 2021 }),
  paperWith({ id: 'p-other', title: 'Navigation by Sonar', topics: ['navigation'], journal: 'ICRA' }),
];

let catalogue: Catalogue;
beforeAll(async () => {
  catalogue = await openSmall(onlyRecords({ publications: papers }));
});
afterAll(() => catalogue.close());

function found(query: string): string[] {
  const request = { text: parseQuery(query), filters: [], facets: [], limit: 20 };
  const store = catalogue.store('publications');
  return catalogue.search('publications', request).page.map((index) => store.idOf(index));
}

describe('words', () => {
  it.each([
    ['soft gripper', ['p-exact', 'p-long', 'p-apart']],
    ['SOFT-GRIPPERS', ['p-exact', 'p-long', 'p-apart']],
    ['control', ['p-long']],
    ['navigation icra', ['p-other']],
    ['2021', ['p-joined']],
    ['show me the papers about navigation', ['p-other']],
  ])('%s finds %j', (query, ids) => {
    expect(found(query).toSorted()).toEqual(ids.toSorted());
  });

  it.each(['müller', 'Muller', 'MUELLER', 'mu\u0308ller'])('%s finds both spellings of the name', (query) => {
    expect(found(query).toSorted()).toEqual(['p-exact', 'p-hyphen']);
  });

  it.each(['quadruped', 'quad-ruped', 'Quadrupeds', 'quad-rupeds'])(
    '%s finds it joined and hyphenated',
    (query) => {
      expect(found(query).toSorted()).toEqual(['p-hyphen', 'p-joined']);
    },
  );

  it.each(['ur10e', 'UR 10e', 'ur-10e', 'UR10E'])('%s finds the arm', (query) => {
    expect(found(query)).toEqual(['p-hyphen']);
  });

  it.each(['lukasz', 'Łukasz', 'odegard', 'Ødegård'])(
    '%s finds letters that Unicode does not take apart',
    (query) => {
      expect(found(query)).toEqual(['p-long']);
    },
  );

  it('finds full-width letters', () => {
    expect(found('field')).toEqual(['p-joined']);
  });
});

describe('rows that lack a word', () => {
  it('fill the page behind those that have every word', () => {
    expect(found('gripper control').at(0)).toBe('p-long');
    expect(found('gripper control').toSorted()).toEqual(['p-apart', 'p-exact', 'p-long']);
  });

  it.each(['"soft grippers" control', '"soft grippers"', 'contr* gripper'])(
    'never lack a phrase or prefix: %s',
    (query) => {
      expect(found(query)).not.toContain('p-apart');
    },
  );

  it('stay out under an order of their own', () => {
    const store = catalogue.store('publications');
    const sort = [
      { values: Float64Array.from({ length: store.size }, (_, index) => index), sign: 1 as const },
    ];
    const request = { text: parseQuery('gripper control'), filters: [], facets: [], limit: 20, sort };
    expect(catalogue.search('publications', request).page.map((index) => store.idOf(index))).toEqual([
      'p-long',
    ]);
  });
});

describe('phrases, prefixes and exclusions', () => {
  it.each([
    ['"soft grippers"', ['p-exact', 'p-long']],
    ['"grippers soft"', []],
    ['navig*', ['p-other']],
    ['nav* son*', ['p-other']],
    ['grippers -control', ['p-apart', 'p-exact']],
    ['grippers -"soft grippers"', ['p-apart']],
    ['gripper -contr*', ['p-apart', 'p-exact']],
    ['-grippers', ['p-hyphen', 'p-joined', 'p-other']],
    ['-grippers -quadruped', ['p-other']],
  ])('%s finds %j', (query, ids) => {
    expect(found(query).toSorted()).toEqual(ids);
  });
});

describe('exact names', () => {
  it('puts the paper with exactly this title first', () => {
    expect(found('soft grippers')[0]).toBe('p-exact');
    expect(found('Grippers, rigid and soft!')[0]).toBe('p-apart');
  });

  it.each(['2401.02117', '10.1109/x.2020.7', 'p-apart', 'P APART'])(
    'finds it by id or alias: %s',
    (query) => {
      expect(found(query)[0]).toBe('p-apart');
      expect(catalogue.find('publications', query)?.id).toBe('p-apart');
    },
  );

  it('puts exact ones first, the best confirmed of them first, then by id', async () => {
    const robots = [
      robotWith({
        id: 'a-spot-lookalike',
        name: 'Spotter',
        description: 'Spot spot spot: like Spot in all but its name, which is not quite Spot.',
      }),
      robotWith({ id: 'b-spot', name: 'Spot', confidence: 'secondary' }),
      robotWith({ id: 'c-spot', name: 'Spot', confidence: 'primary' }),
      robotWith({ id: 'd-spot', name: 'SPOT', confidence: 'primary' }),
    ];
    const small = await openSmall(onlyRecords({ robots }));
    const { page } = small.search('robots', { text: parseQuery('spot'), filters: [], facets: [], limit: 9 });
    const ids = page.map((index) => small.store('robots').idOf(index));
    small.close();
    expect(ids).toEqual(['c-spot', 'd-spot', 'b-spot', 'a-spot-lookalike']);
  });

  it('tells names apart that differ after their fortieth letter', async () => {
    const title = 'A very long title of a paper on the walking of robots';
    const long = [
      paperWith({ id: 'one', title: `${title}, part one` }),
      paperWith({ id: 'two', title: `${title}, part two` }),
    ];
    const small = await openSmall(onlyRecords({ publications: long }));
    expect(small.find('publications', `${title}: Part Two`)?.id).toBe('two');
    expect(small.find('publications', title)).toBeUndefined();
    small.close();
  });
});

describe('words that are not found', () => {
  const outcome = (query: string) =>
    catalogue.search('publications', { text: parseQuery(query), filters: [], facets: [], limit: 20 });

  it('shows the records with most of the words, and names the unknown ones', () => {
    const { total, related, unknown, page } = outcome('soft gripper zeppelin');
    expect({ total, related, unknown }).toEqual({ total: 0, related: 3, unknown: ['zeppelin'] });
    expect(catalogue.store('publications').idOf(page[0] ?? -1)).toBe('p-exact');
  });

  it('puts the records with every word first, whatever else it shows', () => {
    const { unknown, page } = outcome('soft control');
    expect(unknown).toEqual([]);
    expect(catalogue.store('publications').idOf(page[0] ?? -1)).toBe('p-long');
  });

  it('finds nothing where no word is known', () => {
    expect(outcome('zeppelin airship')).toMatchObject({
      total: 0,
      related: 0,
      unknown: ['zeppelin', 'airship'],
    });
  });

  it('suggests the names nearest to a slip', () => {
    expect(catalogue.namesLike('publications', 'Soft Gripers', 3)).toEqual(['p-exact']);
    expect(catalogue.namesLike('publications', 'soft', 3)).toEqual(['p-exact', 'p-long']);
    expect(catalogue.namesLike('publications', '"-*"', 3)).toEqual([]);
    expect(catalogue.namesLike('publications', 'zeppelin', 3)).toEqual([]);
  });

  it.each([
    '"',
    '*',
    '(',
    'NEAR',
    'a NEAR/2 b',
    'NOT',
    'AND OR NOT',
    '-',
    '""""',
    'title:soft',
    "'; DROP TABLE x",
  ])('takes %s for words or punctuation, never for syntax', (query) => {
    expect(() => outcome(query)).not.toThrow();
  });
});
