import { confidenceLevels } from '../../src/kinds/common.ts';
import { type Kind, kinds, type RecordsByKind } from '../../src/kinds/kinds.ts';
import {
  countedCertifications,
  type Robot,
  type RobotCategory,
  robotCategories,
} from '../../src/kinds/robots/robot.ts';
import { isDated } from './dates-and-names.ts';

/** The specs that a buyer of a category compares; a robot is well described if it states most of them. */
const COMPARED: Readonly<Partial<Record<RobotCategory, readonly (keyof Robot['specs'])[]>>> = {
  industrial_arm: ['payload_kg', 'reach_mm', 'repeatability_mm'],
  cobot: ['payload_kg', 'reach_mm', 'repeatability_mm'],
  amr: ['payload_kg', 'speed_m_s', 'runtime_h'],
  mobile_manipulator: ['payload_kg', 'speed_m_s', 'runtime_h'],
  delivery: ['payload_kg', 'speed_m_s', 'runtime_h'],
  warehouse: ['payload_kg', 'speed_m_s', 'runtime_h'],
  quadruped: ['mass_kg', 'payload_kg', 'speed_m_s', 'runtime_h'],
  humanoid: ['height_cm', 'mass_kg', 'dof', 'payload_kg', 'runtime_h'],
  drone: ['mass_kg', 'runtime_h', 'range_km'],
  underwater: ['depth_m'],
};

/** What people can buy for themselves or their laboratory: where a price is looked for first. */
export const PRICED_CATEGORIES: readonly RobotCategory[] = [
  'home_cleaning',
  'lawn_garden',
  'pool_cleaning',
  'drone',
  'companion',
  'educational',
  'quadruped',
  'humanoid',
  'cobot',
  'robotic_hand',
];

/** How complete the robots of one category are; every number but `robots` is a count of them. */
export interface CategoryCoverage {
  readonly category: RobotCategory | 'all';
  readonly robots: number;
  readonly purchasePrice: number;
  readonly priceBefore2023: number;
  readonly onSale: number;
  readonly onSaleWithPrice: number;
  readonly anySpec: number;
  /** Those that state at least two thirds of the specs that buyers of the category compare. */
  readonly comparedSpecs: number;
  /** Those of a category for which compared specs are listed. */
  readonly comparable: number;
  /** Those with a certification that carries an identifier or a date. */
  readonly certified: number;
  readonly certifiedVaguely: number;
  /** Those that a page with a date of its own shows. */
  readonly dated: number;
  readonly secondary: number;
}

/** Coverage of the robots: first all of them, then by category. */
export function robotCoverage(robots: readonly Robot[]): CategoryCoverage[] {
  return [
    cover('all', robots),
    ...robotCategories.map((category) =>
      cover(
        category,
        robots.filter((robot) => robot.category === category),
      ),
    ),
  ];
}

function cover(category: CategoryCoverage['category'], robots: readonly Robot[]): CategoryCoverage {
  const count = (test: (robot: Robot) => boolean) => robots.filter(test).length;
  return {
    category,
    robots: robots.length,
    purchasePrice: count(hasPurchasePrice),
    priceBefore2023: count((robot) => hasPurchasePrice(robot) && (robot.price?.as_of ?? '0') < '2023'),
    onSale: count(isOnSale),
    onSaleWithPrice: count((robot) => isOnSale(robot) && hasPurchasePrice(robot)),
    anySpec: count(({ specs }) => Object.keys(specs).length > 0),
    comparedSpecs: count(statesCompared),
    comparable: count((robot) => COMPARED[robot.category] !== undefined),
    certified: count((robot) => countedCertifications(robot).some(isPrecise)),
    certifiedVaguely: count(
      (robot) => countedCertifications(robot).length > 0 && !countedCertifications(robot).some(isPrecise),
    ),
    dated: count(isDated),
    secondary: count(({ confidence }) => confidence === 'secondary'),
  };
}

function hasPurchasePrice({ price }: Robot): boolean {
  return price !== undefined && price.kind !== 'lease_monthly';
}

function isOnSale({ status }: Robot): boolean {
  return status === 'available' || status === 'preorder';
}

function isPrecise({ identifier, date }: Robot['certifications'][number]): boolean {
  return identifier !== undefined || date !== undefined;
}

function statesCompared({ category, specs }: Robot): boolean {
  const compared = COMPARED[category];
  return compared !== undefined && compared.filter((name) => name in specs).length * 3 >= compared.length * 2;
}

/** How many records of a kind have each field that is not in all of them, the fewest first. */
function fieldCoverage(records: readonly object[]): { field: string; records: number }[] {
  const counts = new Map<string, number>();
  for (const record of records) {
    for (const [field, value] of Object.entries(record)) {
      const isEmpty = Array.isArray(value) && value.length === 0;
      counts.set(field, (counts.get(field) ?? 0) + (isEmpty ? 0 : 1));
    }
  }
  return [...counts]
    .filter(([, count]) => count < records.length)
    .map(([field, count]) => ({ field, records: count }))
    .sort((a, b) => a.records - b.records);
}

export interface KindCoverage {
  readonly kind: Kind;
  readonly records: number;
  /** By confidence, for the kinds that state it. */
  readonly confidence: Readonly<Record<string, number>>;
  readonly fields: readonly { readonly field: string; readonly records: number }[];
}

export function kindCoverage(records: RecordsByKind): KindCoverage[] {
  return kinds.map((kind) => {
    const all = records[kind] as readonly { readonly confidence?: string }[];
    const stated = all.some(({ confidence }) => confidence !== undefined);
    return {
      kind,
      records: all.length,
      confidence: stated
        ? Object.fromEntries(
            confidenceLevels.map((level) => [
              level,
              all.filter(({ confidence }) => confidence === level).length,
            ]),
          )
        : {},
      fields: fieldCoverage(all),
    };
  });
}
