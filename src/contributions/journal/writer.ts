import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { AppendFile, FileSystem } from '../../lib/file-system.ts';
import { lazily } from '../../lib/lazily.ts';
import { asStorageError } from '../storage-error.ts';
import { type JournalEntry, writeLine } from './line.ts';

type Body = JournalEntry['body'];

/** Entries of this type take back entries of the same writer that could not be taken off the disk. */
export const voidType = 'void';

export interface WriterOptions {
  readonly files: FileSystem;
  readonly directory: string;
  /** A time that lies behind everything that this process has seen. */
  readonly clock: () => number;
  /** Throws a StorageError if there is no room for so many bytes more. */
  readonly checkRoom: (bytes: number) => void;
}

interface Waiting {
  readonly entries: readonly JournalEntry[];
  readonly done: (error?: unknown) => void;
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
  private readonly options: WriterOptions;
  private readonly waiting: Waiting[] = [];
  private readonly toVoid: number[] = [];
  private current: OpenFile | undefined;
  private generation = 0;
  private count = 0;
  private busy: Promise<void> | undefined;
  private readonly madeId = lazily(
    () => `${Date.now().toString(36)}-${process.pid.toString(36)}-${randomBytes(4).toString('hex')}`,
  );

  constructor(options: WriterOptions) {
    this.options = options;
  }

  /** Made for the first entry, since Node's cryptography takes long to load. */
  get id(): string {
    return this.madeId();
  }

  /** Appends entries together; rejects with a StorageError if they are not kept, none of them. */
  append(bodies: readonly Body[]): Promise<void> {
    const t = this.options.clock();
    const entries = bodies.map((body) => this.entry(t, body));
    return new Promise((resolve, reject) => {
      this.waiting.push({ entries, done: (error) => (error === undefined ? resolve() : reject(error)) });
      this.busy ??= this.drain();
    });
  }

  /** Waits for what is being written and closes the file. */
  async close(): Promise<void> {
    await this.busy;
    await this.current?.file.close().catch(() => undefined);
    this.current = undefined;
  }

  private entry(t: number, body: Body): JournalEntry {
    this.count += 1;
    return { t, w: this.id, n: this.count, body };
  }

  private async drain(): Promise<void> {
    // Whatever else is appended in this moment goes along.
    await Promise.resolve();
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0);
      const error = await this.write(batch).catch(asStorageError);
      for (const { done } of batch) done(error ?? undefined);
    }
    // At once, or what is appended by those who have just been answered would wait for nobody.
    this.busy = undefined;
  }

  private async write(batch: readonly Waiting[]): Promise<void> {
    const voids = this.toVoid.splice(0);
    const takenBack =
      voids.length > 0 ? [this.entry(this.options.clock(), { type: voidType, entries: voids })] : [];
    const entries = [...takenBack, ...batch.flatMap((each) => each.entries)];
    const bytes = Buffer.from(entries.map(writeLine).join(''));
    let isElsewhere = false;
    try {
      this.options.checkRoom(bytes.byteLength);
      // Whoever compacts renames a file before reading it. An entry that was flushed while the file still had its
      // name is read there; one that may have come too late is written again, under the same number.
      while (!(await this.writeOnce(bytes, entries))) isElsewhere = true;
    } catch (error) {
      this.toVoid.push(...voids);
      if (isElsewhere) this.toVoid.push(...entries.map(({ n }) => n));
      throw error;
    }
  }

  /** False if the file lost its name meanwhile. */
  private async writeOnce(bytes: Uint8Array, entries: readonly JournalEntry[]): Promise<boolean> {
    const { files, directory } = this.options;
    const isNew = this.current === undefined;
    const open = await this.open();
    let hasName: boolean;
    try {
      await open.file.write(bytes);
      await open.file.flush();
      if (isNew) await files.flushDirectory(directory);
      hasName = files.stat(open.path) !== undefined;
    } catch (error) {
      await this.abandon(open, entries);
      throw error;
    }
    open.size += bytes.byteLength;
    if (hasName) return true;
    this.current = undefined;
    await open.file.close().catch(() => undefined);
    return false;
  }

  private async open(): Promise<OpenFile> {
    if (this.current !== undefined) return this.current;
    const { files, directory } = this.options;
    await files.makeDirectory(directory);
    this.generation += 1;
    const path = join(directory, `${this.id}-${this.generation}.jsonl`);
    this.current = { path, file: await files.create(path), size: 0 };
    return this.current;
  }

  private async abandon(open: OpenFile, entries: readonly JournalEntry[]): Promise<void> {
    this.current = undefined;
    try {
      await open.file.truncate(open.size);
    } catch {
      // What cannot be taken off the disk is taken back by the next entry that can be written.
      this.toVoid.push(...entries.map(({ n }) => n));
    }
    await open.file.close().catch(() => undefined);
  }
}
