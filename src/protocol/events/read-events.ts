import { addDays } from '../../text/calendar.ts';
import { type Position, readPosition, writePosition } from './cursor.ts';
import type { EventFilter } from './filter.ts';
import { firstMoment, type Occurrence } from './occurrence.ts';
import { BEGINNING, caughtUp, type EventData, endOf, isAhead, isGap, stepsFrom } from './steps.ts';

/** What is told at once at most. */
interface EventBounds {
  readonly events: number;
  /** Of their JSON. One event is told however large it is. */
  readonly bytes: number;
  /** ISO 8601: what happened before is left out. */
  readonly after?: string | undefined;
}

export interface EventPage {
  readonly events: readonly Occurrence[];
  /** Where to go on: opaque, and valid for the same filter. */
  readonly cursor: string;
  readonly hasMore: boolean;
  /** True where something may be missing before these. */
  readonly truncated: boolean;
}

/**
 * What has happened since a cursor: a pure function of cursor, filter and data, so that every server says the same, and
 * whatever the cuts, each event is told once. Without a cursor nothing is told, and following begins now. Throws
 * INVALID_ARGUMENT for a cursor of another filter, and for one that was not given out.
 */
export function readEvents(
  cursor: string | undefined,
  filter: EventFilter,
  data: EventData,
  bounds: EventBounds,
): EventPage {
  if (cursor === undefined) {
    return { events: [], cursor: writePosition(filter.print, endOf(data)), hasMore: false, truncated: false };
  }
  const start = readPosition(filter.print, cursor);
  // Another server has newer data: whoever asks it next loses nothing.
  if (isAhead(start, data)) return { events: [], cursor, hasMore: false, truncated: false };
  return pageFrom(start, filter, data, bounds);
}

function pageFrom(start: Position, filter: EventFilter, data: EventData, bounds: EventBounds): EventPage {
  const { after = '' } = bounds;
  const events: Occurrence[] = [];
  let [bytes, truncated] = [0, isGap(start, data)];
  let position = start;
  for (const step of stepsFrom(start, filter, data)) {
    const { occurrence } = step;
    if (occurrence.timestamp < after) {
      truncated = true;
      position = step.position;
      continue;
    }
    bytes += Buffer.byteLength(JSON.stringify(occurrence));
    if (events.length >= bounds.events || (events.length > 0 && bytes > bounds.bytes))
      return { events, cursor: writePosition(filter.print, position), hasMore: true, truncated };
    events.push(occurrence);
    position = step.position;
  }
  return { events, cursor: writePosition(filter.print, caughtUp(start, data)), hasMore: false, truncated };
}

/** The cursor before everything of which these data know, or before a day. */
export function cursorAt(filter: EventFilter, data: EventData, since?: string): string {
  if (since === undefined) return writePosition(filter.print, BEGINNING);
  const before = data.catalogue.history.filter(({ date }) => date < since).at(-1);
  const decided = data.contributions.decisions.decisions
    .filter(({ at }) => at < Date.parse(firstMoment(since)))
    .at(-1);
  return writePosition(filter.print, {
    ...BEGINNING,
    ...(before !== undefined && { version: before.version }),
    day: addDays(since, -1),
    ...(decided !== undefined && { store: data.contributions.decisions.store, seq: decided.seq }),
  });
}

/** The last events that a filter would have told, the newest first. */
export function recentEvents(filter: EventFilter, data: EventData, most: number): readonly Occurrence[] {
  const { history } = data.catalogue;
  // Nearly always the last few versions are enough, and the others need not be looked at.
  for (let versions = 1; ; versions *= 4) {
    const { version = BEGINNING.version, date = '' } = history.at(-1 - versions) ?? {};
    const found = [...stepsFrom({ ...BEGINNING, version }, filter, data)].map(({ occurrence }) => occurrence);
    const later = found.filter(({ timestamp }) => timestamp > firstMoment(date)).length;
    if (later < most && version !== BEGINNING.version) continue;
    return found
      .toReversed()
      .toSorted((a, b) => (a.timestamp > b.timestamp ? -1 : a.timestamp < b.timestamp ? 1 : 0))
      .slice(0, most);
  }
}
