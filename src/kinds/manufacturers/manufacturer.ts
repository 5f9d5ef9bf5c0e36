import { z } from 'zod';
import { confidence, countryCode, keyword, line, slug, sources, webAddress } from '../common.ts';

export const manufacturerKinds = [
  'robot_maker',
  'component',
  'contract_manufacturing',
  'integrator',
  'software',
] as const;

export const manufacturer = z.strictObject({
  id: slug,
  name: line(1, 100),
  country: countryCode.describe('Headquarters, ISO 3166-1 alpha-2'),
  founded: z.number().int().min(1800).max(2100).optional(),
  kind: z.enum(manufacturerKinds),
  capabilities: z.array(keyword).min(1).describe('What it makes or can make'),
  description: line(40, 300),
  url: webAddress.optional(),
  confidence,
  sources,
});
export type Manufacturer = z.infer<typeof manufacturer>;
