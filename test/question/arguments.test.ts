import { describe, expect, it } from 'vitest';
import type { Kind } from '../../src/kinds/kinds.ts';
import type { Clause } from '../../src/question/question.ts';
import { readQuestion } from '../../src/question/read.ts';
import { Resolver } from '../../src/question/resolve.ts';
import { authorFinder } from '../../src/search/filters/authors.ts';
import type { Filter } from '../../src/search/filters/filters.ts';
import { namesOf } from '../../src/search/filters/finders.ts';
import { readArgumentClauses } from '../../src/tools/shared/argument-clauses.ts';
import { fullTools } from '../helpers/full-tools.ts';

const { catalogue, tools } = await fullTools();
const today = '2026-11-21';

/** The filter of what the words, or one argument, ask for. */
function filterOf(kind: Kind, clauses: readonly Clause[]): Filter {
  const clause: Clause = clauses.length === 1 ? (clauses[0] as Clause) : { is: 'all', of: clauses };
  return new Resolver(kind, catalogue.store(kind), clauses).filter(clause);
}

function byArguments(kind: Kind, args: object): Filter {
  const authors = () => authorFinder(catalogue.store('publications'));
  const asked = readArgumentClauses(kind, args, { catalogue, today }, authors);
  return filterOf(
    kind,
    asked.flatMap(({ clause }) => clause ?? []),
  );
}

function byWords(kind: Kind, query: string): Filter {
  const data = { store: catalogue.store(kind), makers: catalogue.store('manufacturers'), today };
  return filterOf(kind, readQuestion(kind, query, data).clauses);
}

/** Of each row how often it meets a filter, or fails it only since something is unknown. */
function passing({ pass, unknownCounts = [] }: Filter): { meets: number[]; unknown: number[] } {
  const unknown = Array.from(pass, (_, row) => unknownCounts.filter(({ mask }) => mask[row] === 1).length);
  return { meets: Array.from(pass), unknown };
}

/** How many rows are not in exactly one of what meets X, what meets not X and what is unknown of both. */
function outOfPlace(first: Filter, second: Filter): number {
  const [one, other] = [passing(first), passing(second)];
  return one.meets.filter((meets, row) => {
    const isDecided = one.unknown[row] === 0 && other.unknown[row] === 0;
    const isUnknown = one.unknown[row] === 1 && other.unknown[row] === 1;
    return meets + (other.meets[row] as number) !== (isUnknown ? 0 : 1) || isDecided === isUnknown;
  }).length;
}

/** How many rows two filters judge otherwise. */
function different(first: Filter, second: Filter): number {
  const [one, other] = [passing(first), passing(second)];
  return one.meets.filter(
    (meets, row) => meets !== other.meets[row] || one.unknown[row] !== other.unknown[row],
  ).length;
}

const count = ({ pass }: Filter) => pass.reduce<number>((sum, has) => sum + has, 0);

describe('X, not X and unknown part the records', () => {
  const worded: readonly (readonly [Kind, string])[] = [
    ...(['category', 'manufacturer', 'country', 'status'] as const).map(
      (field) => ['robots', field] as const,
    ),
    ...(['stage', 'country', 'focus'] as const).map((field) => ['startups', field] as const),
    ...(['kind', 'country', 'capability'] as const).map((field) => ['manufacturers', field] as const),
    ...(['topic', 'entity', 'country'] as const).map((field) => ['news', field] as const),
    ...(['kind', 'country', 'topic'] as const).map((field) => ['challenges', field] as const),
    ...(['journal', 'topic', 'arxiv_category'] as const).map((field) => ['publications', field] as const),
  ];

  it.each(worded)('of %s by every value of %s', (kind, field) => {
    const { dictionary } = catalogue.store(kind).words(field);
    const step = Math.ceil(dictionary.length / 40);
    const values = dictionary
      .filter((_, code) => code % step === 0)
      .map((word) => namesOf(word).at(-1) ?? '');
    const wrong = values.filter((value) => {
      const [one, other] = [value, `not ${value}`].map((text) =>
        byArguments(kind, { query: 'x', [field]: text }),
      );
      return one === undefined || other === undefined || count(one) === 0 || outOfPlace(one, other) > 0;
    });
    expect(wrong).toEqual([]);
  });

  it.each([
    ['robots', { certification: 'UL, FCC' }, { certification: 'neither UL nor FCC' }],
    ['publications', { author: 'Khatib' }, { author: 'not Khatib' }],
    ['publications', { author: 'Levine, Finn' }, { author: 'not Levine or Finn' }],
    ['startups', { country: 'Germany, France' }, { country: 'neither Germany nor France' }],
    ['startups', { country: 'Germany; France' }, { country: 'everything except Germany and France' }],
    ['publications', { journal: 'ICRA 2021' }, { journal: 'not ICRA 2021' }],
  ] as [Kind, object, object][])('of %s by %j and %j', (kind, args, denied) => {
    const [one, other] = [byArguments(kind, args), byArguments(kind, denied)];
    expect(count(one)).toBeGreaterThan(0);
    expect(outOfPlace(one, other)).toBe(0);
  });
});

describe('an argument and the words that say the same find the same', () => {
  it.each([
    ['robots', { category: 'humanoid' }, 'humanoids'],
    ['robots', { category: 'not humanoid' }, 'robots that are not humanoid'],
    ['robots', { category: 'humanoid or quadruped' }, 'humanoids or quadrupeds'],
    ['robots', { country: 'not China' }, 'robots not from China'],
    ['robots', { country: 'Europe but not Germany' }, 'robots from Europe but not from Germany'],
    ['robots', { country: 'Japan, South Korea' }, 'robots from Japan or South Korea'],
    ['robots', { country: '中国以外' }, 'robots outside China'],
    ['robots', { manufacturer: 'not Unitree' }, 'robots not made by Unitree'],
    ['robots', { status: 'discontinued' }, 'discontinued robots'],
    ['robots', { certification: 'not FDA' }, 'robots without FDA certification'],
    ['startups', { stage: 'series A or B' }, 'series A or B startups'],
    ['startups', { stage: 'not seed' }, 'startups that are not seed stage'],
    ['startups', { country: 'neither US nor China' }, 'startups from neither the US nor China'],
    ['startups', { min_funding_usd: 1e8 }, 'startups that raised at least $100 million'],
    ['manufacturers', { kind: 'not integrator' }, 'makers that are not integrators'],
    ['manufacturers', { country: 'not Japan' }, 'makers outside Japan'],
    ['news', { country: 'not US' }, 'news not from the US'],
    ['news', { since: '2026-10' }, 'news since October 2026'],
    ['challenges', { country: 'not US' }, 'challenges outside the US'],
    ['challenges', { kind: 'grants and competitions' }, 'grants or competitions'],
    ['publications', { author: 'Oussama Khatib' }, 'papers by Oussama Khatib'],
    [
      'publications',
      { author: 'Sergey Levine and Chelsea Finn' },
      'papers by Sergey Levine and Chelsea Finn',
    ],
    [
      'publications',
      { author: 'Sergey Levine, not Chelsea Finn' },
      'papers by Sergey Levine but not Chelsea Finn',
    ],
    ['publications', { journal: 'not ICRA' }, 'papers not published at ICRA'],
    ['publications', { from: '2024', to: '2025' }, 'papers published from 2024 to 2025'],
  ] as [Kind, object, string][])('%s %j: %s', (kind, args, query) => {
    const [argument, words] = [byArguments(kind, args), byWords(kind, query)];
    expect(count(argument)).toBeGreaterThan(0);
    expect(different(argument, words)).toBe(0);
  });
});

describe('what words of the query say against an argument', () => {
  it.each([
    ['search_robots', { country: 'JP', query: 'Chinese humanoids' }, 'Chinese', 'country'],
    ['search_robots', { category: 'humanoid', query: 'quadrupeds from Germany' }, 'quadrupeds', 'category'],
    ['search_robots', { country: 'outside CN', query: 'humanoids from China' }, 'China', 'country'],
    [
      'search_robots',
      { max_price_usd: 5000, query: 'humanoids over $10000' },
      'over $10000',
      'max_price_usd',
    ],
    ['search_startups', { country: 'Germany', query: 'startups not from Germany' }, 'Germany', 'country'],
    ['search_publications', { to: '2019', query: 'grasping since 2022' }, 'since 2022', 'from and to'],
  ])('%s %j is said once, and does not hold', async (tool, { query, ...args }, said, name) => {
    const { notes, total, results } = await tools.ask(tool, { query, ...args, detail: 'full' });
    expect(total).toBeGreaterThan(0);
    const note = `in the query contradicts ${name}: the argument holds.`;
    expect(notes.filter((one) => one.includes(note))).toEqual([expect.stringContaining(note)]);
    expect(notes.join('\n').split(said).length, notes.join('\n')).toBe(2);
    expect(results.length).toBeGreaterThan(0);
  });

  it.each([
    ['search_robots', { country: 'Europe', query: 'German humanoids' }],
    ['search_robots', { category: 'quadruped', query: 'inspection' }],
    ['search_robots', { min_price_usd: 1000, query: 'humanoids under $20000' }],
    ['search_publications', { author: 'Sergey Levine', query: 'papers by Chelsea Finn' }],
  ])('%s %j is no contradiction where records meet both', async (tool, args) => {
    const { notes, total } = await tools.ask(tool, args);
    expect(notes.join()).not.toContain('contradicts');
    expect(total).toBeGreaterThan(0);
  });
});

describe('a whole value wins over what looks like an operator in it', () => {
  it.each([
    ['robots', 'manufacturer', 'Johnson & Johnson', /Johnson/],
    ['robots', 'status', 'no longer sold', /discontinued/],
    ['news', 'topic', 'mergers and acquisitions', /acquisition/],
  ] as const)('%s %s %s', (kind, field, text, wanted) => {
    const store = catalogue.store(kind as Kind);
    const { pass } = byArguments(kind, { [field]: text });
    const found = [...pass].flatMap((has, row) => (has === 1 ? [store.words(field).at(row).join()] : []));
    expect(found.length).toBeGreaterThan(0);
    for (const values of found) expect(values).toMatch(wanted);
  });

  it('but not where only a part of it is known as that value', () => {
    const [list, elements] = ['grants, prizes and competitions', 'grant; prize; competition'].map((kind) =>
      byArguments('challenges', { kind }),
    );
    expect(different(list as Filter, elements as Filter)).toBe(0);
  });

  it('also within a list', () => {
    const [list, elements] = [', ', '; '].map((joint) => {
      const entity = ['Distalmotion', 'China University of Mining and Technology'].join(joint);
      return byArguments('news', { entity });
    });
    expect(count(list as Filter)).toBeGreaterThan(1);
    expect(different(list as Filter, elements as Filter)).toBe(0);
  });

  it('a comma stands in the name of a person', () => {
    const [inverted, plain] = ['Levine, Sergey', 'Sergey Levine'].map((author) =>
      byArguments('publications', { author }),
    );
    expect(different(inverted as Filter, plain as Filter)).toBe(0);
  });
});

it('says what of a long list is not read', async () => {
  const country = Array.from({ length: 40 }, (_, i) => ['US', 'CN', 'JP'][i % 3]).join(',');
  const { notes, total } = await tools.ask('search_robots', { country });
  expect(total).toBeGreaterThan(0);
  expect(notes.join()).toMatch(/country knows no "[A-Z,]+": left out/);
});
