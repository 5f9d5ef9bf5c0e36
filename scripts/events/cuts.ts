import type { Kind } from '../../src/kinds/kinds.ts';
import { type EventFilter, readFilter } from '../../src/protocol/events/filter.ts';
import type { Occurrence } from '../../src/protocol/events/occurrence.ts';
import { cursorAt, readEvents } from '../../src/protocol/events/read-events.ts';
import type { EventData } from '../../src/protocol/events/steps.ts';
import type { Random } from '../harness/random.ts';
import { dataAt, drawMoment, lastMoment, type World } from './world.ts';

/** What is followed in a drawn world: every name, words, filters, what lets nothing pass and what lets all. */
export const drawnFilters: readonly (readonly [names: readonly string[], args: object])[] = [
  [['robot.added'], {}],
  [['robot.changed'], {}],
  [['robot.price_changed'], {}],
  [['robot.added', 'robot.changed'], { query: 'humanoid' }],
  [['robot.added', 'robot.changed', 'robot.price_changed'], { country: 'CN' }],
  [['robot.changed'], { query: 'zyzzyva xylophagous' }],
  [['publication.added'], { query: 'diffusion' }],
  [['news.published'], {}],
  [['startup.round'], { focus: 'warehouse' }],
  [['challenge.added'], {}],
  [['challenge.deadline'], { days_before: 7 }],
  [['challenge.added', 'challenge.deadline'], { query: 'drones' }],
  [['contribution.decided'], {}],
  [['dataset.released'], {}],
];

export const filtersOf = (): readonly EventFilter[] =>
  drawnFilters.map(([names, args]) => readFilter(names, args));

const EVERYTHING = { events: Number.POSITIVE_INFINITY, bytes: Number.POSITIVE_INFINITY };
/** As many polls as no drawn world needs. */
const MANY_POLLS = 2_000;

/**
 * Draws how somebody polls: how many events at once, when, and at servers that lag or not. Says what differs from the
 * whole list, if anything does.
 */
export function drawCut(world: World, filter: EventFilter, random: Random): string | undefined {
  const first = dataAt(world, { version: 0, day: world.firstDay, decisions: 0 });
  const last = dataAt(world, lastMoment(world));
  const start = readEvents(undefined, filter, first, EVERYTHING).cursor;
  const whole = readEvents(start, filter, last, EVERYTHING).events;
  const told: Occurrence[] = [];
  let cursor = start;
  const isMoving = random.chance(0.5);
  for (let polls = 0; polls < MANY_POLLS; polls++) {
    const at = isMoving ? polls / 15 : 1.1;
    const data = at > 1 ? last : dataAt(world, drawMoment(world, at, random));
    const bounds = { events: 1 + random.below(6), bytes: random.chance(0.3) ? 1 + random.below(3000) : 1e9 };
    const page = readEvents(cursor, filter, data, bounds);
    if (page.truncated) return 'A gap was told where there is none.';
    if (page.events.length > bounds.events) return 'More was told than was asked for.';
    told.push(...page.events);
    cursor = page.cursor;
    if (at > 1 && !page.hasMore) break;
  }
  // What was told of a record that is gone by the end is no part of the list at the end.
  return differenceOf(
    whole,
    told.filter((one) => isThere(one, last)),
  );
}

function isThere({ data: { change, kind, id } }: Occurrence, { catalogue }: EventData): boolean {
  if (change === 'decided' || change === 'released') return true;
  return catalogue.find(kind as Kind, String(id)) !== undefined;
}

function differenceOf(whole: readonly Occurrence[], told: readonly Occurrence[]): string | undefined {
  const [wanted, got] = [whole, told].map((list) => list.map(({ eventId }) => eventId));
  if (JSON.stringify(wanted?.toSorted()) === JSON.stringify(got?.toSorted())) return undefined;
  const lost = wanted?.filter((id) => !got?.includes(id)) ?? [];
  const more = got?.filter((id, i) => !wanted?.includes(id) || got.indexOf(id) !== i) ?? [];
  return `lost: ${lost.join(', ')}; told too much: ${more.join(', ')}`;
}

/** The list of a filter from the beginning on, for who compares. */
export function wholeList(world: World, filter: EventFilter): readonly Occurrence[] {
  const data = dataAt(world, lastMoment(world));
  return readEvents(cursorAt(filter, data), filter, data, EVERYTHING).events;
}
