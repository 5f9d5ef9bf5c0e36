import { z } from 'zod';
import { phaseOrder } from '../../certification/phases.ts';
import { shortText } from '../arguments.ts';
import { line, slug, sources } from '../common.ts';
import { defineKind } from '../definition.ts';
import { robotCategories } from '../robots/robot.ts';

/** Schemes with guidance today. A robot's own certifications know more schemes. */
export const guidanceSchemes = ['FCC', 'UL', 'FDA', 'EU'] as const;
export const obligations = ['mandatory', 'conditional', 'voluntary'] as const;

const featureWord = slug.describe('A word of dataset/taxonomy/features.json');
const span = z.strictObject({ min: z.number().nonnegative(), max: z.number().nonnegative() });

export const certification = z.strictObject({
  id: slug,
  scheme: z.enum(guidanceSchemes),
  title: line(5, 140),
  authority: line(2, 140),
  basis: line(2, 200).describe('The rule or standard: 47 CFR 15.247, UL 3300'),
  applies_to: z
    .strictObject({
      categories: z.array(z.enum([...robotCategories, 'all'])).min(1),
      features: z.array(featureWord),
      all_of: z.array(featureWord).optional(),
      none_of: z.array(featureWord).optional(),
    })
    .describe('Category matches, one of features (if any), every word of all_of, no word of none_of'),
  obligation: z.enum(obligations),
  summary: line(100, 500),
  checklist: z
    .array(z.strictObject({ step: line(4, 160), detail: line(10, 500), evidence: line(1, 300).optional() }))
    .min(1),
  typical_weeks: span.optional(),
  typical_cost_usd: span.optional(),
  cost_note: line(1, 300).optional(),
  renewal: line(1, 200).optional(),
  related: z.array(slug),
  sources,
});
export type Certification = z.infer<typeof certification>;

export const certificationKind = defineKind('certification', certification, {
  label: 'A certification requirement',
  domainStopWords:
    'requirement rule certification certificate guidance robot robotic regulation compliance machine',
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
      of: (entry) => entry.checklist.map(({ step, detail }) => `${step} ${detail}`).join(' '),
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
    phase: { type: 'number', of: ({ id }) => phaseOrder(id) },
  },
  sorts: {
    title: { alphabetical: 'title' },
  },
  keys: (entry) => [entry.id, entry.title, entry.basis],
});
