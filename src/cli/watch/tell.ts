import { type EventFilter, readFilter } from '../../protocol/events/filter.ts';
import type { Occurrence } from '../../protocol/events/occurrence.ts';
import { cursorAt, type EventPage, readEvents } from '../../protocol/events/read-events.ts';
import type { EventData } from '../../protocol/events/steps.ts';
import { ToolError } from '../../tools/tool.ts';
import { type Watch, type WatchesFile, withWatch } from './watches-file.ts';

/** What is told of a watch at once. */
export interface Batch {
  readonly watch: Watch;
  readonly events: readonly Occurrence[];
  /** True where something may be missing before these. */
  readonly truncated: boolean;
}

/** Hands a batch on; it settles when whoever reads it has it, and rejects where that is not known. */
type Deliver = (batch: Batch) => Promise<void>;

/** The events of a service, for the time of one look. */
export type UseEvents = <T>(use: (data: EventData) => T) => Promise<T>;

/** So many are told at once, and then kept account of. */
const BATCH = { events: 100, bytes: 256_000 };

/**
 * Tells what is new of one watch, and says how many events that were. The cursor moves only when a batch has been
 * delivered: a kill in between tells it again, under the same ids, and loses nothing.
 */
export async function tellWatch(
  file: WatchesFile,
  watch: Watch,
  using: UseEvents,
  deliver: Deliver,
): Promise<number> {
  const filter = readFilter(watch.names, watch.args);
  let told = 0;
  let { cursor } = watch;
  for (let hasMore = true; hasMore; ) {
    const page = await using((data) => pageFor({ ...watch, cursor }, filter, data));
    if (page.events.length > 0 || page.truncated)
      await deliver({ watch, events: page.events, truncated: page.truncated });
    told += page.events.length;
    if (page.cursor !== cursor && !(await move(file, watch.number, cursor, page.cursor))) break;
    ({ cursor, hasMore } = page);
  }
  return told;
}

/** False if somebody else has moved it, or removed the watch: then it is theirs to go on. */
async function move(file: WatchesFile, number: number, from: string, to: string): Promise<boolean> {
  const told = new Date().toISOString();
  const { watches } = await file.change((all) =>
    withWatch(all, number, (one) => (one.cursor === from ? { ...one, cursor: to, told } : one)),
  );
  return watches.some((one) => one.number === number && one.cursor === to);
}

/** A cursor that this program does not take, since another one reads the filter otherwise, begins at the day of the last look. */
function pageFor({ cursor, told }: Watch, filter: EventFilter, data: EventData): EventPage {
  try {
    return readEvents(cursor, filter, data, BATCH);
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return { ...readEvents(cursorAt(filter, data, told.slice(0, 10)), filter, data, BATCH), truncated: true };
  }
}
