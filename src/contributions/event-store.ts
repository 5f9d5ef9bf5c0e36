import { DataError, isDataError } from '../lib/data-error.ts';

/** What happened, as JSON. A store keeps it as it was given, also where a newer program made it. */
export type EventBody = Readonly<Record<string, unknown>>;

/** Where an event stands in the one order of a store; compareSeq() alone says what comes first. */
export type Seq = readonly [major: number, writer: string, minor: number];

export function compareSeq(a: Seq, b: Seq): number {
  return a[0] - b[0] || (a[1] < b[1] ? -1 : a[1] > b[1] ? 1 : a[2] - b[2]);
}

export interface StoredEvent {
  readonly seq: Seq;
  /** When it was kept, by the clock of whoever did: for people, never for the order. Milliseconds since 1970. */
  readonly at: number;
  readonly body: EventBody;
}

/** How far somebody has read: a text of the store's own, which means nothing to another store. */
export type Cursor = string;

export interface Changes {
  /**
   * In the order of the store. Where several processes write at one time, a later call may still bring an event that
   * stands before some of these, though never before one that its writer had seen.
   */
  readonly events: readonly StoredEvent[];
  readonly cursor: Cursor;
  /** True if whoever reads must start again: these are all events, and what was read before does not hold. */
  readonly startAgain: boolean;
}

export interface Expectation {
  readonly ticket: string;
  readonly undecidedSince: Seq;
}

export interface AppendOptions {
  /** What makes two events the same: of those with equal keys the first in order is kept, the others are not. */
  readonly key?: string;
  /** Keeps the events only if nothing was decided on a ticket behind a place, the last that the writer knows of. */
  readonly expect?: Expectation;
}

export type Appended =
  /** Events of this call, or earlier ones of the same key, stand there from this place on. */
  | { readonly result: 'kept' | 'already_there'; readonly seq: Seq }
  /** What was expected does not hold. */
  | { readonly result: 'overtaken' }
  /** Nobody can say whether they were kept. Given again with the same key they count once. */
  | { readonly result: 'unknown'; readonly error: DataError<StorageFault> };

/** Work that one process at a time does; if that process is killed, another may have it soon after. */
export interface Claim {
  /** False once another process has it: then the work must stop. */
  isHeld(): Promise<boolean>;
}

/** Where events are kept for all processes that share it, in one order that is the store's own. */
export interface EventStore {
  /**
   * Keeps events together, all or none. Once it resolves with `kept`, no crash loses them, and `since` shows them.
   * Rejects with a DataError if nothing was kept.
   */
  append(events: readonly EventBody[], options?: AppendOptions): Promise<Appended>;
  /** What this process has learned since a cursor, or all without one. It never waits, and never throws. */
  since(cursor?: Cursor): Changes;
  /** The last place that is taken; once it resolves, `since` shows all that was kept anywhere when it was called. */
  head(): Promise<Seq | undefined>;
  /**
   * Calls the listener whenever `since` may have something new, until the function returned is called: before the answer
   * to this process's own appends, and where the store hears of those of others, then too. The listener never throws.
   */
  wake(listener: () => void): () => void;
  /** Takes work up. `taken`: another process has it; `unavailable`: nobody can have it now. */
  claim(work: string): Promise<Claim | 'taken' | 'unavailable'>;
  /** Gives work back; nobody takes it up before so many milliseconds have passed. */
  settle(claim: Claim, afterMs?: number): Promise<void>;
  /** Puts what is kept in better order, if it needs that and no other process is at it. */
  tidy(): Promise<void>;
  readonly needsTidying: boolean;
  /** What is wrong where the events are kept: sentences for the operator. */
  readonly warnings: readonly string[];
  /** Waits for what is being written. */
  close(): Promise<void>;
}

export type StorageFault = 'STORAGE_FULL' | 'READ_ONLY' | 'INTERNAL';

/** True for why a contribution was not kept; the message is fit to be told to the caller, the cause for the log. */
export function isStorageError(error: unknown): error is DataError<StorageFault> {
  return isDataError(error, 'STORAGE_FULL', 'READ_ONLY', 'INTERNAL');
}

const full = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
const readOnly = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'ENOENT', 'EEXIST', 'EISDIR', 'ELOOP']);

/** What a failure of the file system means to whoever contributes; no path is told. */
export function storageError(error: unknown): DataError<StorageFault> {
  if (isStorageError(error)) return error;
  const { code = '' } = error as NodeJS.ErrnoException;
  if (full.has(code)) {
    return new DataError(
      'STORAGE_FULL',
      'The disk of this server is full, so nothing was kept. Try again when its operator has made room; searching goes on.',
      error,
    );
  }
  if (readOnly.has(code)) {
    return new DataError(
      'READ_ONLY',
      'This server cannot write to its data directory, so nothing was kept. Its operator can set another with --data-dir or ROBOTICS_MCP_HOME; searching goes on.',
      error,
    );
  }
  return new DataError(
    'INTERNAL',
    'The disk did not confirm that this was kept, so it counts as not kept. Try again; searching goes on.',
    error,
  );
}
