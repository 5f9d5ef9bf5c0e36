import { isDeepStrictEqual } from 'node:util';
import { DataError } from '../lib/data-error.ts';
import type { EventBody, EventStore, StoredEvent } from './event-store.ts';
import { hashOf } from './journal/line.ts';

/** What was appended together. */
interface Together {
  readonly key: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly bodies: readonly EventBody[];
}

interface Copied {
  /** Appends that this copy has carried over, and those that an earlier one had. */
  readonly copied: number;
  readonly already_there: number;
}

/** Rounds in which a store that is being written to is followed. */
const MOST_ROUNDS = 5;

/**
 * Carries all events of one store over to another, in their order, with the hashes of their keys. What was carried over
 * before is not written again. In the end both are compared. Throws a DataError with the code STORE if they cannot be
 * made the same; whatever ended it, it can be begun again.
 */
export async function copyEvents(
  from: EventStore,
  to: EventStore,
  onProgress: (copied: number, all: number) => void = () => undefined,
): Promise<Copied> {
  const there = await readAll(to);
  let wanted = await readAll(from);
  const ours = new Set(wanted.map(({ key }) => key));
  const foreign = there.filter(({ key }) => !ours.has(key)).length;
  if (foreign > 0) {
    throw new DataError(
      'STORE',
      `The target holds ${foreign} contribution event(s) that the source lacks, and nothing was copied: their order could not be the same. Copy into an empty one.`,
    );
  }
  const known = new Set(there.map(({ key }) => key));
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const missing = wanted.filter(({ key }) => !known.has(key));
    if (missing.length === 0) break;
    for (const each of missing) {
      await carry(each, to);
      known.add(each.key);
      onProgress(known.size, wanted.length);
    }
    wanted = await readAll(from);
  }
  compare(wanted, await readAll(to));
  return { copied: known.size - there.length, already_there: there.length };
}

async function carry({ key, at, bodies }: Together, to: EventStore): Promise<void> {
  const appended = await to.append(bodies, { carried: { key, at } });
  if (appended.result === 'unknown') throw appended.error;
}

/** All that a store holds now, in its order. */
async function readAll(store: EventStore): Promise<Together[]> {
  await store.head();
  const groups = new Map<string, StoredEvent[]>();
  for (const event of [...store.since().events]) {
    const [major, writer] = event.seq;
    const id = `${major} ${writer}`;
    const group = groups.get(id);
    if (group === undefined) groups.set(id, [event]);
    else group.push(event);
  }
  return [...groups].map(([id, events]) => ({
    key: events[0]?.key ?? hashOf(id),
    at: events[0]?.at ?? 0,
    bodies: events.map(({ body }) => body),
  }));
}

/** Throws if two stores hold other events, or the same in another order. */
function compare(wanted: readonly Together[], there: readonly Together[]): void {
  const at = wanted.findIndex(
    ({ key, bodies }, i) => key !== there[i]?.key || !isDeepStrictEqual(bodies, there[i]?.bodies),
  );
  if (at === -1 && wanted.length === there.length) return;
  const where = at === -1 ? wanted.length : at;
  throw new DataError(
    'STORE',
    `The copy differs from its source from append ${where + 1} of ${wanted.length} on. Somebody writes to one of them: stop the servers, and copy again into an empty one.`,
  );
}
