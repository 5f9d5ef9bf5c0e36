import { z } from 'zod';
import { dateArgument } from '../arguments.ts';
import {
  confidence,
  confidenceRank,
  countryCode,
  keyword,
  line,
  partialDate,
  slug,
  sources,
  usd,
  webAddress,
} from '../common.ts';
import { defineKind } from '../definition.ts';
import { countrySearchWords } from '../vocabularies/countries.ts';

export const challengeKinds = ['competition', 'prize', 'grant', 'request'] as const;

const challenge = z.strictObject({
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
  next_expected: partialDate
    .optional()
    .describe('When it should come again by its rhythm; nobody has announced it'),
  location: line(2, 200).optional(),
  country: countryCode.optional().describe('Where it is held, or whose grant it is; EU for the Union'),
  url: webAddress,
  confidence,
  sources,
});

/** `URC` of University Rover Challenge: people call contests so. Empty for titles of fewer than three such words. */
function initialsOf(title: string): string {
  const [name = ''] = title.split(/[:(]/);
  const capitals = name.match(/\b\p{Lu}(?=\p{Ll})/gu) ?? [];
  return capitals.length < 3 ? '' : capitals.join('');
}

export const challengeKind = defineKind('challenges', challenge, {
  label: 'A challenge',
  domainStopWords:
    'challenge competition contest call deadline registration submission robot robotic robotics open team',
  text: [
    { name: 'title', variants: true, of: (challenge) => challenge.title },
    { name: 'organizer', variants: true, of: (challenge) => challenge.organizer },
    { name: 'topics', of: (challenge) => challenge.topics.join(' ') },
    { name: 'summary', variants: true, of: (challenge) => challenge.summary },
    {
      name: 'further',
      of: ({ kind, title, location = '', country }) =>
        [
          kind,
          location,
          initialsOf(title),
          ...(country === undefined ? [] : countrySearchWords(country)),
        ].join(' '),
    },
  ],
  fields: {
    kind: {
      type: 'words',
      of: (challenge) => challenge.kind,
      ask: { as: 'words', reads: 'challenge_kind', describe: `One of ${challengeKinds.join(', ')}` },
      facet: true,
    },
    topic: {
      type: 'words',
      of: (challenge) => challenge.topics,
      ask: { as: 'words', describe: 'Such as drones, manipulation, education' },
    },
    country: {
      type: 'words',
      of: (challenge) => challenge.country,
      ask: { as: 'words', reads: 'country', describe: 'Code, name or region' },
      facet: true,
    },
    recurrence: { type: 'words', of: (challenge) => challenge.recurrence },
    deadline_after: {
      ask: {
        as: 'own',
        schema: dateArgument,
        describe: 'Deadline, or else event, on or after this date',
      },
    },
    include_closed: {
      ask: { as: 'own', schema: () => z.boolean(), describe: 'Past and undated ones too' },
    },
  },
  columns: {
    /** The date that decides whether a challenge is open. */
    closing: { type: 'date', of: (challenge) => challenge.deadline ?? challenge.event_date },
    deadline: { type: 'date', of: (challenge) => challenge.deadline },
    event: { type: 'date', of: (challenge) => challenge.event_date },
    /** The last year in the title: `Horizon Europe 2025`. */
    edition: {
      type: 'number',
      of: ({ title }) => {
        const years = title.match(/(?:19|20)\d\d(?!\d)/g);
        return years === null ? undefined : Math.max(...years.map(Number));
      },
    },
    prize: { type: 'number', of: (challenge) => challenge.prize_usd },
    confidence: { type: 'number', of: (challenge) => confidenceRank(challenge.confidence) },
  },
  sorts: {
    deadline: { column: 'closing', by: 'deadline' },
    prize_desc: { column: 'prize', descending: true },
    prize_asc: { column: 'prize' },
  },
  dates: [
    {
      field: 'deadline',
      column: 'closing',
      nouns: 'deadline deadlines closing closes due until submit submission',
    },
    {
      field: 'event_date',
      column: 'event',
      nouns: 'event events held takes-place take-place taking-place took-place happening happens',
    },
  ],
  quantities: [
    {
      field: 'prize_usd',
      column: 'prize',
      dimension: 'money',
      factor: 1,
      nouns: 'prize prizes prize-money prize-pool purse award awards reward rewards funding grant grants win',
      bare: 'min',
      usual: 'any',
    },
  ],
  keys: (challenge) => [challenge.id, challenge.title],
});
