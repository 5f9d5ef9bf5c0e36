import { z } from 'zod';
import { newestPage } from '../age.ts';
import {
  aliases,
  confidence,
  confidenceRank,
  countryCode,
  keyword,
  line,
  namesOf,
  originalAmount,
  partialDate,
  slug,
  sources,
  usd,
  webAddress,
} from '../common.ts';
import { defineKind } from '../definition.ts';
import { countrySearchWords } from '../vocabularies/countries.ts';

export const stages = [
  'pre_seed',
  'seed',
  'pre_series_a',
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
const stage = z.enum(stages);

/** What a sum is that was not raised in a round that is closed. */
const sumKinds = ['sought', 'up_to', 'acquisition', 'announced_merger'] as const;

const funding = z.strictObject({
  total_usd: usd.optional(),
  last_round: z
    .strictObject({
      stage,
      amount_usd: usd.optional(),
      kind: z.enum(sumKinds).optional().describe('What the sum is; absent: raised'),
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
  aliases,
  country: countryCode.describe('Headquarters, ISO 3166-1 alpha-2'),
  founded: z.number().int().min(1800).max(2100).optional(),
  stage,
  as_of: partialDate.optional().describe('Date of the page that shows stage and last round'),
  focus: z.array(keyword).min(1),
  description: line(40, 300),
  funding: funding.optional(),
  url: webAddress.optional(),
  confidence,
  sources,
});
export type Startup = z.infer<typeof startup>;

/** What a startup is known to have raised, in US dollars: the total, or else the last round. */
function knownFunding({ funding }: Startup): number | undefined {
  const round = funding?.last_round;
  return funding?.total_usd ?? (round?.kind === undefined ? round?.amount_usd : undefined);
}

/** By what it is ordered: what is known, or else the most that a round was announced with. */
function announcedFunding(startup: Startup): number | undefined {
  const round = startup.funding?.last_round;
  return knownFunding(startup) ?? (round?.kind === 'up_to' ? round.amount_usd : undefined);
}

/** What the funding is by which a startup is ordered. */
function fundingBasis(startup: Startup): string | undefined {
  if (announcedFunding(startup) === undefined) return undefined;
  if (knownFunding(startup) === undefined) return 'announced as up to so much';
  return startup.funding?.total_usd === undefined ? 'last round alone' : 'all that was raised';
}

const FUNDING_MEASURED = {
  by: 'funding_basis',
  say: 'The funding is not all of the same, and a round is no more than a part',
};

export const startupKind = defineKind('startups', startup, {
  label: 'A startup',
  domainStopWords: 'startup company firm robotics building build maker robot robotic business venture',
  text: [
    { name: 'name', variants: true, of: (startup) => namesOf(startup).join(' ') },
    { name: 'focus', of: (startup) => startup.focus.join(' ') },
    { name: 'description', variants: true, of: (startup) => startup.description },
    { name: 'further', of: (startup) => countrySearchWords(startup.country).join(' ') },
  ],
  fields: {
    stage: {
      type: 'words',
      of: (startup) => startup.stage,
      ask: { as: 'words', reads: 'startup_stage', describe: `One of ${stages.join(', ')}` },
      facet: true,
    },
    country: {
      type: 'words',
      of: (startup) => startup.country,
      ask: { as: 'words', reads: 'country', describe: 'Headquarters: code, name or region' },
      facet: true,
    },
    focus: {
      type: 'words',
      of: (startup) => startup.focus,
      ask: { as: 'words', describe: 'Such as humanoids, warehouse, surgical robots' },
      facet: true,
    },
    funding: {
      type: 'number',
      of: knownFunding,
      ask: {
        as: 'least',
        argument: 'min_funding_usd',
        describe: 'Known total, or else the last round',
        unknown: 'excluded_unknown_funding',
      },
    },
  },
  columns: {
    funding_basis: { type: 'words', of: fundingBasis },
    funding_announced: { type: 'number', of: announcedFunding },
    round: { type: 'date', of: (startup) => startup.funding?.last_round?.date },
    valuation: { type: 'number', of: (startup) => startup.funding?.last_round?.valuation_usd },
    founded: { type: 'number', of: (startup) => startup.founded },
    confidence: { type: 'number', of: (startup) => confidenceRank(startup.confidence) },
  },
  dates: [
    {
      field: 'founded',
      nouns: 'founded established started incorporated formed launched created born founding',
    },
    {
      field: 'last_round',
      column: 'round',
      nouns:
        'raised raise raising round rounds funded funding funding-round last-round invested investment financing financed series seed last-raised closed-a-round acquired bought',
    },
    {
      field: 'ended',
      column: 'none',
      nouns:
        'bankrupt bankruptcy insolvent insolvency liquidated shut-down closed-down closure folded went-under out-of-business ipo public went-public listed',
    },
  ],
  quantities: [
    {
      field: 'funding_usd',
      column: 'funding',
      dimension: 'money',
      factor: 1,
      nouns:
        'raised raise raising funding funded total-funding backing capital investment in-funding in-total secured financing round',
      bare: 'min',
      usual: 'any',
    },
    {
      field: 'valuation_usd',
      column: 'valuation',
      dimension: 'money',
      factor: 1,
      nouns: 'valued valuation worth valuations valued-at',
      bare: 'min',
    },
  ],
  seen: ({ as_of, funding, sources }) => {
    const newest = as_of ?? newestPage(sources);
    return { stage: newest, ...(funding !== undefined && { funding: newest }) };
  },
  demotions: [{ column: 'stage', values: ['shut_down'], why: 'shut down' }],
  sorts: {
    funding_desc: {
      column: 'funding_announced',
      by: 'funding',
      descending: true,
      measured: FUNDING_MEASURED,
    },
    funding_asc: { column: 'funding_announced', by: 'funding', measured: FUNDING_MEASURED },
    valuation_desc: { column: 'valuation', descending: true },
    valuation_asc: { column: 'valuation' },
    newest_round: { column: 'round', descending: true },
    youngest: { column: 'founded', descending: true },
    oldest: { column: 'founded' },
    name: { alphabetical: 'name' },
  },
  keys: (startup) => [startup.id, ...namesOf(startup)],
});
