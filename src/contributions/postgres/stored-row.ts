import { z } from 'zod';
import { validated } from '../../lib/validated.ts';
import type { EventBody, StoredEvent } from '../event-store.ts';
import { VOID_TYPE } from '../journal/line.ts';

/** A row of the table of events: what was appended together. */
export interface StoredRow {
  readonly seq: number;
  readonly key: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** `null` stands for what is malformed, so that the others keep their numbers. */
  readonly bodies: readonly (EventBody | null)[];
}

/** The end of the year 9999. Whoever may append names the time, and a Date ends not far beyond. */
const LAST_TIME_MS = 253_402_300_799_999;
/** What is nested deeper cannot be written as JSON without the risk of filling the stack; no event of ours goes so far. */
const DEEPEST = 100;

const time = z.number().int().min(0).max(LAST_TIME_MS);
const appended = z.array(z.unknown()).min(1);
/** What every event says, also one of a newer program. What takes others back is of a directory's files alone. */
const type = z
  .string()
  .min(1)
  .refine((name) => name !== VOID_TYPE);
const anyEvent = z.looseObject({ type });

/**
 * Reads a row as the database, or a file that another program has left, gives it. The role of a node may append what no
 * program of ours does: what is malformed is left out, and the row keeps its place.
 */
export function readRow(seq: number, key: string, at: unknown, bodies: unknown): StoredRow {
  const [when, given] = [time.safeParse(at), validated(appended, bodies)];
  if (!when.success || !given.success) return { seq, key, at: 0, bodies: [null] };
  return { seq, key, at: when.data, bodies: given.data.map(readEvent) };
}

function readEvent(body: unknown): EventBody | null {
  return isShallow(body) && validated(anyEvent, body).success ? (body as EventBody) : null;
}

/** False for what is nested too deep. It looks level by level, so that no depth fills the stack. */
function isShallow(value: unknown): boolean {
  let level = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST) return false;
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []));
  }
  return true;
}

/** True if any of it was left out. */
export function isMalformed({ bodies }: StoredRow): boolean {
  return bodies.includes(null);
}

/** The events of a row, in the order of the store. */
export function eventsOf({ seq, key, at, bodies }: StoredRow): StoredEvent[] {
  return bodies.flatMap((body, i) => (body === null ? [] : [{ seq: [seq, '', i] as const, at, body, key }]));
}
