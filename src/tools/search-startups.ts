import { z } from 'zod';
import { isOld, newestPage, oldDate } from '../kinds/age.ts';
import { type Startup, startupKind } from '../kinds/startups/startup.ts';
import { readTerm, vocabularies } from '../kinds/vocabularies/vocabulary.ts';
import { anyWord } from '../search/filters/filters.ts';
import { withoutPhrase } from '../text/query.ts';
import { defineSearch } from './define-search.ts';
import { oneLine } from './shared/answer.ts';
import { excluded } from './shared/search-input.ts';
import { telling } from './shared/telling.ts';

/** Names under which the known funding is ordered by or bounded. */
const fundingAsked = ['funding', 'min_funding_usd'];

/** What stands for the known funding of a startup, as the order by it takes it. */
function fundingBasis(funding: Startup['funding']): string | undefined {
  if (funding?.total_usd !== undefined) return 'total';
  const round = funding?.last_round;
  return round?.amount_usd === undefined || round.kind !== undefined ? undefined : 'last round alone';
}

type Round = NonNullable<NonNullable<Startup['funding']>['last_round']>;

export const searchStartups = defineSearch('startups', {
  name: 'search_startups',
  title: 'Search startups',
  description:
    'Find robotics startups by focus, stage, country and funding in US dollars. Works here; the hosted service has only announced it.',
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
      of: ({ founded }, { asked }) => (asked.has('founded') ? founded : undefined),
    },
    focus: { schema: () => z.array(z.string()) },
    total_funding_usd: {
      schema: z.number,
      from: ['funding'],
      of: ({ funding }) => funding?.total_usd,
      cell: ({ total_funding_usd }) => millions(total_funding_usd as number),
    },
    funding_is: {
      from: ['funding'],
      of: ({ funding }, { asked }) =>
        fundingAsked.some((name) => asked.has(name)) ? fundingBasis(funding) : undefined,
    },
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
      cell: ({ last_round }, today) => roundInWords(last_round as Round, today),
    },
  },
  tells: () => excluded('unknown_funding'),
  plan: ({ args, store, filters }) => {
    const { query = '', stage, sort, min_funding_usd } = args;
    const isName = store.named(query).length > 0;
    const read = stage !== undefined || isName ? undefined : stageIn(query);
    return {
      ...(read !== undefined && {
        filters: [...filters(), anyWord('stage', store.words('stage'), read.stages)],
        text: telling(read.rest, startupKind.domainStopWords),
      }),
      notes: [
        ...(read === undefined
          ? []
          : [`Read "${oneLine(read.phrase)}" in the query as stage ${read.stages.join(' or ')}.`]),
        ...(sort?.startsWith('funding') === true || min_funding_usd !== undefined ? [FUNDING_IS] : []),
      ],
    };
  },
});

const FUNDING_IS =
  'Funding is the known total, or else the last round; what is sought or "up to", and prices of acquisitions and mergers, do not count.';

/** The stage of a startup that a question names, and the words that are left. */
interface StageRead {
  readonly phrase: string;
  readonly rest: string;
  readonly stages: readonly string[];
}

// A sum or a date of a round asks for more than the stage.
const stageNamed =
  /\b(pre[- ]seed|seed(?=[- ](?:stage|funded|startups?|compan\w+|firms?)\b)|(?:pre[- ])?series[- ][a-j]\b\+?)(?:[- ](?:stage|funded))?/i;

/** `Swiss startups series A`, `seed-stage`; undefined where none is named, or something is quoted or left out. */
function stageIn(query: string): StageRead | undefined {
  if (/"|(?:^|\s)-|\b(?:not|no|without|after|beyond|before|than)\b/i.test(query)) return undefined;
  const match = stageNamed.exec(query);
  const stages = match === null ? undefined : readTerm(vocabularies.startup_stage, match[1] ?? '');
  if (match === null || stages === undefined) return undefined;
  return { phrase: match[0], rest: withoutPhrase(query, match[0]), stages };
}

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

/** A sum that was not raised says what it is, and a round when it was and whether that is long ago. */
function roundInWords(
  { stage, amount_usd, kind, date = 'undated', valuation_usd }: Round,
  today: string,
): string {
  const round = stage === 'undisclosed' ? 'round' : stage;
  const what = kind === 'acquisition' || kind === 'announced_merger' ? '' : round;
  const sum = amount_usd === undefined ? 'undisclosed sum' : millions(amount_usd);
  const value = valuation_usd === undefined ? '' : `, valued ${millions(valuation_usd)}`;
  return `${what} ${kind === undefined ? '' : kindsOfSums[kind]} ${sum} ${date}${isOld(date, today) ? ' (old)' : ''}${value}`
    .replace(/ +/g, ' ')
    .trim();
}
