import { z } from 'zod';
import { line, slug, sources } from '../common.ts';
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
