import { confidenceRank } from '../confidence-rank.ts';
import type { KindIndex } from '../kind-index.ts';
import { countrySearchWords } from '../vocabularies/countries.ts';
import type { Startup } from './startup.ts';

/** What is known of a startup's money, in US dollars: the total, or else the last round. */
export function knownFunding({ funding }: Startup): number | undefined {
  return funding?.total_usd ?? funding?.last_round?.amount_usd;
}

export const startupIndex: KindIndex<'startups'> = {
  kind: 'startups',
  fillers: [
    'startup',
    'company',
    'firm',
    'building',
    'build',
    'maker',
    'robot',
    'robotic',
    'business',
    'venture',
  ],
  text: [
    { name: 'name', weight: 6, variants: true, of: (startup) => startup.name },
    { name: 'focus', weight: 3, of: (startup) => startup.focus.join(' ') },
    { name: 'description', weight: 1, variants: true, of: (startup) => startup.description },
    { name: 'further', weight: 0.5, of: (startup) => countrySearchWords(startup.country).join(' ') },
  ],
  columns: {
    stage: { type: 'words', of: (startup) => startup.stage },
    country: { type: 'words', of: (startup) => startup.country },
    focus: { type: 'words', of: (startup) => startup.focus },
    funding: { type: 'number', of: knownFunding },
    round: { type: 'date', of: (startup) => startup.funding?.last_round?.date },
    confidence: { type: 'number', of: (startup) => confidenceRank(startup.confidence) },
    standing: {
      type: 'number',
      of: (startup) => confidenceRank(startup.confidence) * 1e13 - (knownFunding(startup) ?? 0),
    },
  },
  keys: (startup) => [startup.id, startup.name],
};
