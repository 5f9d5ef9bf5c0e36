import { z } from 'zod';
import { countryCode, line, partialDate, slug, sources, webAddress } from '../common.ts';

export const newsTopics = [
  'funding',
  'product',
  'research',
  'deployment',
  'regulation',
  'acquisition',
  'partnership',
  'policy',
  'safety',
  'competition',
  'business',
] as const;

export const newsItem = z.strictObject({
  id: slug.describe('Date and headline'),
  date: partialDate,
  headline: line(15, 110),
  summary: line(80, 300),
  topic: z.enum(newsTopics),
  outlet: line(2, 80).describe("Publisher's name"),
  url: webAddress.describe("The article's own address"),
  entities: z.array(line(1, 120)).describe('Companies, robots and people it is about'),
  countries: z.array(countryCode),
  sources,
});
export type NewsItem = z.infer<typeof newsItem>;
