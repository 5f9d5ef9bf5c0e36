import { z } from 'zod';
import { defineSearch } from './define-search.ts';
import { excludedUnknown } from './shared/search-input.ts';

export const searchStartups = defineSearch('startups', {
  name: 'search_startups',
  title: 'Search startups',
  description:
    'Find robotics startups by focus, stage, country and funding in US dollars. Announced, not yet offered, by the hosted service.',
  announced: true,
  shows: {
    name: {},
    country: {},
    stage: {},
    focus: { schema: () => z.array(z.string()) },
    total_funding_usd: { schema: z.number, from: ['funding'], of: ({ funding }) => funding?.total_usd },
    last_round: {
      schema: () =>
        z.object({
          stage: z.string(),
          amount_usd: z.number(),
          kind: z.string(),
          date: z.string(),
          valuation_usd: z.number(),
        }),
      from: ['funding'],
      of: ({ funding }) => funding?.last_round,
    },
  },
  tells: () => excludedUnknown('funding'),
  plan: ({ args }) =>
    args.sort === 'funding_desc' || args.min_funding_usd !== undefined
      ? { notes: ['Funding is the known total, or else the last round; earlier rounds are not held.'] }
      : {},
});
