import { z } from 'zod';
import { shortText } from '../arguments.ts';
import { aliases, line, partialDate, slug, sources, webAddress } from '../common.ts';
import { defineKind } from '../definition.ts';
import { robotCategories } from '../robots/robot.ts';
import { standardNames } from './standard-names.ts';

/** Issuers of what the guidance holds. A robot's own certifications know more schemes. */
export const guidanceSchemes = [
  ...['FCC', 'UL', 'FDA', 'EU', 'OSHA', 'CPSC', 'FAA', 'DOT', 'DOE', 'FTC', 'STATES'],
  ...['ISO', 'IEC', 'EN', 'ANSI', 'ASTM', 'NFPA'],
] as const;
export const obligations = ['mandatory', 'conditional', 'voluntary'] as const;
/** What a record is about: a rule, a standard, a regulator's reading of a rule, or a way through an office. */
const documents = ['law', 'standard', 'guidance', 'procedure'] as const;
/**
 * How a standard counts with a scheme: made binding by its law, with presumption of conformity (reference in the
 * Official Journal), as FDA recognized consensus standard, or asked for by customers and certifiers alone.
 */
const forces = ['law', 'harmonised', 'recognised', 'customary'] as const;
/** In the order in which a team goes through them. */
export const phases = ['concept', 'design', 'verification', 'files', 'after_sale'] as const;
/** Of one record to another; what is shown of the other is in src/certification/relations.ts. */
export const relationTypes = [
  'gives_presumption_with',
  'recognised_by',
  'evidence_for',
  'adopts',
  'part_of',
  'replaced_by',
  'gives_way_to',
] as const;

const featureWord = slug.describe('A word of dataset/taxonomy/features.json');
const span = z.strictObject({ min: z.number().nonnegative(), max: z.number().nonnegative() });
const phase = z.enum(phases);
const day = partialDate.refine((date) => date.length === 10, 'use a whole date such as 2027-01-20');

const formerEdition = z.strictObject({
  name: line(3, 100),
  replaced_by: line(3, 100),
  since: partialDate.optional(),
  note: line(5, 200).optional(),
});

const fee = z.strictObject({
  name: line(3, 100),
  amount: z.number().nonnegative(),
  currency: z.string().regex(/^[A-Z]{3}$/),
  from: day,
  until: day.optional(),
  source: webAddress.describe('One of the sources'),
});

const certification = z.strictObject({
  id: slug,
  scheme: z.enum(guidanceSchemes).describe('The issuer'),
  document: z.enum(documents).optional(),
  title: line(5, 140),
  authority: line(2, 140),
  basis: line(2, 200).describe('The rule or standard: 47 CFR 15.247, UL 3300'),
  edition: line(2, 100).optional().describe('The edition in force: ISO 10218-1:2025'),
  published: partialDate.optional().describe('When that edition was'),
  aliases,
  former_ids: z.array(slug).min(1).optional(),
  former_editions: z.array(formerEdition).min(1).optional(),
  applies_to: z
    .strictObject({
      categories: z.array(z.enum([...robotCategories, 'all'])).min(1),
      features: z.array(featureWord),
      all_of: z.array(featureWord).optional(),
      none_of: z.array(featureWord).optional(),
    })
    .describe('Category matches, one of features (if any), every word of all_of, no word of none_of'),
  obligation: z.enum(obligations),
  standing: z
    .array(
      z.strictObject({
        scheme: z.enum(guidanceSchemes),
        force: z.enum(forces),
        since: partialDate.optional(),
        note: line(5, 200).optional(),
      }),
    )
    .min(1)
    .optional()
    .describe('Schemes beside its own in whose answers it stands, and as what'),
  applies_from: day.optional(),
  applies_until: day.optional(),
  dates: z
    .array(z.strictObject({ on: partialDate, what: line(5, 80) }))
    .min(1)
    .optional()
    .describe('Further dates from which parts of it hold'),
  transition: line(10, 300).optional(),
  exemptions: z.array(line(5, 120)).min(1).optional(),
  phase: phase.describe('In which a team meets it'),
  place: z.number().int().min(0).max(99).optional().describe('Within the phase; 50 if left out'),
  after: z.array(slug).min(1).optional().describe('What must be done before it can be finished'),
  summary: line(100, 500),
  checklist: z
    .array(
      z.strictObject({
        step: line(4, 160),
        detail: line(10, 500),
        evidence: line(1, 300).optional().describe('What an assessor asks for'),
        phase: phase.optional(),
        weeks: span.optional(),
      }),
    )
    .min(1),
  typical_weeks: span.optional(),
  typical_cost_usd: span.optional(),
  cost_note: line(1, 300).optional(),
  fees: z.array(fee).min(1).optional(),
  renewal: line(1, 200).optional(),
  relations: z
    .array(
      z.strictObject({
        type: z.enum(relationTypes),
        id: slug,
        from: partialDate.optional(),
        note: line(3, 120).optional(),
      }),
    )
    .min(1)
    .optional(),
  related: z.array(slug),
  sources,
});
export type Certification = z.infer<typeof certification>;

/** Sorts requirements as a team meets them, from 0 to 499. */
export function phaseOrder({ phase, place = 50 }: Pick<Certification, 'phase' | 'place'>): number {
  return phases.indexOf(phase) * 100 + place;
}

export const certificationKind = defineKind('certification', certification, {
  label: 'A certification requirement',
  domainStopWords:
    'requirement rule law legal govern certification certificate guidance robot robotic regulation compliance machine',
  text: [
    { name: 'title', variants: true, of: (entry) => entry.title },
    { name: 'basis', variants: true, of: (entry) => entry.basis },
    {
      name: 'applies',
      of: ({ applies_to }) => [...applies_to.categories, ...applies_to.features].join(' '),
    },
    { name: 'summary', variants: true, of: (entry) => entry.summary },
    {
      name: 'checklist',
      of: ({ checklist, exemptions = [] }) =>
        [...checklist.map(({ step, detail }) => `${step} ${detail}`), ...exemptions].join(' '),
    },
    { name: 'further', of: (entry) => `${entry.scheme} ${entry.authority} ${entry.obligation}` },
  ],
  fields: {
    scheme: {
      type: 'words',
      of: (entry) => entry.scheme,
      ask: { as: 'own', describe: 'FCC, UL, FDA or EU; FCC, UL and FDA when left out' },
      facet: true,
    },
    obligation: { type: 'words', of: (entry) => entry.obligation, facet: true },
    document: { type: 'words', of: (entry) => entry.document },
    in_phase: { type: 'words', of: (entry) => entry.phase },
    robot_category: {
      ask: { as: 'own', describe: 'Category of the product, such as home_cleaning, cobot, surgical' },
    },
    features: {
      ask: {
        as: 'own',
        schema: () => z.array(shortText()).max(40),
        describe:
          'What it has, such as wifi, lidar-laser, lithium-battery, patient-contact; no-wifi denies one',
      },
    },
    robot: { ask: { as: 'own', describe: 'Id of a robot in the data: uses what is known of it' } },
    id: { ask: { as: 'own', describe: 'One requirement with its whole checklist' } },
  },
  columns: {
    obligation_order: { type: 'number', of: ({ obligation }) => obligations.indexOf(obligation) },
    phase: { type: 'number', of: phaseOrder },
    published: { type: 'date', of: (entry) => entry.published },
    applies_from: { type: 'date', of: (entry) => entry.applies_from },
  },
  sorts: {
    title: { alphabetical: 'title' },
    phase: { column: 'phase' },
  },
  dates: [
    // What is in force on a day follows from no single date.
    { field: 'in_force', column: 'none', nouns: '' },
    { field: 'published', nouns: 'published issued edition editions' },
    {
      field: 'applies_from',
      nouns:
        'applies-from apply-from applying-from applicable-from applies-since effective-from enters-into-force comes-into-force come-into-force takes-effect take-effect',
    },
  ],
  quantities: [
    {
      field: 'mass_kg',
      dimension: 'mass',
      factor: 1,
      nouns: 'weight weigh weighs weighing mass heavy',
      bare: 'exact',
      usual: 'any',
    },
  ],
  keys: ({
    id,
    title,
    basis,
    document,
    edition = basis,
    aliases = [],
    former_ids = [],
    former_editions = [],
  }) => [
    ...[id, title, basis, ...aliases, ...former_ids],
    ...former_editions.flatMap(({ name }) => standardNames(name)),
    ...(document === 'standard' ? [basis, edition].flatMap(standardNames) : []),
  ],
});
