import { describe, expect, it } from 'vitest';
import type { RecordOf } from '../../src/kinds/kinds.ts';
import { fullTools } from '../helpers/full-tools.ts';
import { rawRecords } from '../helpers/raw-records.ts';

type Robot = RecordOf<'robots'>;
type Paper = Omit<RecordOf<'publications'>, 'topics'>;
type Startup = RecordOf<'startups'>;
type News = RecordOf<'news'>;
type Challenge = RecordOf<'challenges'>;
type Maker = RecordOf<'manufacturers'>;
type Requirement = RecordOf<'certification'>;

const { tools } = await fullTools();

const cache = new Map<string, readonly unknown[]>();
function records<R>(kind: Parameters<typeof rawRecords>[0]): readonly R[] {
  const known = cache.get(kind) ?? rawRecords(kind);
  cache.set(kind, known);
  return known as readonly R[];
}

/** The values of a family belong to no one robot, so that no filter of numbers sees them. */
function asFiltered(robot: Robot): Robot {
  if (robot.family === undefined) return robot;
  const { price: _price, ...rest } = robot;
  return { ...rest, specs: {} };
}

/** The tool's total is that of a count over the records, some are found, and the first page is among them. */
async function agree(
  tool: string,
  args: object,
  expected: readonly { readonly id: string }[],
): Promise<void> {
  const { error, total, ids } = await tools.ask(tool, { ...args, limit: 50 });
  expect(error).toBeUndefined();
  expect(total).toBe(expected.length);
  expect(total).toBeGreaterThan(0);
  const right = new Set(expected.map(({ id }) => id));
  expect(ids.filter((id) => !right.has(id))).toEqual([]);
}

const first = (date: string | undefined) => date?.padEnd(10, '-00') ?? '';
const last = (date: string | undefined) =>
  date?.length === 4 ? `${date}-12-31` : date?.length === 7 ? `${date}-31` : (date ?? '');
const has = (robot: Robot, scheme: string) =>
  robot.certifications.some((one) => one.scheme === scheme && one.status !== 'pending');

describe('search_robots', () => {
  const cases: [object, (robot: Robot) => boolean][] = [
    [{ category: 'humanoid' }, (r) => r.category === 'humanoid'],
    [{ category: 'Humanoid Robots' }, (r) => r.category === 'humanoid'],
    [{ category: 'AGV' }, (r) => r.category === 'amr'],
    [{ category: 'arm' }, (r) => ['industrial_arm', 'cobot'].includes(r.category)],
    [{ country: 'South Korea' }, (r) => r.manufacturer.country === 'KR'],
    [{ country: 'kr' }, (r) => r.manufacturer.country === 'KR'],
    [{ manufacturer: 'unitree' }, (r) => r.manufacturer.id.startsWith('unitree')],
    [{ status: 'Discontinued' }, (r) => r.status === 'discontinued'],
    [{ certification: 'FDA' }, (r) => has(r, 'FDA')],
    [{ certification: 'fcc', country: 'US' }, (r) => has(r, 'FCC') && r.manufacturer.country === 'US'],
    [{ certification_status: 'cleared' }, (r) => r.certifications.some(({ status }) => status === 'cleared')],
    [{ certification_status: 'pending' }, (r) => r.certifications.some(({ status }) => status === 'pending')],
    [
      { certification: '510(k)' },
      (r) => r.certifications.some((one) => one.standard?.includes('510(k)') && one.status !== 'pending'),
    ],
    [
      { specs: { payload_kg: { min: 10, max: 20 } } },
      (r) => (r.specs.payload_kg ?? -1) >= 10 && (r.specs.payload_kg ?? 99) <= 20,
    ],
    [
      { specs: { mass_kg: { max: '50' }, dof: { min: 20 } } },
      (r) => (r.specs.mass_kg ?? 99) <= 50 && (r.specs.dof ?? 0) >= 20,
    ],
    [
      { min_price_usd: 1000, max_price_usd: 20_000 },
      (r) => isPurchase(r) && top(r) >= 1000 && low(r) <= 20_000,
    ],
    [
      { price_kind: 'lease_monthly', max_price_usd: 5000 },
      (r) => r.price?.kind === 'lease_monthly' && low(r) <= 5000,
    ],
  ];
  const isPurchase = (r: Robot) => r.price !== undefined && r.price.kind !== 'lease_monthly';
  const low = (r: Robot) => r.price?.usd_min ?? Number.NaN;
  const top = (r: Robot) => r.price?.usd_max ?? low(r);
  it.each(cases)('%j', async (args, test) => {
    await agree('search_robots', args, records<Robot>('robots').map(asFiltered).filter(test));
  });

  it('says of every answer by certification that not recorded is not the same as not certified', async () => {
    for (const args of [
      { certification: 'UL' },
      { certification_status: 'pending' },
      { certification: 'none such' },
    ]) {
      expect((await tools.ask('search_robots', args)).text).toContain('not the same as not certified');
    }
    expect((await tools.ask('search_robots', {})).text).not.toContain('not the same as not certified');
  });

  it('counts unknown, leased and pending apart', async () => {
    const robots = records<Robot>('robots').map(asFiltered);
    const priced = await tools.ask('search_robots', { max_price_usd: 1 });
    expect(priced.structured).toMatchObject({
      excluded_unknown_price: robots.filter(({ family, price }) => !family && price === undefined).length,
      excluded_family: robots.filter(({ family }) => family).length,
      excluded_lease_price: robots.filter(({ price }) => price?.kind === 'lease_monthly').length,
    });
    const fda = await tools.ask('search_robots', { certification: 'FDA' });
    const pendingOnly = robots.filter(
      (r) => !has(r, 'FDA') && r.certifications.some((c) => c.scheme === 'FDA' && c.status === 'pending'),
    );
    expect(fda.structured.excluded_pending).toBe(pendingOnly.length);
    const heavy = await tools.ask('search_robots', { category: 'cobot', specs: { reach_mm: { min: 1 } } });
    const unknown = robots.filter(
      (r) => r.category === 'cobot' && !r.family && r.specs.reach_mm === undefined,
    );
    expect(heavy.structured.excluded_unknown_reach_mm).toBe(unknown.length);
  });
});

describe('search_publications', () => {
  const meets = (from: string, to: string) => (p: Paper) =>
    first(p.published) >= first(from) && last(p.published) <= last(to);
  const cases: [object, (paper: Paper) => boolean][] = [
    [{ from: '2024-03', to: '2024-05-15' }, meets('2024-03', '2024-05-15')],
    [{ from: 2019, to: '2019' }, meets('2019', '2019')],
    [{ to: '2001-06' }, meets('1900', '2001-06')],
    [{ journal: 'RSS' }, (p) => p.journal === 'RSS'],
    [{ arxiv_category: 'CS.CV' }, (p) => p.categories.includes('cs.CV')],
    [{ author: 'Oussama Khatib' }, (p) => p.authors.some((name) => /^(Oussama|O\.?) Khatib$/.test(name))],
    [{ author: 'Siciliano' }, (p) => p.authors.some((name) => name.includes('Siciliano'))],
  ];
  it.each(cases)('%j', async (args, test) => {
    await agree('search_publications', args, records<Paper>('publications').filter(test));
  });

  it('understands topics by label and synonym', async () => {
    const [slam, written] = await Promise.all(
      ['slam', 'Simultaneous Localization and Mapping'].map((topic) =>
        tools.ask('search_publications', { topic }),
      ),
    );
    expect(slam?.total).toBeGreaterThan(100);
    expect(written?.ids).toEqual(slam?.ids);
  });
});

describe('search_startups', () => {
  // A sum that is sought, promised or paid for the firm was not raised.
  const known = ({ funding }: Startup) =>
    funding?.total_usd ??
    (funding?.last_round?.kind === undefined ? funding?.last_round?.amount_usd : undefined);
  const cases: [object, (startup: Startup) => boolean][] = [
    [{ stage: 'Series B' }, (s) => s.stage === 'series_b'],
    [{ country: 'Germany' }, (s) => s.country === 'DE'],
    [
      { focus: 'Humanoids' },
      (s) => s.focus.some((word) => word.split('-').some((part) => /^humanoids?$/.test(part))),
    ],
    [{ min_funding_usd: '1e8' }, (s) => (known(s) ?? 0) >= 1e8],
  ];
  it.each(cases)('%j', async (args, test) => {
    await agree('search_startups', args, records<Startup>('startups').filter(test));
  });

  it('counts unknown funding apart', async () => {
    const { structured } = await tools.ask('search_startups', { min_funding_usd: 1 });
    const unknown = records<Startup>('startups').filter((startup) => known(startup) === undefined);
    expect(structured.excluded_unknown_funding).toBe(unknown.length);
  });
});

describe('get_latest_news', () => {
  const cases: [object, (item: News) => boolean][] = [
    [{ topic: 'Funding' }, (n) => n.topic === 'funding'],
    [
      { since: '2026-10', until: '2026-10-20' },
      (n) => first(n.date) >= '2026-10-00' && last(n.date) <= '2026-10-20',
    ],
    [{ country: 'Japan' }, (n) => n.countries.includes('JP')],
    [{ entity: 'figure' }, (n) => n.entities.some((name) => /\bfigures?\b/i.test(name))],
  ];
  it.each(cases)('%j', async (args, test) => {
    await agree('get_latest_news', args, records<News>('news').filter(test));
  });
});

describe('get_open_challenges', () => {
  const closing = (c: Challenge) => c.deadline ?? c.event_date;
  const open = (c: Challenge, day = '2026-11-21') => closing(c) !== undefined && last(closing(c)) >= day;
  // Nobody enters a contest in the weeks before it.
  const enterable = (c: Challenge) => open(c) && (c.deadline !== undefined || open(c, '2026-12-21'));
  const cases: [object, (challenge: Challenge) => boolean][] = [
    [{}, enterable],
    [{ include_closed: 'true' }, () => true],
    [{ deadline_after: '2027-05' }, (c) => open(c, '2027-05-00')],
    [{ include_closed: true, kind: 'Prizes' }, (c) => c.kind === 'prize'],
    [{ include_closed: true, country: 'USA' }, (c) => c.country === 'US'],
    [{ include_closed: true, topic: 'drone' }, (c) => c.topics.some((topic) => /\bdrones?\b/.test(topic))],
    [{ include_closed: true, deadline_after: '2026-05' }, (c) => open(c, '2026-05-00')],
  ];
  it.each(cases)('%j', async (args, test) => {
    await agree('get_open_challenges', args, records<Challenge>('challenges').filter(test));
  });

  it('shows recurring ones apart, those that are open not among them', async () => {
    const { structured } = await tools.ask('get_open_challenges', {});
    const again = (structured.expected_again as { id: string }[]).map(({ id }) => id);
    const recurring = records<Challenge>('challenges').filter(
      (c) => /annual|biennial/.test(c.recurrence ?? '') && !enterable(c),
    );
    expect(again.toSorted()).toEqual(recurring.map(({ id }) => id).toSorted());
  });

  it('shows none both in the answer and apart', async () => {
    for (const args of [{ include_closed: true }, { include_closed: true, deadline_after: '2020' }]) {
      const { structured } = await tools.ask('get_open_challenges', { ...args, limit: 50 });
      const apart = ['expected_again', 'deadline_unknown'].flatMap(
        (list) => (structured[list] ?? []) as object[],
      );
      const ids = [...(structured.results as object[]), ...apart].map((each) => (each as { id: string }).id);
      expect(new Set(ids).size).toBe(ids.length);
    }
  });

  it('counts each challenge without a date once', async () => {
    const undated = records<Challenge>('challenges').filter((c) => closing(c) === undefined).length;
    for (const args of [{}, { deadline_after: '2027' }, { include_closed: true, deadline_after: '2027' }]) {
      expect((await tools.ask('get_open_challenges', args)).structured.excluded_unknown_date).toBe(undated);
    }
  });
});

describe('search_manufacturers and get_certification_info', () => {
  it.each([
    [{ kind: 'Integrators' }, (m: Maker) => m.kind === 'integrator'],
    [{ country: 'JP' }, (m: Maker) => m.country === 'JP'],
    [
      { capability: 'cobot' },
      (m: Maker) => m.capabilities.some((word) => word.split('-').some((part) => /^cobots?$/.test(part))),
    ],
  ])('%j', async (args, test) => {
    await agree('search_manufacturers', args, records<Maker>('manufacturers').filter(test));
  });

  it.each([
    [{ scheme: 'fda' }, ['FDA']],
    [{}, ['FCC', 'UL', 'FDA', 'OSHA', 'CPSC', 'FAA', 'DOT', 'DOE', 'FTC', 'STATES']],
  ])('%j', async (args, schemes) => {
    // Standards of other issuers stand with the schemes that build on them.
    const expected = records<Requirement>('certification').filter(({ scheme, standing = [] }) =>
      [scheme, ...standing.map((one) => one.scheme)].some((one) => schemes.includes(one)),
    );
    await agree('get_certification_info', args, expected);
  });
});
