import { z } from 'zod';
import {
  confidence,
  countryCode,
  keyword,
  line,
  originalAmount,
  partialDate,
  slug,
  sources,
  usd,
  webAddress,
} from '../common.ts';

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
export const robotCategory = z.enum(robotCategories);
export type RobotCategory = z.infer<typeof robotCategory>;

export const robotStatuses = [
  'announced',
  'prototype',
  'preorder',
  'available',
  'discontinued',
  'internal',
] as const;

export const priceKinds = ['list', 'from', 'estimate', 'range', 'lease_monthly'] as const;

export const robotPrice = z.strictObject({
  usd_min: usd.describe('US dollars; a month, for lease_monthly'),
  usd_max: usd.optional().describe('US dollars; absent: same as usd_min'),
  kind: z.enum(priceKinds),
  as_of: partialDate.optional(),
  original: originalAmount.optional(),
  source: webAddress,
});

const measure = z.number().nonnegative();

/** Every field but `ip_rating` is a number whose unit stands in its name. */
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

export const certificationSchemes = ['FCC', 'UL', 'FDA', 'CE', 'ISO', 'IEC', 'other'] as const;
export const certificationStatuses = ['certified', 'cleared', 'approved', 'registered', 'pending'] as const;

export const robotCertification = z.strictObject({
  scheme: z.enum(certificationSchemes),
  status: z.enum(certificationStatuses),
  standard: line(1, 160).optional().describe('Such as UL 3300, 47 CFR Part 15, 510(k)'),
  identifier: line(1, 120).optional().describe('Such as an FCC ID or a K number'),
  date: partialDate.optional(),
  evidence: z.enum(['regulator_record', 'maker_statement', 'reported']).optional(),
  source: webAddress,
});

export const robot = z.strictObject({
  id: slug,
  name: line(1, 80).describe("The model's name without the maker"),
  manufacturer: z.strictObject({
    id: slug,
    name: line(1, 80),
    country: countryCode.describe('Headquarters, ISO 3166-1 alpha-2'),
  }),
  category: robotCategory,
  tags: z.array(keyword),
  description: line(60, 240),
  status: z.enum(robotStatuses),
  released: partialDate.optional().describe('First shown to the public or put on sale'),
  price: robotPrice.optional(),
  specs: robotSpecs,
  certifications: z.array(robotCertification),
  url: webAddress.optional().describe("The maker's product page"),
  confidence,
  sources,
});
export type Robot = z.infer<typeof robot>;
