import { z } from 'zod';
import { isOld, newestPage, oldDate } from '../kinds/age.ts';
import type { Startup } from '../kinds/startups/startup.ts';
import { termLabel, vocabularies } from '../kinds/vocabularies/vocabulary.ts';
import { inWholeRows } from '../kinds/whole-rows.ts';
import { defineSearch } from './define-search.ts';

/** Names under which the known funding is ordered by or bounded. */
const fundingAsked = ['funding', 'funding_usd', 'min_funding_usd'];

/** What a startup is known to have raised, as the order by it takes it: all of it, or no less than its last round. */
function fundingInWords(funding: Startup['funding']): string | undefined {
  if (funding?.total_usd !== undefined) return `${millions(funding.total_usd)} in all`;
  const { amount_usd, kind } = funding?.last_round ?? {};
  if (amount_usd !== undefined && kind === 'up_to') return `announced as up to ${millions(amount_usd)}`;
  if (amount_usd === undefined || kind !== undefined) return undefined;
  return `at least ${millions(amount_usd)}: last round alone`;
}

type Round = NonNullable<NonNullable<Startup['funding']>['last_round']>;

export const searchStartups = defineSearch('startups', {
  name: 'search_startups',
  title: 'Search startups',
  description: 'Robotics startups by name, focus, stage, country, funding; no investors.',
  announced: true,
  shows: {
    name: {},
    country: {},
    stage: {
      cell: ({ stage, as_of }) => (as_of === undefined ? String(stage) : `${stage} as of ${as_of}`),
    },
    as_of: {
      from: ['as_of', 'sources'],
      of: ({ as_of, sources }, { today }) =>
        oldDate(as_of ?? newestPage(sources), today)?.slice(0, 'YYYY-MM'.length),
      cell: false,
    },
    founded: {
      schema: z.number,
      of: ({ founded }, { asked, isWhole }) => (isWhole || asked.has('founded') ? founded : undefined),
      lacking: { say: 'not stated' },
    },
    focus: { schema: () => z.array(z.string()) },
    total_funding_usd: {
      schema: z.number,
      from: ['funding'],
      lacking: { say: 'not stated', asked: fundingAsked },
      of: ({ funding }) => funding?.total_usd,
      cell: ({ total_funding_usd }) => millions(total_funding_usd as number),
    },
    funding_is: {
      from: ['funding'],
      of: ({ funding }, { asked }) =>
        fundingAsked.some((name) => asked.has(name)) ? fundingInWords(funding) : undefined,
    },
    last_round: {
      schema: () =>
        z.object({
          stage: z.string(),
          amount_usd: z.number(),
          amount: z.string(),
          old: z.boolean(),
          kind: z.string(),
          date: z.string(),
          valuation_usd: z.number(),
        }),
      from: ['funding'],
      of: ({ funding }, { today }) => funding?.last_round && rowRound(funding.last_round, today),
      cell: ({ last_round }) => roundInWords(last_round as RowRound),
      lacking: { say: 'not stated' },
    },
    description: inWholeRows(({ description }) => description),
    url: inWholeRows(({ url }) => url),
    source: {
      ...inWholeRows<Startup>(({ funding, sources: [first] }) => funding?.source ?? first?.url),
      isUnlisted: false,
    },
  },
  plan: ({ args: { sort, min_funding_usd }, question }) => {
    const isBound = JSON.stringify(question?.clauses ?? []).includes('"funding_usd"');
    const isAsked = sort?.startsWith('funding') === true || min_funding_usd !== undefined || isBound;
    return { notes: isAsked ? [FUNDING_IS] : [] };
  },
});

const FUNDING_IS =
  'Funding is the known total, or else the last round, which is no more than a part of it; what is sought or "up to", and prices of acquisitions and mergers, do not count.';

/** As in `$675M`. */
function millions(usd: number): string {
  return usd >= 1e9 ? `$${usd / 1e9}B` : `$${usd / 1e6}M`;
}

const kindsOfSums: Readonly<Record<NonNullable<Round['kind']>, string>> = {
  sought: 'sought, not raised:',
  up_to: 'up to',
  acquisition: 'acquisition for',
  announced_merger: 'announced merger for',
};

type RowRound = Omit<Round, 'date'> & {
  readonly amount?: string;
  readonly date: string;
  readonly old?: true;
};

/** A round with what is not known of it, and whether it was long ago. */
function rowRound({ date = 'undated', ...round }: Round, today: string): RowRound {
  return {
    ...round,
    ...(round.amount_usd === undefined && { amount: 'undisclosed' }),
    date,
    ...(isOld(date, today) && { old: true }),
  };
}

/** A sum that was not raised says what it is, and a round when it was and whether that is long ago. */
function roundInWords({ stage, amount_usd, amount, kind, date, old, valuation_usd }: RowRound): string {
  const round = stage === 'undisclosed' ? 'round' : termLabel(vocabularies.startup_stage, stage);
  const what = kind === 'acquisition' || kind === 'announced_merger' ? '' : round;
  const sum = amount_usd === undefined ? `${amount} sum` : millions(amount_usd);
  const value = valuation_usd === undefined ? '' : `, valued ${millions(valuation_usd)}`;
  return `${what} ${kind === undefined ? '' : kindsOfSums[kind]} ${sum} ${date}${old ? ' (old)' : ''}${value}`
    .replace(/ +/g, ' ')
    .trim();
}
