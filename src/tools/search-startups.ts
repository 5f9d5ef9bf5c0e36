import { z } from 'zod';
import { defineSearch } from './define-search.ts';

const text = () => z.string();

export const searchStartups = defineSearch('startups', {
  name: 'search_startups',
  title: 'Search startups',
  description:
    'Find robotics startups by focus, stage, country and funding in US dollars. Announced, not yet offered, by the hosted service.',
  announced: true,
  shows: {
    name: { schema: text },
    country: { schema: text },
    stage: { schema: text },
    focus: { schema: () => z.array(z.string()) },
    total_funding_usd: { from: ['funding'], of: ({ funding }) => funding?.total_usd },
    last_round: { from: ['funding'], of: ({ funding }) => funding?.last_round },
  },
  plan: ({ args }) =>
    args.sort === 'funding_desc' || args.min_funding_usd !== undefined
      ? { notes: ['Funding is the known total, or else the last round; earlier rounds are not held.'] }
      : {},
});
