import type { Kind } from '../../src/kinds/kinds.ts';
import type { Random } from '../harness/random.ts';
import { type Rows, textOf } from './records.ts';

type Draw = (random: Random, rows: Rows) => unknown;

/** What a search tool is asked for beside words: its kind of record, its orders, its filters. */
export interface SearchArguments {
  readonly tool: string;
  readonly kind: Kind;
  readonly sorts: readonly string[];
  readonly filters: Readonly<Record<string, Draw>>;
}

const oneOf =
  (...values: readonly unknown[]): Draw =>
  (random) =>
    random.pick(values);
/** A text of a record, or one of some other words. */
const ofRecords =
  (kind: Kind, path: string, ...values: readonly unknown[]): Draw =>
  (random, rows) =>
    values.length > 0 && random.next() < 0.3 ? random.pick(values) : textOf(random, rows[kind], path);

const country = oneOf(
  'US',
  'Japan',
  'KR',
  'EU',
  'Europe',
  'de',
  'China',
  'Asia',
  'Atlantis',
  'UK',
  'CH',
  'PT',
);
const date = oneOf(
  '2024',
  '2023-06',
  '2025-02-28',
  'June 2024',
  'last 30 days',
  'last year',
  '2024-02-30',
  'soon',
  '2026-11',
  'next month',
);
const money = oneOf(0, 1, 500, 20_000, 100_000, 1e6, 5e7, 1e9, -1, '1000');
const specNames = ['payload_kg', 'mass_kg', 'dof', 'height_cm', 'reach_mm', 'speed_m_s', 'weight', 'arms'];
const ranges = [{ min: 1 }, { max: 50 }, { min: 5, max: 10 }, { min: 10, max: 5 }, {}, { min: -1 }, 7];
const specs: Draw = (random) =>
  Object.fromEntries(
    Array.from({ length: 1 + random.below(2) }, () => [random.pick(specNames), random.pick(ranges)]),
  );
const features: Draw = (random) =>
  Array.from({ length: 1 + random.below(4) }, () =>
    random.pick([
      'wifi',
      'no-wifi',
      'lidar-laser',
      'lithium-battery',
      'patient-contact',
      'bluetooth',
      'magic',
    ]),
  );

export const searchArguments: readonly SearchArguments[] = [
  {
    tool: 'search_robots',
    kind: 'robots',
    sorts: ['relevance', 'price_asc', 'price_desc', 'newest', 'name'],
    filters: {
      category: ofRecords(
        'robots',
        'category',
        'arm',
        'legged',
        'medical',
        'robot dogs',
        'toaster',
        'drones',
      ),
      manufacturer: ofRecords('robots', 'manufacturer.name', 'unitree', 'Nobody Inc', 'boston dynamics'),
      country,
      min_price_usd: money,
      max_price_usd: money,
      price_kind: oneOf('purchase', 'lease_monthly', 'rent'),
      certification: oneOf('FCC', 'UL', 'FDA', 'CE', 'ISO', '510(k)', 'UL 3300', 'K123456', 'XYZ'),
      certification_status: oneOf('certified', 'cleared', 'approved', 'registered', 'pending', 'lost'),
      status: oneOf('announced', 'prototype', 'preorder', 'available', 'discontinued', 'internal', 'on sale'),
      specs,
    },
  },
  {
    tool: 'search_publications',
    kind: 'publications',
    sorts: ['relevance', 'newest', 'oldest', 'title'],
    filters: {
      topic: oneOf(
        'slam',
        'legged locomotion',
        'VLA',
        'grasping',
        'soft-robotics',
        'drones',
        'cooking',
        'exoskeletons',
      ),
      author: ofRecords('publications', 'authors', 'Khatib', 'O. Khatib', 'Nobody'),
      journal: ofRecords('publications', 'journal', 'ICRA', 'T-RO', 'CoRL', 'Nature of Nothing'),
      from: date,
      to: date,
      arxiv_category: oneOf('cs.RO', 'cs.LG', 'eess.SY', 'cs', 'none'),
    },
  },
  {
    tool: 'get_certification_info',
    kind: 'certification',
    sorts: ['relevance', 'title'],
    filters: {
      scheme: oneOf('FCC', 'UL', 'FDA', 'EU', 'CE', 'TÜV'),
      robot_category: ofRecords('robots', 'category', 'medical', 'toaster'),
      features,
      robot: ofRecords('robots', 'id', 'nobody-nothing', 'G1'),
      id: ofRecords('certification', 'id', 'no-such-rule'),
    },
  },
  {
    tool: 'search_startups',
    kind: 'startups',
    sorts: ['relevance', 'funding_desc', 'newest_round', 'name'],
    filters: {
      stage: ofRecords('startups', 'stage', 'Series A', 'seed', 'ipo', 'late'),
      country,
      focus: ofRecords('startups', 'focus', 'humanoids', 'surgical robots', 'baking'),
      min_funding_usd: money,
    },
  },
  {
    tool: 'get_latest_news',
    kind: 'news',
    sorts: ['relevance', 'newest'],
    filters: {
      topic: ofRecords('news', 'topic', 'money', 'gossip'),
      since: date,
      until: date,
      entity: ofRecords('news', 'entities', 'Figure', 'Nobody Inc'),
      country,
    },
  },
  {
    tool: 'get_open_challenges',
    kind: 'challenges',
    sorts: ['relevance', 'deadline'],
    filters: {
      kind: ofRecords('challenges', 'kind', 'hackathon'),
      topic: ofRecords('challenges', 'topics', 'drones', 'education', 'knitting'),
      country,
      deadline_after: date,
      include_closed: oneOf(true, true, false, 'yes', 1),
    },
  },
  {
    tool: 'search_manufacturers',
    kind: 'manufacturers',
    sorts: ['relevance', 'name'],
    filters: {
      capability: ofRecords('manufacturers', 'capabilities', 'cobots', 'strain wave gears', 'clouds'),
      country,
      kind: ofRecords('manufacturers', 'kind', 'maker', 'shop'),
    },
  },
];
