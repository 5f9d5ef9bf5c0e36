import { DataError, isDataError } from '../lib/data-error.ts';

/** An event as JSON. A store keeps it unchanged, even if a newer program wrote it. */
export type EventBody = Readonly<Record<string, unknown>>;

/** The sequence number of an event in the total order of a store; compareSeq() defines the order. */
export type Seq = readonly [major: number, writer: string, minor: number];

export function compareSeq(a: Seq, b: Seq): number {
  return a[0] - b[0] || (a[1] < b[1] ? -1 : a[1] > b[1] ? 1 : a[2] - b[2]);
}

export interface StoredEvent {
  readonly seq: Seq;
  /** When it was stored, by the clock of the writer: for people, never for the order. Milliseconds since 1970. */
  readonly at: number;
  readonly body: EventBody;
  /** The hash of the key that it was appended under. Events that were appended together differ in `seq[2]` alone. */
  readonly key?: string;
}

/** A read position, opaque and valid for one store only. */
export type Cursor = string;

export interface Changes {
  /**
   * In the order of the store. Where several processes write at one time, a later call may still bring an event
   * that precedes some of these, though never before one that its writer had seen.
   */
  readonly events: readonly StoredEvent[];
  readonly cursor: Cursor;
  /** True if the reader must start over: these are all events, and those read before are void. */
  readonly startAgain: boolean;
}

export interface Expectation {
  readonly ticket: string;
  readonly undecidedSince: Seq;
}

export interface AppendOptions {
  /** What makes two events the same: of those with equal keys the first in order is kept, the others are not. */
  readonly key?: string;
  /**
   * Optimistic concurrency: appends only if no decision on the ticket follows the last one that the writer knows.
   */
  readonly expect?: Expectation;
  /** Of events that another store kept before: when, and the hash of their key there. */
  readonly carried?: { readonly at: number; readonly key: string };
}

export type Appended =
  /** The sequence number of the events of this call, or of earlier ones with the same key. */
  | { readonly result: 'kept' | 'already_there'; readonly seq: Seq }
  /** The expectation does not hold. */
  | { readonly result: 'overtaken' }
  /** It is unknown whether they were stored. Appended again with the same key they count once. */
  | { readonly result: 'unknown'; readonly error: DataError<StorageFault> };

/** Work that one process at a time does; if that process is killed, another may have it soon after. */
export interface Claim {
  /** False once another process has it: then the work must stop. */
  isHeld(): Promise<boolean>;
}

/** An append-only log of events, shared by processes, in one total order. */
export interface EventStore {
  /**
   * Keeps events together, all or none. Once it resolves with `kept`, no crash loses them, and `since` shows them.
   * Rejects with a DataError if nothing was kept.
   */
  append(events: readonly EventBody[], options?: AppendOptions): Promise<Appended>;
  /** The events that this process has read since a cursor, or all without one. Never waits, and never throws. */
  since(cursor?: Cursor): Changes;
  /**
   * The last sequence number; once it resolves, `since` shows all that any process had stored at the time of the
   * call.
   */
  head(): Promise<Seq | undefined>;
  /**
   * Calls the listener whenever `since` may have something new, until the function returned is called: before the answer
   * to this process's own appends, and where the store hears of those of others, then too. The listener never throws.
   */
  wake(listener: () => void): () => void;
  /** Claims work. `taken`: another process has it; `unavailable`: no process can claim it now. */
  claim(work: string): Promise<Claim | 'taken' | 'unavailable'>;
  /** Releases a claim; no process can claim it again before so many milliseconds have passed. */
  settle(claim: Claim, afterMs?: number): Promise<void>;
  /** Compacts the store, if needed and no other process does. */
  tidy(): Promise<void>;
  readonly needsTidying: boolean;
  /** Why nothing can be appended now, if that is known without trying. */
  readonly refusal: DataError<StorageFault> | undefined;
  /** What is wrong where the events are kept: sentences for the operator. */
  readonly warnings: readonly string[];
  /** Waits for what is being written. */
  close(): Promise<void>;
}

export type StorageFault = 'STORAGE_FULL' | 'READ_ONLY' | 'UNAVAILABLE' | 'INTERNAL';

/** What a caller is told to wait where the store cannot be reached. */
export const RETRY_AFTER_S = 5;

/**
 * True for the error of a contribution that was not stored; the message is for the caller, the cause for the log.
 */
export function isStorageError(error: unknown): error is DataError<StorageFault> {
  return isDataError(error, 'STORAGE_FULL', 'READ_ONLY', 'UNAVAILABLE', 'INTERNAL');
}

const full = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
const readOnly = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'ENOENT', 'EEXIST', 'EISDIR', 'ELOOP']);

/** A file system error in words for the contributor, without any path. */
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
