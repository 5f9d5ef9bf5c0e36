import type { Kind } from '../../src/kinds/kinds.ts';
import type { Random } from '../harness/random.ts';
import type { Measure } from './bounds.ts';
import { type Rows, textOf } from './records.ts';

type Draw = (random: Random, rows: Rows) => string;

/** A field whose values a question names. */
export interface NamedField {
  /** What stands before a value: `from Germany`, `by Unitree`. */
  readonly before: string;
  readonly draw: Draw;
  /** The argument of the tool that asks for it. */
  readonly argument?: string;
}

/** What people ask of one kind of record. */
export interface Subject {
  readonly tool: string;
  readonly nouns: readonly string[];
  /** A word that stands for one category, alone. */
  readonly category: Draw;
  readonly fields: readonly NamedField[];
  readonly measures?: readonly Measure[];
  /** What a period is said of, where its year is drawn from, and the arguments that take one. */
  readonly dates?: {
    readonly said: readonly string[];
    readonly path: string;
    readonly arguments: readonly string[];
  };
  readonly superlatives: readonly string[];
  /** Paths of names: of records, makers, authors, venues. */
  readonly names: readonly string[];
  /** Paths of what others may be like. */
  readonly likes?: readonly string[];
  /** Path of titles that hold words which also join conditions. */
  readonly title?: string;
}

const countries: Readonly<Record<string, string>> = {
  ...{ US: 'the USA', CN: 'China', JP: 'Japan', DE: 'Germany', KR: 'South Korea', CH: 'Switzerland' },
  ...{ FR: 'France', CA: 'Canada', DK: 'Denmark', IL: 'Israel', GB: 'UK', SE: 'Sweden', ES: 'Spain' },
  ...{ NL: 'the Netherlands', NO: 'Norway', IT: 'Italy', SG: 'Singapore', IN: 'India' },
};
const country =
  (kind: Kind, path = 'country'): Draw =>
  (random, rows) => {
    const code = textOf(random, rows[kind], path);
    return random.chance(0.2)
      ? random.pick(['Europe', 'Asia', 'the EU', 'North America'])
      : (countries[code] ?? 'Brazil');
  };
/** A code as it is said: `industrial_arm` is an industrial arm. */
const label =
  (kind: Kind, path: string): Draw =>
  (random, rows) =>
    textOf(random, rows[kind], path).replaceAll(/[_-]/g, ' ');
const text =
  (kind: Kind, path: string): Draw =>
  (random, rows) =>
    textOf(random, rows[kind], path);
const oneOf =
  (...values: readonly string[]): Draw =>
  (random) =>
    random.pick(values);

const robotCategory: Draw = (random, rows) => {
  if (random.chance(0.3))
    return random.pick(['robot dogs', 'cobots', 'robot arms', 'drones', 'robot vacuums']);
  const name = label('robots', 'category')(random, rows);
  return /(ing|surgical|ed|al|ity|ion|y)$/.test(name) || random.chance(0.3) ? name : `${name}s`;
};
const stage = oneOf('seed', 'Series A', 'series B', 'Series C', 'pre-seed', 'growth stage');
const makerKind = oneOf('robot makers', 'component makers', 'software companies', 'integrators');
const topics = ['SLAM', 'grasping', 'legged locomotion', 'soft robotics', 'motion planning', 'exoskeletons'];
const raised = {
  of: 'startups',
  path: 'funding.total_usd',
  units: ['$'],
  said: 'raised',
  ask: ['min_funding_usd'],
} as const;

export const subjects = {
  robots: {
    tool: 'search_robots',
    nouns: ['robots', 'robot'],
    category: robotCategory,
    fields: [
      { before: 'from', draw: country('robots', 'manufacturer.country'), argument: 'country' },
      { before: 'by', draw: text('robots', 'manufacturer.name'), argument: 'manufacturer' },
      { before: 'with', draw: oneOf('lidar', 'wifi', 'ROS 2', 'a camera', 'two arms', 'wheels', 'FCC') },
      { before: 'for', draw: label('robots', 'tags') },
      { before: 'that are', draw: label('robots', 'status'), argument: 'status' },
      { before: 'that are', draw: robotCategory, argument: 'category' },
    ],
    measures: [
      {
        of: 'robots',
        path: 'specs.payload_kg',
        units: ['kg', 'kilos', 'kilograms'],
        said: 'payload',
        more: 'stronger than',
      },
      {
        of: 'robots',
        path: 'specs.mass_kg',
        units: ['kg', 'kilos'],
        said: 'weight',
        more: 'heavier than',
        less: 'lighter than',
      },
      {
        of: 'robots',
        path: 'specs.height_cm',
        units: ['cm', 'centimetres'],
        said: 'height',
        more: 'taller than',
      },
      { of: 'robots', path: 'specs.reach_mm', units: ['mm', 'millimetres'], said: 'reach' },
      {
        of: 'robots',
        path: 'specs.runtime_h',
        units: ['h', 'hours'],
        said: 'battery life',
        more: 'running longer than',
      },
      {
        of: 'robots',
        path: 'specs.speed_m_s',
        units: ['m/s', 'metres per second'],
        said: 'speed',
        more: 'faster than',
      },
      { of: 'robots', path: 'specs.dof', units: ['DOF', 'axes', 'degrees of freedom'], said: '' },
      {
        ...{ of: 'robots', path: 'price.usd_min', units: ['$', '$'], said: 'price', less: 'cheaper than' },
        ask: ['min_price_usd', 'max_price_usd'],
      },
    ],
    dates: { said: ['released', 'launched', 'announced', ''], path: 'released', arguments: [] },
    superlatives: 'cheapest lightest heaviest tallest fastest strongest newest'.split(' '),
    names: ['name', 'name', 'manufacturer.name', 'id'],
    likes: ['name'],
  },
  publications: {
    tool: 'search_publications',
    nouns: ['papers', 'publications', 'articles'],
    category: oneOf(...topics, 'drones', 'reinforcement learning'),
    fields: [
      { before: 'on', draw: oneOf(...topics), argument: 'topic' },
      { before: 'by', draw: text('publications', 'authors'), argument: 'author' },
      { before: 'at', draw: text('publications', 'journal'), argument: 'journal' },
      {
        before: 'with',
        draw: oneOf('deep learning', 'lidar', 'simulation', 'cameras', 'force sensing', 'GPS'),
      },
    ],
    dates: { said: ['published', ''], path: 'published', arguments: ['from', 'to'] },
    superlatives: ['newest', 'latest', 'oldest', 'most recent', 'earliest'],
    names: ['authors', 'authors', 'journal', 'arxiv_id'],
    likes: ['title', 'arxiv_id'],
    title: 'title',
  },
  certification: {
    tool: 'get_certification_info',
    nouns: ['requirements', 'certification', 'rules'],
    category: robotCategory,
    fields: [
      { before: 'by', draw: text('certification', 'scheme'), argument: 'scheme' },
      { before: 'for', draw: robotCategory, argument: 'robot_category' },
      {
        before: 'with',
        draw: oneOf('wifi', 'Bluetooth', 'lidar', 'a lithium battery', 'a camera', 'a laser'),
      },
      { before: 'in', draw: oneOf('Europe', 'the USA', 'the EU', 'California', 'Germany') },
    ],
    measures: [
      { of: 'certification', path: 'typical_cost_usd.max', units: ['$'], said: 'cost', less: 'cheaper than' },
      { of: 'certification', path: 'typical_weeks.max', units: ['weeks', 'months'], said: '' },
    ],
    superlatives: ['cheapest', 'quickest', 'most important', 'most expensive'],
    names: ['title', 'basis', 'authority', 'scheme'],
  },
  startups: {
    tool: 'search_startups',
    nouns: ['startups', 'companies', 'startup'],
    category: label('startups', 'focus'),
    fields: [
      { before: 'from', draw: country('startups'), argument: 'country' },
      { before: 'at', draw: stage, argument: 'stage' },
      { before: 'for', draw: label('startups', 'focus'), argument: 'focus' },
    ],
    measures: [
      raised,
      { of: 'startups', path: 'funding.last_round.valuation_usd', units: ['$'], said: 'valuation' },
    ],
    dates: { said: ['founded', 'that raised money'], path: 'funding.last_round.date', arguments: [] },
    superlatives: ['best funded', 'newest', 'oldest', 'largest', 'most valuable', 'youngest'],
    names: ['name', 'name', 'id'],
    likes: ['name'],
  },
  news: {
    tool: 'get_latest_news',
    nouns: ['news', 'headlines', 'stories'],
    category: label('news', 'topic'),
    fields: [
      { before: 'about', draw: label('news', 'topic'), argument: 'topic' },
      { before: 'on', draw: text('news', 'entities'), argument: 'entity' },
      { before: 'from', draw: country('news', 'countries'), argument: 'country' },
      { before: 'in', draw: text('news', 'outlet') },
    ],
    measures: [{ ...raised, ask: [] }],
    dates: { said: ['', 'published'], path: 'date', arguments: ['since', 'until'] },
    superlatives: ['latest', 'newest', 'oldest', 'most recent', 'biggest'],
    names: ['entities', 'entities', 'outlet'],
    likes: ['headline', 'entities'],
  },
  challenges: {
    tool: 'get_open_challenges',
    nouns: ['challenges', 'competitions', 'grants'],
    category: label('challenges', 'topics'),
    fields: [
      { before: 'that are', draw: oneOf('competitions', 'grants', 'prizes'), argument: 'kind' },
      { before: 'on', draw: label('challenges', 'topics'), argument: 'topic' },
      { before: 'in', draw: country('challenges'), argument: 'country' },
      { before: 'by', draw: text('challenges', 'organizer') },
    ],
    measures: [{ of: 'challenges', path: 'prize_usd', units: ['$'], said: 'prize' }],
    dates: { said: ['with a deadline', 'closing', ''], path: 'deadline', arguments: ['deadline_after'] },
    superlatives: ['next', 'largest', 'newest', 'best paid', 'soonest'],
    names: ['title', 'organizer', 'location'],
    likes: ['title'],
  },
  manufacturers: {
    tool: 'search_manufacturers',
    nouns: ['manufacturers', 'makers', 'suppliers'],
    category: label('manufacturers', 'capabilities'),
    fields: [
      { before: 'of', draw: label('manufacturers', 'capabilities'), argument: 'capability' },
      { before: 'from', draw: country('manufacturers'), argument: 'country' },
      { before: 'that are', draw: makerKind, argument: 'kind' },
    ],
    dates: { said: ['founded'], path: 'founded', arguments: [] },
    superlatives: ['oldest', 'newest', 'largest', 'youngest'],
    names: ['name', 'name', 'id'],
    likes: ['name'],
  },
} as const satisfies Readonly<Record<Kind, Subject>>;
