import { z } from 'zod';
import {
  confidence,
  countryCode,
  keyword,
  line,
  partialDate,
  slug,
  sources,
  usd,
  webAddress,
} from '../common.ts';

export const challengeKinds = ['competition', 'prize', 'grant', 'request'] as const;

export const challenge = z.strictObject({
  id: slug,
  title: line(4, 140),
  organizer: line(2, 140),
  kind: z.enum(challengeKinds),
  topics: z.array(keyword),
  summary: line(60, 400),
  prize_usd: usd.optional(),
  opens: partialDate.optional(),
  deadline: partialDate.optional(),
  event_date: partialDate.optional(),
  recurrence: z.enum(['annual', 'biennial', 'none']).optional().describe('Where a source says so'),
  location: line(2, 200).optional(),
  country: countryCode.optional(),
  url: webAddress,
  confidence,
  sources,
});
export type Challenge = z.infer<typeof challenge>;
