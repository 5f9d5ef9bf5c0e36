import { z } from 'zod';
import { newestPage } from '../age.ts';
import {
  aliases,
  confidence,
  confidenceRank,
  countryCode,
  keyword,
  line,
  namesOf,
  originalAmount,
  partialDate,
  slug,
  sources,
  usd,
  webAddress,
  withSortedKeys,
} from '../common.ts';
import { type ColumnSpec, defineKind, PROMINENCE, type Sort } from '../definition.ts';
import { countrySearchWords } from '../vocabularies/countries.ts';
import { termLabel, termWords, vocabularies } from '../vocabularies/vocabulary.ts';

export const robotCategories = [
  'humanoid',
  'quadruped',
  'wheeled_legged',
  'industrial_arm',
  'cobot',
  'mobile_manipulator',
  'amr',
  'delivery',
  'drone',
  'underwater',
  'surface_vessel',
  'surgical',
  'exoskeleton',
  'rehabilitation',
  'telepresence',
  'companion',
  'home_cleaning',
  'lawn_garden',
  'pool_cleaning',
  'agricultural',
  'construction',
  'inspection',
  'hospitality',
  'security',
  'educational',
  'space',
  'robotic_hand',
  'warehouse',
  'food',
  'laboratory',
] as const;
const robotCategory = z.enum(robotCategories);
export type RobotCategory = z.infer<typeof robotCategory>;

export const robotStatuses = [
  'announced',
  'prototype',
  'preorder',
  'available',
  'discontinued',
  'internal',
] as const;

/** Of what was on sale when it was last seen, longer ago than facts that change are believed. */
export const UNKNOWN_STATUS = 'unknown';

export const priceKinds = ['list', 'from', 'estimate', 'range', 'lease_monthly'] as const;

const robotPrice = z.strictObject({
  usd_min: usd.describe('US dollars; a month, for lease_monthly'),
  usd_max: usd.optional().describe('US dollars; absent: same as usd_min'),
  kind: z.enum(priceKinds),
  of: z.enum(['parts']).optional().describe('Where nobody sells it whole; absent: the robot'),
  as_of: partialDate.optional(),
  original: originalAmount.optional(),
  source: webAddress,
});

const measure = z.number().nonnegative();

/** Every field but `ip_rating` is a number whose unit is part of its name. */
export const robotSpecs = z.strictObject({
  height_cm: measure.optional(),
  length_cm: measure.optional(),
  width_cm: measure.optional(),
  mass_kg: measure.optional(),
  payload_kg: measure.optional(),
  reach_mm: measure.optional(),
  dof: measure.optional().describe('Degrees of freedom'),
  speed_m_s: measure.optional(),
  runtime_h: measure.optional(),
  repeatability_mm: measure.optional(),
  ip_rating: z
    .string()
    .regex(/^IP[0-6X][0-9X][A-Z]?$/)
    .optional()
    .describe('IEC 60529'),
  range_km: measure.optional(),
  depth_m: measure.optional(),
  ceiling_m: measure.optional(),
  area_m2: measure.optional().describe('Largest area that it is made for, of a lawn, floor or pool'),
  suction_pa: measure.optional().describe('Suction pressure of a vacuum cleaner, in pascals'),
  arms: measure.optional().describe('Arms of a surgical or two-armed robot'),
});

/** The specs that can be asked for by a range. */
export const numericSpecs = Object.keys(robotSpecs.shape).filter((name) => name !== 'ip_rating') as Exclude<
  keyof typeof robotSpecs.shape,
  'ip_rating'
>[];

const specName = z.enum(Object.keys(robotSpecs.shape) as [keyof typeof robotSpecs.shape]);

export const certificationSchemes = ['FCC', 'UL', 'FDA', 'CE', 'ISO', 'IEC', 'Remote ID', 'other'] as const;
export const certificationStatuses = ['certified', 'cleared', 'approved', 'registered', 'pending'] as const;

const robotCertification = z.strictObject({
  scheme: z.enum(certificationSchemes),
  status: z.enum(certificationStatuses),
  standard: line(1, 160).optional().describe('Such as UL 3300, 47 CFR Part 15, 510(k)'),
  identifier: line(1, 120).optional().describe('Such as an FCC ID or a K number'),
  date: partialDate.optional(),
  evidence: z.enum(['regulator_record', 'maker_statement', 'reported']).optional(),
  source: webAddress,
});

const evidence = z.strictObject({
  source: keyword.describe('Key of one of the sources'),
  as_stated: line(1, 120).describe('What the page says, with its own unit'),
  seen: partialDate.describe('When somebody read it there'),
});

/** What who works with a robot needs beside it; urdf: Xacro too. */
const linkKinds = ['urdf', 'mjcf', 'driver', 'sdk', 'manual', 'datasheet'] as const;

const link = z.strictObject({
  kind: z.enum(linkKinds),
  url: webAddress,
  title: line(1, 120).optional(),
  license: line(1, 60).optional().describe('SPDX, or as its repository names it'),
});

export const robot = z.strictObject({
  id: slug,
  name: line(1, 80).describe("The model's name without the maker"),
  aliases,
  manufacturer: z.strictObject({
    id: slug,
    name: line(1, 80),
    country: countryCode.describe('Headquarters, ISO 3166-1 alpha-2'),
  }),
  category: robotCategory,
  family: z
    .literal(true)
    .optional()
    .describe('A family or series: its values are the largest of several models, and pass no filter'),
  variant_of: slug.optional().describe('Id of the family that it belongs to'),
  tags: z.array(keyword),
  description: line(60, 240),
  status: z
    .enum([...robotStatuses, UNKNOWN_STATUS])
    .describe('unknown: once on sale, and no page of the last 24 months shows it'),
  status_as_of: partialDate.optional().describe('Date of the page that shows the status'),
  last_seen: partialDate
    .optional()
    .describe('Of an unknown status: date of the newest page that shows the robot'),
  released: partialDate.optional().describe('First shown to the public or put on sale'),
  price: robotPrice.optional(),
  specs: robotSpecs,
  conditions: z
    .partialRecord(specName, line(3, 120))
    .overwrite(withSortedKeys)
    .optional()
    .describe('Under what a spec holds, such as {"range_km":"without load"}'),
  evidence: z
    .record(z.string().regex(/^(?:specs\.[a-z0-9_]+|price|released|status)$/), evidence)
    .overwrite(withSortedKeys)
    .optional()
    .describe('By path, such as specs.payload_kg: the page that states it; what has none is unverified'),
  certifications: z.array(robotCertification),
  links: z.array(link).min(1).optional().describe('Descriptions, drivers and manuals of it'),
  url: webAddress.optional().describe("The maker's product page"),
  confidence,
  sources,
});
export type Robot = z.infer<typeof robot>;

/** By which a maker declares that its drone says where it is: no certification in a buyer's sense. */
export const DECLARATION_SCHEME = 'Remote ID';

/** What somebody else than the maker has certified, or is asked to. */
export function countedCertifications({ certifications }: Robot): Robot['certifications'] {
  return certifications.filter(({ scheme }) => scheme !== DECLARATION_SCHEME);
}

/** A robot's certification in one word of a column, so that a filter looks at each distinct one once. */
export function certificationWord(certification: Robot['certifications'][number]): string {
  const { status, scheme, standard = '', identifier = '' } = certification;
  return [status, scheme, standard, identifier].join('|');
}

/**
 * When the status was last seen: by a page of its own. What is or was sold was so on the newest page with a date, or when
 * its price was; since when something is gone no other page says.
 */
export function statusSeen({
  status,
  status_as_of,
  last_seen,
  sources,
  price,
}: Pick<Robot, 'status' | 'status_as_of' | 'last_seen' | 'sources' | 'price'>) {
  if (!['available', 'preorder', UNKNOWN_STATUS].includes(status)) return status_as_of;
  const dates = [newestPage(sources), price?.as_of].filter((date) => date !== undefined);
  return last_seen ?? status_as_of ?? dates.toSorted().at(-1);
}

/** When a page or a register last showed that the robot can be had. */
export function saleSeen(robot: Robot): string | undefined {
  const registered = countedCertifications(robot).flatMap(({ date }) => date ?? []);
  return [...registered, statusSeen(robot) ?? ''].toSorted().at(-1) || undefined;
}

/** Paths of the facts that nobody has read again on a page that the record names. */
export function unverifiedIn({ evidence = {}, specs, price, released }: Robot): string[] {
  const facts = [
    'status',
    ...(released === undefined ? [] : ['released']),
    ...(price === undefined ? [] : ['price']),
    ...Object.keys(specs).map((name) => `specs.${name}`),
  ];
  return facts.filter((path) => !(path in evidence));
}

/** The word for families in their column. */
export const FAMILY = 'family';

const distances: Readonly<Record<Robot['status'], number>> = {
  available: 0,
  preorder: 0,
  // Nobody says that it is gone.
  unknown: 0,
  announced: 1,
  prototype: 2,
  internal: 3,
  discontinued: 4,
};

/** What a filter compares. The largest values of a family belong to no one robot, so that they count as unknown. */
function ofOneProduct(robot: Robot, value: number | undefined): number | undefined {
  return robot.family ? undefined : value;
}

const range = () => {
  const bound = z.number().nonnegative().optional();
  return z.strictObject({ min: bound, max: bound });
};

export const robotKind = defineKind('robots', robot, {
  label: 'A robot',
  domainStopWords: 'robot robotic model product machine device bot company unit system price cost autonomous',
  text: [
    { name: 'name', variants: true, of: (robot) => namesOf(robot).join(' ') },
    { name: 'maker', variants: true, of: (robot) => robot.manufacturer.name },
    {
      name: 'category',
      of: ({ category }) => `${category} ${termLabel(vocabularies.robot_category, category)}`,
    },
    {
      name: 'category_words',
      saidOf: 'category',
      of: (robot) => termWords(vocabularies.robot_category, robot.category).join(' '),
    },
    { name: 'tags', of: (robot) => robot.tags.join(' ') },
    { name: 'description', variants: true, of: (robot) => robot.description },
    {
      name: 'further',
      of: (robot) =>
        [
          ...countrySearchWords(robot.manufacturer.country),
          ...robot.certifications.flatMap(({ scheme, standard = '', identifier = '' }) => [
            scheme,
            standard,
            identifier,
          ]),
        ].join(' '),
    },
  ],
  fields: {
    category: {
      type: 'words',
      of: (robot) => robot.category,
      ask: {
        as: 'words',
        reads: 'robot_category',
        isHeading: true,
        describe: `One of ${robotCategories.join(', ')}; a family such as arm, legged, medical; common words are understood`,
      },
      facet: true,
    },
    manufacturer: {
      type: 'words',
      of: (robot) => `${robot.manufacturer.id}|${robot.manufacturer.name}`,
      ask: { as: 'words', reads: 'name', describe: 'Name or id, such as Unitree' },
    },
    country: {
      type: 'words',
      of: (robot) => robot.manufacturer.country,
      ask: {
        as: 'words',
        reads: 'country',
        describe: 'Of the maker: code, name or region, such as KR, Japan, EU',
      },
      facet: true,
    },
    min_price_usd: {
      ask: { as: 'own', schema: () => z.number().nonnegative(), describe: 'US dollars' },
    },
    max_price_usd: {
      ask: { as: 'own', schema: () => z.number().nonnegative(), describe: 'US dollars' },
    },
    price_kind: {
      type: 'words',
      of: (robot) => robot.price?.kind,
      ask: {
        as: 'own',
        schema: () => z.enum(['purchase', 'lease_monthly']),
        describe: 'purchase unless told',
      },
    },
    certification: {
      ask: {
        as: 'words',
        reads: 'certification',
        describe:
          'Scheme (FCC, UL, FDA, CE, ISO), standard (UL 3300, 510(k)) or identifier held by the robot',
      },
    },
    certification_status: {
      ask: { as: 'own', describe: 'certified, cleared, approved, registered or pending' },
    },
    status: {
      type: 'words',
      of: ({ status }) => (status === UNKNOWN_STATUS ? undefined : status),
      ask: {
        as: 'words',
        reads: 'robot_status',
        describe: 'announced, prototype, preorder, available, discontinued or internal',
      },
      facet: true,
    },
    schemes: {
      type: 'words',
      of: (robot) =>
        countedCertifications(robot)
          .filter(({ status }) => status !== 'pending')
          .map(({ scheme }) => scheme),
      facet: { name: 'certification', filters: ['certification', 'certification_status'] },
    },
    related_to: { ask: { as: 'own', describe: 'Id of a robot, for alternatives' } },
    specs: {
      ask: {
        as: 'own',
        schema: () =>
          z.strictObject(Object.fromEntries(numericSpecs.map((name) => [name, range().optional()]))),
        describe:
          'Ranges, such as {"payload_kg":{"min":10}}; units stand in the names, dof: degrees of freedom',
      },
    },
  },
  columns: {
    certifications: { type: 'words', of: (robot) => robot.certifications.map(certificationWord) },
    price_min: { type: 'number', of: (robot) => ofOneProduct(robot, robot.price?.usd_min) },
    price_max: {
      type: 'number',
      of: (robot) => ofOneProduct(robot, robot.price?.usd_max ?? robot.price?.usd_min),
    },
    price_of: { type: 'words', of: (robot) => robot.price?.of },
    released: { type: 'date', of: (robot) => robot.released },
    confidence: { type: 'number', of: (robot) => confidenceRank(robot.confidence) },
    /** 0 for what one can have or order now, and the more the further it is from that. */
    unavailable: { type: 'number', of: ({ status }) => distances[status] },
    prominence: PROMINENCE,
    family: { type: 'words', of: ({ family }) => (family ? FAMILY : undefined) },
    ip_rating: { type: 'words', of: ({ specs }) => specs.ip_rating },
    specs_known: { type: 'number', of: ({ specs }) => Object.keys(specs).length },
    price_known: { type: 'number', of: ({ price }) => (price === undefined ? 0 : 1) },
    certification_count: { type: 'number', of: (robot) => countedCertifications(robot).length },
    ...Object.fromEntries(
      numericSpecs.map((name): [string, ColumnSpec<Robot>] => [
        `specs.${name}`,
        { type: 'number', of: (robot) => ofOneProduct(robot, robot.specs[name]) },
      ]),
    ),
  },
  derived: {
    shape: { unverified: z.array(z.string()).optional().describe('Paths of the facts without evidence') },
    of: (robot) => {
      const unverified = unverifiedIn(robot);
      return unverified.length > 0 ? { unverified } : {};
    },
  },
  seen: (robot) => ({
    status: statusSeen(robot),
    ...(robot.price !== undefined && { price: robot.price.as_of }),
    maker: newestPage(robot.sources),
  }),
  sorts: {
    price_asc: { column: 'price_min', by: 'price' },
    price_desc: { column: 'price_max', by: 'price', descending: true },
    newest: { column: 'released', descending: true },
    oldest: { column: 'released' },
    name: { alphabetical: 'name' },
    ...Object.fromEntries(
      numericSpecs.flatMap((name): [string, Sort][] => [
        [`${name}_desc`, { column: `specs.${name}`, by: name, descending: true }],
        [`${name}_asc`, { column: `specs.${name}`, by: name }],
      ]),
    ),
  },
  dates: [
    { field: 'released', nouns: 'released launched introduced unveiled announced' },
    {
      field: 'certified',
      column: 'none',
      nouns: 'cleared clearance certified certification approved approval registered registration',
    },
  ],
  quantities: [
    {
      field: 'price_usd',
      dimension: 'money',
      factor: 1,
      nouns: 'price priced prices cost costs costing budget msrp',
      bare: 'max',
      usual: 'any',
    },
    {
      field: 'payload_kg',
      column: 'specs.payload_kg',
      dimension: 'mass',
      factor: 1,
      nouns:
        'payload payloads payload-capacity carrying-capacity lifting-capacity load-capacity lift-capacity load loads capacity carry carries carrying lift lifts lifting handle handles handling hold pick picks transport transports hauling haul haul move moves moving tow tows pull pulls',
      bare: 'min',
      usual: 'lower',
      of: ['industrial_arm', 'cobot', 'amr', 'mobile_manipulator', 'warehouse', 'robotic_hand', 'delivery'],
    },
    {
      field: 'mass_kg',
      column: 'specs.mass_kg',
      dimension: 'mass',
      factor: 1,
      nouns: 'weight weights weigh weighs weighing mass heavy own-weight body-weight',
      bare: 'max',
      usual: 'upper',
    },
    {
      field: 'range_km',
      column: 'specs.range_km',
      dimension: 'length',
      factor: 0.001,
      nouns: 'range ranges flight-range driving-range travel-distance distance travel travels',
      bare: 'min',
    },
    {
      field: 'reach_mm',
      column: 'specs.reach_mm',
      dimension: 'length',
      factor: 1000,
      nouns: 'reach reaches reaching arm-reach working-radius working-envelope arm-length outreach',
      bare: 'min',
      usual: 'any',
      of: ['industrial_arm', 'cobot', 'mobile_manipulator'],
    },
    {
      field: 'depth_m',
      column: 'specs.depth_m',
      isDownward: true,
      dimension: 'length',
      factor: 1,
      nouns:
        'depth depths deep dive dives diving dive-depth diving-depth depth-rating depth-rated rated submerge down-to underwater',
      bare: 'min',
      usual: 'any',
      of: ['underwater'],
    },
    {
      field: 'ceiling_m',
      column: 'specs.ceiling_m',
      dimension: 'length',
      factor: 1,
      nouns: 'ceiling service-ceiling altitude altitudes flight-altitude above-sea-level',
      bare: 'min',
    },
    {
      field: 'length_cm',
      column: 'specs.length_cm',
      dimension: 'length',
      factor: 100,
      nouns: 'length long',
      bare: 'exact',
    },
    {
      field: 'width_cm',
      column: 'specs.width_cm',
      dimension: 'length',
      factor: 100,
      nouns: 'width wide',
      bare: 'max',
    },
    {
      field: 'repeatability_mm',
      column: 'specs.repeatability_mm',
      dimension: 'length',
      factor: 1000,
      nouns: 'repeatability precision accuracy precise accurate repeatable',
      bare: 'max',
    },
    {
      field: 'height_cm',
      column: 'specs.height_cm',
      dimension: 'length',
      factor: 100,
      nouns: 'height tall high in-height',
      bare: 'exact',
      usual: 'any',
    },
    {
      field: 'speed_m_s',
      column: 'specs.speed_m_s',
      dimension: 'speed',
      factor: 1,
      nouns:
        'speed top-speed walking-speed running-speed flight-speed velocity fast run runs running walk walks walking drive drives driving go goes',
      bare: 'min',
      usual: 'any',
    },
    {
      field: 'runtime_h',
      column: 'specs.runtime_h',
      dimension: 'time',
      factor: 1,
      nouns:
        'runtime run-time running-time battery-life battery-runtime battery flight-time flight flying-time operating-time working-time endurance lasting lasts last autonomy per-charge on-a-charge on-one-charge flying fly flies stay stays in-the-air airtime',
      bare: 'min',
      usual: 'any',
    },
    {
      field: 'area_m2',
      column: 'specs.area_m2',
      dimension: 'area',
      factor: 1,
      nouns: 'area lawn lawns coverage yard garden pool floor cleaning-area mowing-area lawn-size',
      bare: 'min',
      usual: 'any',
    },
    {
      field: 'suction_pa',
      column: 'specs.suction_pa',
      dimension: 'pressure',
      factor: 1,
      nouns: 'suction suction-power',
      bare: 'min',
      usual: 'any',
    },
    {
      field: 'dof',
      column: 'specs.dof',
      dimension: 'axes',
      factor: 1,
      nouns: 'dof',
      bare: 'exact',
      usual: 'any',
    },
    {
      field: 'arms',
      column: 'specs.arms',
      dimension: 'arms',
      factor: 1,
      nouns: '',
      bare: 'exact',
      usual: 'any',
    },
  ],
  demotions: [
    { column: 'status', values: ['announced', 'discontinued', 'internal'], why: 'not to be had' },
    // Who orders by price wants to buy.
    { column: 'status', values: ['prototype'], by: 'price', why: 'not for sale' },
    { column: 'price_of', values: ['parts'], by: 'price', why: 'nobody sells them whole' },
  ],
  keys: (robot) => [
    robot.id,
    ...namesOf(robot).flatMap((name) => [name, `${robot.manufacturer.name} ${name}`]),
    ...robot.certifications.flatMap(({ identifier }) => (identifier === undefined ? [] : [identifier])),
  ],
});
