import { join } from 'node:path';
import { Lock } from '../../lib/lock.ts';
import { realSystem, type System } from '../../lib/system.ts';
import {
  type Appended,
  type AppendOptions,
  type Changes,
  type Claim,
  type Cursor,
  compareSeq,
  type EventBody,
  type EventStore,
  type Expectation,
  type Seq,
  type StoredEvent,
} from '../event-store.ts';
import { type Compacted, compact } from './compact.ts';
import { hashOf, keyHashOf, seqOf } from './line.ts';
import { type JournalFaults, JournalReader } from './reader.ts';
import { JournalWriter } from './writer.ts';

/** Files idle for so long are compacted into one, once there are so many. */
const compaction = { idleMs: 600_000, atLeast: 16 };

export interface JournalOptions {
  readonly directory: string;
  readonly system?: System;
  /** Called once for each damaged line that is found, with a sentence for the operator. */
  readonly onDamage?: ((sentence: string) => void) | undefined;
}

/** Events in a directory that processes share, each writing files of its own: nothing is made before the first one. */
export class JournalStore implements EventStore {
  readonly directory: string;
  /** Only a write shows what the disk takes. */
  readonly refusal = undefined;
  readonly #system: System;
  readonly #reader: JournalReader;
  readonly #writer: JournalWriter;
  readonly #listeners = new Set<() => void>();
  /** Hashes of the keys under which this process has written: it writes each once. */
  readonly #written = new Set<string>();
  /** What the cursors of this store begin with. */
  readonly #name: string;
  #unchanged: Changes;
  #reads = 0;
  /** True while listeners are being called. */
  #hasLooked = false;
  /** Read from the files, and not asked for yet. */
  #unread: StoredEvent[] = [];
  #startAgain = true;
  #head: Seq | undefined;
  /** Sequence numbers of the decisions on each ticket. */
  readonly #decisions = new Map<string, Seq[]>();
  /** The latest time that has been seen or given. */
  #latest = 0;

  constructor({ directory, system = realSystem, onDamage }: JournalOptions) {
    this.directory = directory;
    this.#system = system;
    this.#name = system.random.fraction().toString(36).slice(2);
    this.#unchanged = { events: [], cursor: '', startAgain: false };
    this.#reader = new JournalReader(system, directory, onDamage);
    this.#writer = new JournalWriter({
      system,
      directory,
      // A decision must come after what it decides, whatever the clocks of the two processes say.
      nextTime: (at = system.clock.now()) => {
        this.#latest = Math.max(at, this.#latest + 1);
        return this.#latest;
      },
      onKept: () => {
        this.#look();
        this.#hasLooked = true;
        for (const listener of this.#listeners) listener();
        this.#hasLooked = false;
      },
      onUnconfirmed: (entries) => this.#reader.hide(entries),
    });
  }

  get faults(): JournalFaults {
    return this.#reader.faults;
  }

  get warnings(): readonly string[] {
    return this.#reader.warnings;
  }

  get needsTidying(): boolean {
    return this.#reader.fileCount >= compaction.atLeast;
  }

  /**
   * No file can refuse what another process is writing at the same time to its own: both are written then, and
   * every reader counts the first in order. So the outcome for a key or an expectation is determined after the
   * write.
   */
  async append(
    events: readonly EventBody[],
    { key, expect, carried }: AppendOptions = {},
  ): Promise<Appended> {
    const hash = carried?.key ?? (key === undefined ? undefined : hashOf(key));
    const there = hash !== undefined && this.#written.has(hash) ? this.#reader.firstOf(hash) : undefined;
    // What another process has written may not be on the disk yet, and is taken back if it never gets there.
    if (there !== undefined) return { result: 'already_there', seq: seqOf(there) };
    if (this.#isDecided(expect)) return { result: 'overtaken' };
    const written = await this.#writer.append(events, hash, carried?.at);
    if ('unknown' in written) return { result: 'unknown', error: written.unknown };
    const [own] = written.entries;
    if (own === undefined) throw new TypeError('There is no event to keep.');
    const seq = seqOf(own);
    if (hash !== undefined) this.#written.add(hash);
    const first = (hash === undefined ? undefined : this.#reader.firstOf(hash)) ?? own;
    // What was written together has its time in common.
    if (first.t !== own.t || first.w !== own.w) return { result: 'already_there', seq: seqOf(first) };
    if (this.#isDecided(expect, seq)) return { result: 'overtaken' };
    return { result: 'kept', seq };
  }

  since(cursor?: Cursor): Changes {
    if (cursor !== this.#unchanged.cursor) {
      this.#reader.restart();
      this.#startAgain = true;
      this.#hasLooked = false;
    }
    if (!this.#hasLooked) this.#look();
    if (this.#unread.length === 0 && !this.#startAgain) return this.#unchanged;
    const events = this.#unread.sort((a, b) => compareSeq(a.seq, b.seq));
    const startAgain = this.#startAgain;
    this.#reads += 1;
    this.#unchanged = { events: [], cursor: `${this.#name}-${this.#reads}`, startAgain: false };
    this.#unread = [];
    this.#startAgain = false;
    return { ...this.#unchanged, events, startAgain };
  }

  async head(): Promise<Seq | undefined> {
    this.#look();
    return this.#head;
  }

  wake(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async claim(work: string): Promise<Claim | 'taken' | 'unavailable'> {
    const path = join(this.directory, `${work}.lock`);
    const lock = await Lock.take(path, this.#system);
    return lock ?? ((await Lock.exists(path, this.#system)) ? 'taken' : 'unavailable');
  }

  async settle(claim: Claim, afterMs?: number): Promise<void> {
    if (!(claim instanceof Lock)) throw new TypeError('The claim is of another store.');
    await (afterMs === undefined ? claim.release() : claim.leave(afterMs));
  }

  async tidy(): Promise<void> {
    await this.compact();
  }

  /** Makes one file of many, if there are many and no other process is at it. */
  async compact(bounds: typeof compaction = compaction): Promise<Compacted | undefined> {
    if (this.#reader.fileCount < bounds.atLeast) return undefined;
    const lock = await this.claim('compaction');
    if (lock === 'taken' || lock === 'unavailable') return undefined;
    try {
      const place = { system: this.#system, directory: this.directory };
      return await compact({ ...place, ...bounds, mayGoOn: () => lock.isHeld() });
    } finally {
      await this.settle(lock);
    }
  }

  close(): Promise<void> {
    return this.#writer.close();
  }

  /** Reads what all processes have written. */
  #look(): void {
    const { entries, isAll } = this.#reader.refresh();
    if (isAll) {
      this.#unread = [];
      this.#startAgain = true;
      this.#head = undefined;
      this.#decisions.clear();
    }
    for (const entry of entries) {
      const seq = seqOf(entry);
      const { t, body } = entry;
      const key = keyHashOf(entry);
      this.#unread.push({ seq, at: t, body, ...(key !== undefined && { key }) });
      this.#latest = Math.max(this.#latest, t);
      if (this.#head === undefined || compareSeq(this.#head, seq) < 0) this.#head = seq;
      const { type, ticket } = body;
      if (type !== 'decided' || typeof ticket !== 'string') continue;
      const decisions = this.#decisions.get(ticket) ?? [];
      this.#decisions.set(ticket, [...decisions, seq]);
    }
  }

  /** True if a decision lies after the expected sequence number and before the given one. */
  #isDecided(expect: Expectation | undefined, before?: Seq): boolean {
    if (expect === undefined) return false;
    const decisions = this.#decisions.get(expect.ticket) ?? [];
    return decisions.some(
      (seq) =>
        compareSeq(expect.undecidedSince, seq) < 0 && (before === undefined || compareSeq(seq, before) < 0),
    );
  }
}
