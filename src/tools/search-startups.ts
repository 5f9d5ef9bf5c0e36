import { z } from 'zod';
import { type Startup, stages } from '../kinds/startups/startup.ts';
import { lazily } from '../lib/lazily.ts';
import { anyWord, anyWordWhere, type Filter, numberRange } from '../search/filters/filters.ts';
import type { KindStore } from '../search/kind-store.ts';
import { alphabetical, descending, newestFirst } from '../search/sort.ts';
import { hasWords } from '../text/matches.ts';
import { readCountries, readTerms } from './shared/read-terms.ts';
import { runSearch } from './shared/run-search.ts';
import { searchInput, searchOutput, shortText } from './shared/search-input.ts';
import type { Tool } from './tool.ts';

const input = lazily(() =>
  z.strictObject({
    ...searchInput(['funding_desc', 'newest_round', 'name']),
    stage: shortText()
      .optional()
      .describe(`One of ${stages.join(', ')}`),
    country: shortText().optional().describe('Headquarters: code, name or region'),
    focus: shortText().optional().describe('Such as humanoids, warehouse, surgical robots'),
    min_funding_usd: z.number().nonnegative().optional().describe('Known total, or else the last round'),
  }),
);
type Input = z.output<ReturnType<typeof input>>;

const fields = () => ({
  name: z.string(),
  country: z.string(),
  stage: z.string(),
  focus: z.array(z.string()),
});

export const searchStartups: Tool<ReturnType<typeof input>> = {
  name: 'search_startups',
  title: 'Search startups',
  description:
    'Find robotics startups by focus, stage, country and funding in US dollars. Announced, not yet offered, by the hosted service.',
  access: 'READ',
  announced: true,
  idempotent: true,
  openWorld: false,
  get input() {
    return input();
  },
  get output() {
    return searchOutput(fields());
  },
  run(args, context) {
    const store = context.catalogue.store('startups');
    return runSearch(
      {
        tool: 'search_startups',
        kind: 'startups',
        filters: filtersOf(args, store),
        facets: ['stage', 'country', 'focus'].map((name) => ({
          name,
          column: store.words(name),
          filter: name,
        })),
        sorts: {
          funding_desc: [descending(store.numbers('funding'))],
          newest_round: [newestFirst(store.dates('round'))],
          name: alphabetical(store, 'name'),
        },
        shown,
        concise,
        ...((args.sort === 'funding_desc' || args.min_funding_usd !== undefined) && {
          notes: ['Funding is the known total, or else the last round; earlier rounds are not held.'],
        }),
      },
      args,
      context,
    );
  },
};

function filtersOf(args: Input, store: KindStore<'startups'>): Filter[] {
  const { stage, country, focus, min_funding_usd: min } = args;
  const filters: Filter[] = [];
  if (stage !== undefined) {
    filters.push(anyWord('stage', store.words('stage'), readTerms('stage', 'startup_stage', stage)));
  }
  if (country !== undefined) {
    filters.push(anyWord('country', store.words('country'), readCountries('country', country)));
  }
  if (focus !== undefined) {
    filters.push(anyWordWhere('focus', store.words('focus'), (word) => hasWords(word, focus)));
  }
  if (min !== undefined) {
    filters.push(
      numberRange('min_funding_usd', store.numbers('funding'), { min }, 'excluded_unknown_funding'),
    );
  }
  return filters;
}

const shown = ['id', 'name', 'country', 'stage', 'focus', 'funding'] as const;

function concise({
  id,
  name,
  country,
  stage,
  focus,
  funding,
}: Pick<Startup, (typeof shown)[number]>): object {
  const round = funding?.last_round;
  return {
    id,
    name,
    country,
    stage,
    focus,
    ...(funding?.total_usd !== undefined && { total_funding_usd: funding.total_usd }),
    ...(round !== undefined && { last_round: round }),
  };
}
