import { join } from 'node:path';
import type { DataError } from '../../lib/data-error.ts';
import type { AppendFile } from '../../lib/file-system.ts';
import { lazily } from '../../lib/lazily.ts';
import type { System } from '../../lib/system.ts';
import { type EventBody, type StorageFault, storageError } from '../event-store.ts';
import { type JournalEntry, VOID_TYPE, writeLine, writerOf } from './line.ts';

interface WriterOptions {
  readonly system: System;
  readonly directory: string;
  /** A time later than everything that this process has seen: now, or one that is given, if that is later. */
  readonly nextTime: (at?: number) => number;
  /** Called when entries have become durable, before their writers are answered. */
  readonly onKept: () => void;
  /** Called with entries that the disk did not confirm and that could not be truncated. */
  readonly onUnconfirmed: (entries: readonly JournalEntry[]) => void;
}

/** The durable entries; or why it is unknown whether they are on the disk. */
type Written = { readonly entries: readonly JournalEntry[] } | { readonly unknown: DataError<StorageFault> };

interface Waiting {
  readonly entries: readonly JournalEntry[];
  readonly resolve: (written: Written) => void;
  readonly reject: (error: unknown) => void;
}

interface OpenFile {
  readonly path: string;
  readonly file: AppendFile;
  /** Bytes that are known to be good. */
  size: number;
}

/**
 * The one file of this process. Nothing is created before the first entry; an entry counts as written when the
 * disk has confirmed it. What arrives while the disk is busy is written together. A file in which anything
 * failed is closed for good: after a failed flush nobody knows what a second one would confirm.
 */
export class JournalWriter {
  readonly #options: WriterOptions;
  readonly #waiting: Waiting[] = [];
  readonly #toVoid: JournalEntry[] = [];
  /** Made for the first entry, since Node's cryptography takes long to load. */
  readonly #id: () => string;
  #current: OpenFile | undefined;
  #generation = 0;
  #count = 0;
  #busy: Promise<void> | undefined;

  constructor(options: WriterOptions) {
    this.#options = options;
    const { clock, random, processes } = options.system;
    this.#id = lazily(() => `${clock.now().toString(36)}-${processes.pid.toString(36)}-${random.hex(4)}`);
  }

  /** Appends entries together, all or none; rejects with a DataError if none is on the disk. */
  append(bodies: readonly EventBody[], keyHash?: string, at?: number): Promise<Written> {
    const t = this.#options.nextTime(at);
    const w = writerOf(this.#id(), keyHash, bodies.length);
    const entries = bodies.map((body) => this.#entry(t, w, body));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ entries, resolve, reject });
      this.#busy ??= this.#drain();
    });
  }

  /** Waits for what is being written and closes the file. */
  async close(): Promise<void> {
    await this.#busy;
    await this.#current?.file.close().catch(() => undefined);
    this.#current = undefined;
  }

  #entry(t: number, w: string, body: EventBody): JournalEntry {
    this.#count += 1;
    return { t, w, n: this.#count, body };
  }

  async #drain(): Promise<void> {
    // Group commit: whatever else is appended in this turn is written along.
    await Promise.resolve();
    while (this.#waiting.length > 0) await this.#writeBatch(this.#waiting.splice(0));
    // Cleared at once: otherwise later appends would wait for a write that never comes.
    this.#busy = undefined;
  }

  async #writeBatch(batch: readonly Waiting[]): Promise<void> {
    try {
      const unknown = await this.#write(batch.flatMap((each) => each.entries));
      this.#options.onKept();
      for (const { entries, resolve } of batch) resolve(unknown === undefined ? { entries } : { unknown });
    } catch (error) {
      for (const { reject } of batch) reject(storageError(error));
    }
  }

  /** Resolves with the reason if it is unknown whether they are on the disk; rejects if they are not. */
  async #write(given: readonly JournalEntry[]): Promise<DataError<StorageFault> | undefined> {
    const voids = this.#toVoid.splice(0);
    const entries = [...this.#takeBack(voids), ...given];
    const bytes = Buffer.from(entries.map(writeLine).join(''));
    let isBegun = false;
    let isElsewhere = false;
    try {
      for (;;) {
        const open = await this.#open();
        isBegun = true;
        // Compaction renames a file before reading it. An entry that was flushed while the file still had its name
        // is read there; one that may have come too late is written again, under the same number.
        if (await this.#writeTo(open, bytes, entries)) return undefined;
        isElsewhere = true;
      }
    } catch (error) {
      this.#toVoid.push(...voids);
      if (isElsewhere) this.#doubt(entries);
      if (!isBegun) throw error;
      return storageError(error);
    }
  }

  /** Void entries, one for each writer of the voided ones. */
  #takeBack(voids: readonly JournalEntry[]): JournalEntry[] {
    const t = voids.length > 0 ? this.#options.nextTime() : 0;
    return [...new Set(voids.map(({ w }) => w))].map((writer) => {
      const numbers = voids.filter(({ w }) => w === writer).map(({ n }) => n);
      return this.#entry(t, writer, { type: VOID_TYPE, entries: numbers });
    });
  }

  /** False if the file lost its name meanwhile. */
  async #writeTo(open: OpenFile, bytes: Uint8Array, entries: readonly JournalEntry[]): Promise<boolean> {
    const { system, directory } = this.#options;
    let hasName: boolean;
    try {
      await open.file.write(bytes);
      await open.file.flush();
      if (open.size === 0) await system.files.flushDirectory(directory);
      hasName = system.files.stat(open.path) !== undefined;
    } catch (error) {
      await this.#abandon(open, entries);
      throw error;
    }
    open.size += bytes.byteLength;
    if (hasName) return true;
    this.#current = undefined;
    await open.file.close().catch(() => undefined);
    return false;
  }

  async #open(): Promise<OpenFile> {
    if (this.#current !== undefined) return this.#current;
    const { system, directory } = this.#options;
    await system.files.makeDirectory(directory);
    this.#generation += 1;
    const path = join(directory, `${this.#id()}-${this.#generation}.jsonl`);
    this.#current = { path, file: await system.files.create(path), size: 0 };
    return this.#current;
  }

  async #abandon(open: OpenFile, entries: readonly JournalEntry[]): Promise<void> {
    this.#current = undefined;
    const isUndone = await open.file.truncate(open.size).then(
      () => true,
      () => false,
    );
    if (!isUndone) this.#doubt(entries);
    await open.file.close().catch(() => undefined);
    // Each refusal of a full disk would leave another empty file behind, which every reader looks at.
    if (isUndone && open.size === 0)
      await this.#options.system.files.remove(open.path).catch(() => undefined);
  }

  /** Entries that cannot be truncated are voided by the next entry that can be written. */
  #doubt(entries: readonly JournalEntry[]): void {
    this.#toVoid.push(...entries);
    this.#options.onUnconfirmed(entries);
  }
}
