import { confidenceRank } from '../confidence-rank.ts';
import type { KindIndex } from '../kind-index.ts';
import { countrySearchWords } from '../vocabularies/countries.ts';
import type { Challenge } from './challenge.ts';

/** The date that decides whether a challenge is open: the deadline, or else the event's date. */
export function closingDate(challenge: Challenge): string | undefined {
  return challenge.deadline ?? challenge.event_date;
}

export const challengeIndex: KindIndex<'challenges'> = {
  kind: 'challenges',
  fillers: ['challenge', 'competition', 'contest', 'robot', 'robotic', 'open', 'team'],
  text: [
    { name: 'title', weight: 5, variants: true, of: (challenge) => challenge.title },
    { name: 'organizer', weight: 3, variants: true, of: (challenge) => challenge.organizer },
    { name: 'topics', weight: 3, of: (challenge) => challenge.topics.join(' ') },
    { name: 'summary', weight: 1, variants: true, of: (challenge) => challenge.summary },
    {
      name: 'further',
      weight: 0.5,
      of: ({ kind, location = '', country }) =>
        [kind, location, ...(country === undefined ? [] : countrySearchWords(country))].join(' '),
    },
  ],
  columns: {
    kind: { type: 'words', of: (challenge) => challenge.kind },
    country: { type: 'words', of: (challenge) => challenge.country },
    topic: { type: 'words', of: (challenge) => challenge.topics },
    recurrence: { type: 'words', of: (challenge) => challenge.recurrence },
    closing: { type: 'date', of: closingDate },
    confidence: { type: 'number', of: (challenge) => confidenceRank(challenge.confidence) },
    standing: { type: 'number', of: (challenge) => confidenceRank(challenge.confidence) },
  },
  keys: (challenge) => [challenge.id, challenge.title],
};
