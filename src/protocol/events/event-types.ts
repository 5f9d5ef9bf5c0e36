import type { Kind } from '../../kinds/kinds.ts';

/** A day on which something begins, ends or closes. */
export interface DatedFact {
  /** `YYYY-MM-DD`; a month or a year alone is no day. */
  readonly on: string;
  readonly what: string;
}

type Loose = Readonly<Record<string, unknown>>;

/** What makes an event of a name. */
type Origin =
  /** A record that a version added. */
  | {
      readonly of: 'added';
      /** False for what was over already when it came into the data, on that day. */
      readonly isNews?: (record: Loose, day: string) => boolean;
    }
  /** A record that a version changed, in one of the fields where they are named. */
  | { readonly of: 'changed'; readonly fields?: RegExp }
  /** A day that a record names, or so many days before it. */
  | {
      readonly of: 'date';
      readonly lead: number;
      /** The fields that hold it. */
      readonly fields: RegExp;
      readonly dates: (record: Loose) => readonly DatedFact[];
    }
  /** A contribution that was decided on. */
  | { readonly of: 'decision' }
  /** A version of the data. */
  | { readonly of: 'release' };

/** A name under which events can be followed; a new one is an entry in the table below. */
export interface EventType {
  readonly name: string;
  readonly description: string;
  readonly origins: readonly Origin[];
  /** The kind of the records, and the search whose arguments are the filter; left out where there are no records. */
  readonly records?: { readonly kind: Kind; readonly tool: string };
}

const robots = { kind: 'robots', tool: 'search_robots' } as const;
const challenges = { kind: 'challenges', tool: 'get_open_challenges' } as const;
const requirements = { kind: 'certification', tool: 'get_certification_info' } as const;

/** Every name. Of several that an entry of the change table makes events of, the first one that is followed is told. */
export const eventTypes: readonly EventType[] = [
  {
    name: 'robot.added',
    description: 'A robot is new in the data',
    records: robots,
    origins: [{ of: 'added' }],
  },
  {
    name: 'robot.changed',
    description: 'Facts of a robot changed, its price among them',
    records: robots,
    origins: [{ of: 'changed' }],
  },
  {
    name: 'robot.price_changed',
    description: 'The price of a robot changed',
    records: robots,
    origins: [{ of: 'changed', fields: /^price(\.|$)/ }],
  },
  {
    name: 'publication.added',
    description: 'A paper is new in the data',
    records: { kind: 'publications', tool: 'search_publications' },
    origins: [{ of: 'added' }],
  },
  {
    name: 'news.published',
    description: 'An item of news is new in the data',
    records: { kind: 'news', tool: 'get_latest_news' },
    origins: [{ of: 'added' }],
  },
  {
    name: 'startup.round',
    description: 'The funding of a startup changed',
    records: { kind: 'startups', tool: 'search_startups' },
    origins: [{ of: 'changed', fields: /^funding(\.(last_round|total_usd)|$)/ }],
  },
  {
    name: 'challenge.added',
    description: 'A competition, prize or grant that is not over is new in the data',
    records: challenges,
    origins: [{ of: 'added', isNews: isNotOver }],
  },
  {
    name: 'challenge.deadline',
    description: 'The deadline of a challenge is days_before days away',
    records: challenges,
    origins: [
      {
        ...{ of: 'date', lead: 14, fields: /^deadline$/ },
        dates: ({ deadline }) => wholeDays([deadline, 'deadline']),
      },
    ],
  },
  {
    name: 'requirement.changed',
    description: 'A certification requirement is new, or was revised',
    records: requirements,
    origins: [{ of: 'added' }, { of: 'changed' }],
  },
  {
    name: 'requirement.date',
    description: 'A requirement, or a part of it, begins or ends to apply in days_before days',
    records: requirements,
    origins: [
      { of: 'date', lead: 0, fields: /^(applies_from|applies_until|dates)(\.|$)/, dates: requirementDates },
    ],
  },
  {
    name: 'contribution.decided',
    description: 'A contribution was accepted, rejected or merged into another',
    origins: [{ of: 'decision' }],
  },
  {
    name: 'dataset.released',
    description: 'A new version of the data is in use here',
    origins: [{ of: 'release' }],
  },
];

export const eventNames: readonly string[] = eventTypes.map(({ name }) => name);

/** Names that are followed together, by the word that a person has for them. */
export const followed = {
  robots: ['robot.added', 'robot.changed'],
  papers: ['publication.added'],
  news: ['news.published'],
  startups: ['startup.round'],
  challenges: ['challenge.added', 'challenge.deadline'],
  requirements: ['requirement.changed', 'requirement.date'],
  contributions: ['contribution.decided'],
  releases: ['dataset.released'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type FollowedWord = keyof typeof followed;

/** Dates of other dates, and of pages that were looked at again: that they changed is no news of the thing itself. */
const QUIET = /^(sources|confidence|aliases)(\.|$)|(^|[._])as_of$|\.source$/;

/** True for a field of which a change is an event. */
export function isNotified(field: string): boolean {
  return !QUIET.test(field);
}

/** How many days before it a date is told unless another number is asked for; undefined for a name without dates. */
export function usualLead(type: EventType): number | undefined {
  return type.origins.flatMap((origin) => (origin.of === 'date' ? [origin.lead] : []))[0];
}

/** A month or a year alone lasts to its end. */
function isNotOver({ deadline, event_date }: Loose, day: string): boolean {
  const closing = deadline ?? event_date;
  return typeof closing !== 'string' || `${closing}~` > day;
}

function requirementDates(record: Loose): readonly DatedFact[] {
  const { applies_from, applies_until, dates = [] } = record;
  const further = (dates as readonly DatedFact[]).map(({ on, what }) => [on, what] as const);
  return wholeDays(
    [applies_from, 'applies from this day'],
    [applies_until, 'applies until this day'],
    ...further,
  );
}

function wholeDays(...given: readonly (readonly [unknown, string])[]): readonly DatedFact[] {
  return given.flatMap(([on, what]) =>
    typeof on === 'string' && on.length === 'YYYY-MM-DD'.length ? [{ on, what }] : [],
  );
}
