import { expect, it } from 'vitest';
import { Random } from '../../scripts/harness/random.ts';
import type { RecordOf } from '../../src/kinds/kinds.ts';
import { fullTools } from '../helpers/full-tools.ts';
import { rawRecords } from '../helpers/raw-records.ts';

type Robot = RecordOf<'robots'>;
type Paper = Omit<RecordOf<'publications'>, 'topics'>;

/** One condition, as an argument and as a reader of docs/tools.md would check it over a record. */
interface Condition<R> {
  readonly dimension: string;
  readonly args: object;
  test(record: R): boolean;
}
interface Order<R> {
  readonly sort: string;
  /** Every record, in this order. */
  readonly records: readonly R[];
}

const { tools } = await fullTools();

const ids = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
/** Unknown values last, whichever way the known ones go. */
const by =
  <R extends { id: string }>(value: (record: R) => number | undefined, sign: 1 | -1) =>
  (a: R, b: R) => {
    const [left, right] = [value(a), value(b)];
    if (left === right) return ids(a, b);
    if (left === undefined || right === undefined) return left === undefined ? 1 : -1;
    return (left - right) * sign;
  };
/** By a number, those last of the known and of the unknown ones that few can have. */
const byNumber = (value: (record: Robot) => number | undefined, sign: 1 | -1) => {
  const tier = (robot: Robot) =>
    (value(robot) === undefined ? 2 : 0) +
    (['announced', 'discontinued', 'internal'].includes(robot.status) ? 1 : 0);
  return (a: Robot, b: Robot) => tier(a) - tier(b) || by(value, sign)(a, b);
};
/** By price: what nobody sells, whole or at all, behind. */
const byPrice = (value: (record: Robot) => number | undefined, sign: 1 | -1) => {
  const tier = (robot: Robot) =>
    (value(robot) === undefined ? 2 : 0) +
    (['announced', 'discontinued', 'internal', 'prototype'].includes(robot.status) ||
    robot.price?.of === 'parts'
      ? 1
      : 0);
  return (a: Robot, b: Robot) => tier(a) - tier(b) || by(value, sign)(a, b);
};
const dateKey = (date: string | undefined) =>
  date === undefined ? undefined : Number(date.replaceAll('-', '').padEnd(8, '0'));
const since = (date: string) => `${date}-01-01`.slice(0, 'YYYY-MM-DD'.length);
const until = (date: string) =>
  date.length === 4 ? `${date}-12-31` : date.length === 7 ? `${date}-31` : date;

const unique = (values: readonly string[]) => (values.length > 1 ? [...new Set(values)] : values);

function countBy<R>(records: readonly R[], values: (record: R) => readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const record of records)
    for (const value of unique(values(record))) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

async function compare<R extends { id: string }>(
  tool: string,
  conditions: readonly Condition<R>[],
  order: Order<R>,
  facets: Readonly<Record<string, (record: R) => readonly string[]>>,
): Promise<void> {
  const args = Object.assign(
    { sort: order.sort, limit: 20 },
    ...conditions.map((condition) => condition.args),
  );
  const reply = await tools.ask(tool, args);
  const shown = `${tool} ${JSON.stringify(args)}`;
  expect(reply.error, shown).toBeUndefined();
  const { records } = order;
  const matches = records.filter((record) => conditions.every((condition) => condition.test(record)));
  expect(reply.total, shown).toBe(matches.length);
  expect(reply.ids, shown).toEqual(matches.slice(0, 20).map(({ id }) => id));
  for (const [name, values] of Object.entries(facets)) {
    const counts = countBy(matches, values);
    const isFiltered = conditions.some(({ dimension }) => dimension === name);
    const isTold = !isFiltered && counts.size > 1 && reply.ids.length > 0 && reply.ids.length < reply.total;
    const { [name]: facet = {} } = reply.facets;
    if (!isTold) expect(facet, `facet ${name} of ${shown}`).toEqual({});
    if (!isTold) continue;
    // The largest counts are shown, the rest together as `other`: none may be lost or wrong.
    const sum = (numbers: Iterable<number>) => [...numbers].reduce((total, count) => total + count, 0);
    expect(sum(Object.values(facet)), `facet ${name} of ${shown}`).toBe(sum(counts.values()));
    for (const [value, count] of Object.entries(facet)) {
      if (value !== 'other') expect(count, `${value} in facet ${name} of ${shown}`).toBe(counts.get(value));
    }
  }
}

it('robots: 200 random searches agree with a plain reading of the records', async () => {
  const robots = rawRecords('robots') as unknown as Robot[];
  const random = new Random(2026);
  const held = (robot: Robot) =>
    robot.certifications.filter(({ scheme, status }) => status !== 'pending' && scheme !== 'Remote ID');
  // The values of a family belong to no one robot.
  const purchase = ({ family, price }: Robot) =>
    family || price?.kind === 'lease_monthly' ? undefined : price;
  const makers: ((sample: Robot) => Condition<Robot>)[] = [
    ({ category }) => ({ dimension: 'category', args: { category }, test: (r) => r.category === category }),
    ({ manufacturer: { country } }) => ({
      dimension: 'country',
      args: { country },
      test: (r) => r.manufacturer.country === country,
    }),
    ({ status: own }) => {
      // Nobody asks for what is unknown.
      const status = own === 'unknown' ? 'available' : own;
      return { dimension: 'status', args: { status }, test: (r) => r.status === status };
    },
    ({ manufacturer: { id } }) => ({
      dimension: 'maker',
      args: { manufacturer: id },
      test: (r) => r.manufacturer.id === id,
    }),
    () => {
      const scheme = random.pick(['FCC', 'UL', 'FDA', 'CE'] as const);
      return {
        dimension: 'certification',
        args: { certification: scheme },
        test: (r) => held(r).some((one) => one.scheme === scheme),
      };
    },
    () => {
      const [min, max] = [random.below(5000), 5000 + random.below(200_000)];
      const test = (r: Robot) => {
        const price = purchase(r);
        return price !== undefined && (price.usd_max ?? price.usd_min) >= min && price.usd_min <= max;
      };
      return { dimension: 'price', args: { min_price_usd: min, max_price_usd: max }, test };
    },
    () => {
      const name = random.pick(['payload_kg', 'mass_kg', 'dof', 'speed_m_s', 'runtime_h'] as const);
      const min = random.below(12);
      return {
        dimension: 'spec',
        args: { specs: { [name]: { min } } },
        test: (r) => r.family === undefined && (r.specs[name] ?? -1) >= min,
      };
    },
  ];
  const orders: Order<Robot>[] = [
    { sort: 'price_asc', records: robots.toSorted(byPrice((r) => purchase(r)?.usd_min, 1)) },
    {
      sort: 'price_desc',
      records: robots.toSorted(byPrice((r) => purchase(r)?.usd_max ?? purchase(r)?.usd_min, -1)),
    },
    ...(['payload_kg', 'mass_kg'] as const).map((name) => ({
      sort: `${name}_desc`,
      records: robots.toSorted(byNumber((r) => (r.family ? undefined : r.specs[name]), -1)),
    })),
    { sort: 'newest', records: robots.toSorted(by((r) => dateKey(r.released), -1)) },
  ];
  for (let i = 0; i < 200; i++) {
    const sample = random.pick(robots);
    const conditions = makers.filter(() => random.chance(0.28)).map((make) => make(sample));
    await compare('search_robots', conditions, random.pick(orders), {
      category: (r) => [r.category],
      country: (r) => [r.manufacturer.country],
      status: ({ status }) => (status === 'unknown' ? [] : [status]),
      certification: (r) => held(r).map(({ scheme }) => scheme),
    });
  }
});

it('publications: 100 random searches agree with a plain reading of the records', async () => {
  const papers = rawRecords('publications') as unknown as Paper[];
  const random = new Random(1126);
  const makers: ((sample: Paper) => Condition<Paper> | undefined)[] = [
    ({ journal }) =>
      journal === undefined
        ? undefined
        : { dimension: 'journal', args: { journal }, test: (p) => p.journal === journal },
    ({ categories: [first] }) =>
      first === undefined
        ? undefined
        : { dimension: 'arxiv', args: { arxiv_category: first }, test: (p) => p.categories.includes(first) },
    ({ published }) => {
      const [from, to] = [
        random.pick([published, published.slice(0, 4)]),
        random.pick([published, published.slice(0, 4), '2027']),
      ];
      const test = (p: Paper) => since(p.published) >= since(from) && until(p.published) <= until(to);
      return { dimension: 'year', args: { from, to }, test };
    },
  ];
  const orders: Order<Paper>[] = [
    { sort: 'newest', records: papers.toSorted(by((p) => dateKey(p.published), -1)) },
    { sort: 'oldest', records: papers.toSorted(by((p) => dateKey(p.published), 1)) },
  ];
  for (let i = 0; i < 100; i++) {
    const sample = random.pick(papers);
    const conditions = makers
      .filter(() => random.chance(0.6))
      .map((make) => make(sample))
      .filter((one) => one !== undefined);
    await compare('search_publications', conditions, random.pick(orders), {
      journal: ({ journal }) => (journal === undefined ? [] : [journal]),
      year: ({ year }) => [String(year)],
    });
  }
});
