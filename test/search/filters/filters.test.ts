import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RecordOf } from '../../../src/kinds/kinds.ts';
import type { Condition } from '../../../src/question/question.ts';
import { Resolver } from '../../../src/question/resolve.ts';
import type { Catalogue } from '../../../src/search/catalogue.ts';
import {
  certificationFilter,
  certificationFinder,
  openFilter,
  priceFilter,
} from '../../../src/search/filters/by-kind.ts';
import type { Filter } from '../../../src/search/filters/filters.ts';
import { onlyRecords, openSmall, robotWith, smallRecords } from '../../helpers/catalogue.ts';

type Price = NonNullable<RecordOf<'robots'>['price']>;
type Certificate = RecordOf<'robots'>['certifications'][number];

const source = 'https://example.org/page';
const price = (usd_min: number, usd_max?: number, kind: Price['kind'] = 'list'): Price => ({
  usd_min,
  ...(usd_max !== undefined && { usd_max }),
  kind,
  source,
});
const certificate = (
  scheme: Certificate['scheme'],
  status: Certificate['status'],
  more: Partial<Certificate> = {},
) => ({
  scheme,
  status,
  source,
  ...more,
});

const robots = [
  robotWith({
    id: 'a-day',
    released: '2026-03-11',
    price: price(100),
    certifications: [certificate('FCC', 'certified', { identifier: '2A-B-C1' })],
  }),
  robotWith({
    id: 'b-month',
    released: '2026-03',
    price: price(100, 200, 'range'),
    certifications: [certificate('FCC', 'pending')],
  }),
  robotWith({
    id: 'c-year',
    released: '2026',
    price: price(50, undefined, 'lease_monthly'),
    certifications: [certificate('UL', 'certified', { standard: 'UL 3300' })],
  }),
  robotWith({
    id: 'd-none',
    certifications: [
      certificate('FDA', 'cleared', { standard: '510(k)', identifier: 'K123456' }),
      certificate('FCC', 'pending'),
    ],
  }),
  robotWith({ id: 'e-later', released: '2026-04', price: price(300, 400), specs: { payload_kg: 10 } }),
  robotWith({ id: 'f-free', released: '2025-12-31', price: price(0), specs: { payload_kg: 0 } }),
];

let catalogue: Catalogue;
let store: ReturnType<typeof catalogue.store<'robots'>>;
beforeAll(async () => {
  catalogue = await openSmall(onlyRecords({ robots, challenges: smallRecords.challenges }));
  store = catalogue.store('robots');
});
afterAll(() => catalogue.close());

/** First letters of the robots that pass, and how many are counted as unknown. */
function outcome(filter: Filter): [string, Record<string, number>] {
  const request = { filters: [filter], sort: [], facets: [], limit: 50 };
  const { page, unknownCounts } = catalogue.search('robots', request);
  return [page.map((index) => store.idOf(index)[0]).join(''), { ...unknownCounts }];
}

function filterBy(field: string, condition: Condition): Filter {
  return new Resolver('robots', store).filter({
    ...{ is: 'leaf', field, span: { start: 0, end: 0 } },
    ...condition,
  });
}

it('values pass rows that have one of them', () => {
  expect(outcome(filterBy('category', { op: 'in', values: [robots[0]?.category ?? ''] }))).toEqual([
    'abcdef',
    {},
  ]);
  expect(outcome(filterBy('category', { op: 'in', values: ['no such'] }))).toEqual(['', {}]);
});

describe('a period', () => {
  it.each([
    ['2026-03-11', '2026-03-11', 'a', 2],
    ['2026-03-12', '2026-03-30', '', 2],
    ['2026-03-01', '2026-03-31', 'ab', 1],
    ['2026-04-01', undefined, 'e', 1],
    ['2026-04-30', undefined, '', 2],
    ['2026-05-01', undefined, '', 1],
    ['2027-01-01', undefined, '', 0],
    [undefined, '2026-01-01', 'f', 1],
    [undefined, '2025-12-30', '', 0],
    [undefined, '2025-12-31', 'f', 0],
    ['2025-01-01', '2026-12-31', 'abcef', 0],
  ])('from %s to %s meets %s, and counts the %s dates that lie in it in part', (from, to, ids, imprecise) => {
    const period = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
    const filter = filterBy('released', { op: 'period', period });
    const apart = imprecise === 0 ? {} : { excluded_imprecise_date: imprecise };
    expect(outcome(filter)).toEqual([ids, { excluded_unknown_released: 1, ...apart }]);
  });
});

describe('a range', () => {
  it.each([
    [{ min: 10 }, 'e'],
    [{ min: 0 }, 'ef'],
    [{ max: 0 }, 'f'],
    [{ max: 9.99 }, 'f'],
    [{ min: 10.01 }, ''],
    [{ above: 0 }, 'e'],
    [{ below: 10 }, 'f'],
  ])('%j meets %s', (range, ids) => {
    const filter = filterBy('payload_kg', { op: 'range', range });
    expect(outcome(filter)).toEqual([ids, { excluded_unknown_payload_kg: 4 }]);
  });
});

describe('priceFilter', () => {
  const unknown = { excluded_unknown_price: 1, excluded_lease_price: 1 };
  it.each([
    [undefined, 100, 'abf'],
    [undefined, 99, 'f'],
    [101, 150, 'b'],
    [200, 299, 'b'],
    [201, 299, ''],
    [350, undefined, 'e'],
    [400, 400, 'e'],
    [401, undefined, ''],
    [0, 0, 'f'],
    [undefined, undefined, 'abef'],
  ])('purchase from %s to %s meets %s', (min, max, ids) => {
    expect(outcome(priceFilter(store, { name: 'price', min, max, lease: false }))).toEqual([ids, unknown]);
  });

  it.each([
    [undefined, 50, 'c'],
    [51, undefined, ''],
  ])('lease from %s to %s meets %s', (min, max, ids) => {
    const filter = priceFilter(store, { name: 'price', min, max, lease: true });
    expect(outcome(filter)).toEqual([ids, { excluded_unknown_price: 1, excluded_purchase_price: 4 }]);
  });
});

describe('certificationFilter', () => {
  const held = undefined;
  it.each([
    ['FCC', held, 'a', { excluded_pending: 2 }],
    ['fcc', ['pending'], 'bd', {}],
    ['FCC', ['cleared'], '', { excluded_pending: 2 }],
    ['UL', held, 'c', {}],
    ['UL 3300', held, 'c', {}],
    ['ul3300', held, 'c', {}],
    ['UL 1740', held, '', {}],
    ['510(k)', held, 'd', {}],
    ['k123456', held, 'd', {}],
    ['2AB-C1', held, 'a', {}],
    ['FDA', ['cleared'], 'd', {}],
    [undefined, held, 'acd', { excluded_pending: 1 }],
    [undefined, ['pending'], 'bd', {}],
  ])('%s %j is held by %s', (asked, statuses, ids, unknown) => {
    const { find } = certificationFinder(store.words('certifications'));
    const named = asked === undefined ? undefined : find(asked);
    expect(outcome(certificationFilter(store, named, statuses))).toEqual([ids, unknown]);
  });
});

describe('openFilter', () => {
  it('counts a month to its end, and the deadline before the event', () => {
    const challenges = catalogue.store('challenges');
    const open = (day: string) => {
      const filter = openFilter(challenges, 'open', day);
      const { page, unknownCounts } = catalogue.search('challenges', {
        filters: [filter],
        sort: [],
        facets: [],
        limit: 50,
      });
      return { ids: page.map((index) => challenges.idOf(index)), unknown: { ...unknownCounts } };
    };
    // BARN: deadline 2025-05-01, event 2025-05; RGMC: event 2025-05; DARPA: event 2026-11-05; RoboCup: event 2027-06.
    const undated = { excluded_unknown_date: 1 };
    const [darpa, rgmc, robocup] = ['darpa-triage-challenge', 'rgmc-2025', 'robocup-2027'];
    expect(open('2025-05-01')).toEqual({
      ids: ['barn-challenge-2025', darpa, rgmc, robocup],
      unknown: undated,
    });
    expect(open('2025-05-02')).toEqual({ ids: [darpa, rgmc, robocup], unknown: undated });
    expect(open('2025-05-31').ids).toEqual([darpa, rgmc, robocup]);
    expect(open('2025-06-01').ids).toEqual([darpa, robocup]);
    expect(open('2026-11-05').ids).toEqual([darpa, robocup]);
    expect(open('2026-11-06').ids).toEqual(['robocup-2027']);
    expect(open('2027-06-30').ids).toEqual(['robocup-2027']);
    expect(open('2027-07-01').ids).toEqual([]);
  });
});
