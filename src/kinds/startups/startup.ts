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

export const stages = [
  'pre_seed',
  'seed',
  'series_a',
  'series_b',
  'series_c',
  'series_d_plus',
  'growth',
  'public',
  'acquired',
  'shut_down',
  'undisclosed',
] as const;
export const stage = z.enum(stages);

export const funding = z.strictObject({
  total_usd: usd.optional(),
  last_round: z
    .strictObject({
      stage,
      amount_usd: usd.optional(),
      date: partialDate.optional(),
      valuation_usd: usd.optional(),
    })
    .optional(),
  original: originalAmount.optional(),
  source: webAddress,
});

export const startup = z.strictObject({
  id: slug,
  name: line(1, 100),
  country: countryCode.describe('Headquarters, ISO 3166-1 alpha-2'),
  founded: z.number().int().min(1800).max(2100).optional(),
  stage,
  focus: z.array(keyword).min(1),
  description: line(40, 300),
  funding: funding.optional(),
  url: webAddress.optional(),
  confidence,
  sources,
});
export type Startup = z.infer<typeof startup>;
