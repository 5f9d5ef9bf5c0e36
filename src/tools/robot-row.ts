import { z } from 'zod';
import { isOld, oldDate } from '../kinds/age.ts';
import type { Shown, View } from '../kinds/definition.ts';
import {
  certificationWord,
  countedCertifications,
  numericSpecs,
  type Robot,
  statusSeen,
  UNKNOWN_STATUS,
} from '../kinds/robots/robot.ts';
import { vocabularies } from '../kinds/vocabularies/vocabulary.ts';
import { inWholeRows, mainSource } from '../kinds/whole-rows.ts';
import { isAsked } from '../search/filters/by-kind.ts';

type Specs = Robot['specs'];
type SpecName = keyof Specs;
const specNames: readonly SpecName[] = [...numericSpecs, 'ip_rating'];
type Certification = Robot['certifications'][number];
type Conditions = Readonly<Record<string, string>>;

/** Text in a concise answer, an object in a full one. */
const textOr = () => z.union([z.string(), z.looseObject({})]);

/** What a table of robots shows of each; `given` is the certification asked for. */
export const robotRow: Readonly<Record<string, Shown<Robot, readonly string[]>>> = {
  name: {
    // Otherwise the specs say it.
    cell: ({ name, family, specs }) => `${name}${family === true && specs === undefined ? ' (family)' : ''}`,
  },
  manufacturer: { schema: textOr, of: ({ manufacturer }) => manufacturer.name },
  country: { from: ['manufacturer'], of: ({ manufacturer }) => manufacturer.country },
  category: {},
  status: {
    cell: ({ status, status_as_of }) => {
      if (status_as_of === undefined) return String(status);
      return status === UNKNOWN_STATUS
        ? `${status}, last seen on sale ${status_as_of}`
        : `${status} as of ${status_as_of}`;
    },
  },
  status_as_of: {
    from: ['status', 'status_as_of', 'last_seen', 'sources', 'price'],
    of: (robot, { today }) => oldDate(statusSeen(robot), today)?.slice(0, 'YYYY-MM'.length),
    cell: false,
  },
  released: {
    of: ({ released }, { asked, isWhole }) => (isWhole || asked.has('released') ? released : undefined),
    lacking: { say: 'not stated' },
  },
  price: {
    schema: () =>
      z.object({
        usd: z.union([z.number(), z.string()]),
        kind: z.string(),
        of: z.string(),
        as_of: z.string(),
        old: z.boolean(),
      }),
    lacking: { say: 'not stated' },
    of: ({ price }, { today }) => price && rowPrice(price, today),
    cell: ({ price, family }) => priceInWords(price as RowPrice, family === true),
  },
  family: { schema: () => z.boolean(), cell: false },
  specs: {
    schema: () => z.record(z.string(), z.union([z.number(), z.string()])),
    from: ['specs', 'category'],
    of: rowSpecs,
    cell: ({ specs, conditions, family }) =>
      specsInWords(specs as Specs, (conditions ?? {}) as Conditions, family === true),
  },
  conditions: {
    schema: () => z.record(z.string(), z.string()),
    from: ['conditions', 'specs', 'category'],
    of: rowConditions,
    cell: false,
  },
  not_stated: {
    schema: () => z.array(z.string()),
    from: ['specs'],
    of: notStated,
  },
  certifications: {
    schema: () => z.array(textOr()),
    of: rowCertifications,
    lacking: { say: 'none recorded' },
  },
  description: inWholeRows(({ description }) => description),
  url: inWholeRows(mainSource),
};

/** Specs that were asked for and no source says. */
function notStated({ specs }: Robot, { asked }: View<unknown>): string[] | undefined {
  const lacking = specNames.filter((name) => asked.has(name) && specs[name] === undefined);
  return lacking.length === 0 ? undefined : lacking;
}

interface RowPrice {
  readonly usd: number | string;
  readonly kind: string;
  readonly of?: string;
  readonly as_of: string;
  readonly old?: true;
}

function rowPrice(
  { usd_min, usd_max = usd_min, kind, of, as_of = 'undated' }: NonNullable<Robot['price']>,
  today: string,
): RowPrice {
  return {
    usd: usd_max === usd_min ? usd_min : `${usd_min}-${usd_max}`,
    kind,
    ...(of !== undefined && { of }),
    as_of,
    ...(isOld(as_of, today) && { old: true }),
  };
}

/** The date is always shown with the price, and an old one said so. */
function priceInWords({ usd, kind, of, as_of, old }: RowPrice, isFamily: boolean): string {
  const what = of === undefined ? kind : `${kind} of the ${of} alone`;
  return `$${usd} ${isFamily ? 'of the family, ' : ''}${what} (${as_of}${old ? ', old' : ''})`;
}

/** Shown where a robot lacks some of what buyers of its category compare. */
const otherSpecs: readonly SpecName[] = [
  'payload_kg',
  'reach_mm',
  'height_cm',
  'mass_kg',
  'dof',
  'speed_m_s',
  'runtime_h',
  'depth_m',
  'range_km',
  'area_m2',
  'suction_pa',
  'repeatability_mm',
  'arms',
];
const SPECS_SHOWN = 3;

/** What was asked for, then what buyers of the category compare; a whole row has every spec. */
function rowSpecs(
  { specs, category }: Pick<Robot, 'specs' | 'category'>,
  { asked, isWhole }: Pick<View<unknown>, 'asked' | 'isWhole'>,
): object | undefined {
  if (isWhole) return Object.keys(specs).length === 0 ? undefined : specs;
  const term = vocabularies.robot_category.terms.find(({ id }) => id === category);
  const compared = [...((term?.compare ?? []) as readonly SpecName[]), ...otherSpecs];
  const usual = [...new Set(compared)].filter((name) => specs[name] !== undefined).slice(0, SPECS_SHOWN);
  const named = (Object.keys(specs) as SpecName[]).filter((name) => asked.has(name));
  const names = new Set([...named, ...usual]);
  return names.size === 0 ? undefined : Object.fromEntries([...names].map((name) => [name, specs[name]]));
}

function rowConditions(
  robot: Pick<Robot, 'specs' | 'category' | 'conditions'>,
  view: Pick<View<unknown>, 'asked' | 'isWhole'>,
) {
  const shown = rowSpecs(robot, view) ?? {};
  const held = Object.entries(robot.conditions ?? {}).filter(([name]) => name in shown);
  return held.length === 0 ? undefined : Object.fromEntries(held);
}

/** A family's values are the largest of its models. */
function specsInWords(specs: Specs, conditions: Conditions, isFamily: boolean): string {
  const each = Object.entries(specs).map(([name, value]) => {
    const condition = conditions[name];
    const most = isFamily && typeof value === 'number' ? 'up to ' : '';
    return `${name} ${most}${value}${condition === undefined ? '' : ` (${condition})`}`;
  });
  return `${isFamily ? 'family: ' : ''}${each.join('; ')}`;
}

/** More are counted. */
const CERTIFICATIONS_SHOWN = 2;
/** Longer names of standards end after the words that fit. */
const STANDARD_CHARACTERS = 40;

/** Those asked for first, each as `FDA 510(k) K251739 2026-01-16 cleared`. */
function rowCertifications(
  robot: Robot,
  { given = [], asked, isWhole }: View<readonly string[]>,
): string[] | undefined {
  const isWanted = (one: Certification) => given.some((text) => isAsked(certificationWord(one), text));
  const wanted = robot.certifications.filter(isWanted);
  const others = countedCertifications(robot).filter((one) => !isWanted(one));
  const inOrder = [...newestFirst(wanted), ...newestFirst(others)];
  const all = [...new Set(inOrder.map((one) => inWords(one, isWhole)))];
  if (all.length === 0) return undefined;
  const shown = isWhole || asked.has('certifications') ? all : all.slice(0, CERTIFICATIONS_SHOWN);
  return all.length > shown.length ? [...shown, `+${all.length - shown.length}`] : shown;
}

function newestFirst(certifications: readonly Certification[]): readonly Certification[] {
  return certifications.toSorted(({ date: a = '' }, { date: b = '' }) => (a < b ? 1 : a > b ? -1 : 0));
}

function inWords({ scheme, standard, identifier, date, status }: Certification, isWhole: boolean): string {
  const brief = standard === undefined || isWhole ? standard : shortened(standard);
  const issuer = scheme === 'other' && brief !== undefined ? undefined : scheme;
  return [issuer, brief, identifier, date, status].filter((part) => part !== undefined).join(' ');
}

function shortened(standard: string): string {
  if (standard.length <= STANDARD_CHARACTERS) return standard;
  const cut = standard.slice(0, STANDARD_CHARACTERS);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), 1)).replace(/[\s,(]+$/, '')}…`;
}
