import { join } from 'node:path';
import type { FileSystem } from '../../lib/file-system.ts';
import { Lock } from '../../lib/lock.ts';
import { StorageError } from '../storage-error.ts';
import { type Compacted, compact } from './compact.ts';
import type { JournalEntry } from './line.ts';
import { type JournalFaults, JournalReader, type News } from './reader.ts';
import { JournalWriter } from './writer.ts';

/** Files that nobody has written to for so long are made into one, once there are so many. */
const compaction = { idleMs: 600_000, atLeast: 16 };

export interface JournalOptions {
  readonly files: FileSystem;
  readonly directory: string;
  readonly maxBytes: number;
  readonly now?: () => number;
}

/** The events of all processes that share a directory, each written by its own process. */
export class Journal {
  readonly directory: string;
  private readonly files: FileSystem;
  private readonly now: () => number;
  private readonly reader: JournalReader;
  private readonly writer: JournalWriter;
  /** The latest time that has been seen or given. */
  private latest = 0;

  constructor({ files, directory, maxBytes, now = Date.now }: JournalOptions) {
    this.directory = directory;
    this.files = files;
    this.now = now;
    this.reader = new JournalReader(files, directory, now);
    this.writer = new JournalWriter({
      files,
      directory,
      // What was decided upon something must lie behind it, whatever the clocks of the two processes say.
      clock: () => {
        this.latest = Math.max(now(), this.latest + 1);
        return this.latest;
      },
      checkRoom: (bytes) => {
        if (this.reader.bytes + bytes > maxBytes) throw full(maxBytes);
      },
    });
  }

  get faults(): JournalFaults {
    return this.reader.faults;
  }

  get bytes(): number {
    return this.reader.bytes;
  }

  /** True if there are so many files that they should be made into one. */
  get isScattered(): boolean {
    return this.reader.fileCount >= compaction.atLeast;
  }

  /** What all processes have written since the last call. */
  refresh(): News {
    const news = this.reader.refresh();
    for (const { t } of news.entries) this.latest = Math.max(this.latest, t);
    return news;
  }

  /** Resolves when the disk has all of them; rejects with a StorageError if it has none. */
  append(bodies: readonly JournalEntry['body'][]): Promise<void> {
    return this.writer.append(bodies);
  }

  /** Takes a lock for work that one process at a time should do. */
  lock(name: string): Promise<Lock | undefined> {
    return Lock.take(join(this.directory, `${name}.lock`));
  }

  /** Makes one file of many, if there are many and no other process is at it. */
  async compact(bounds: { idleMs: number; atLeast: number } = compaction): Promise<Compacted | undefined> {
    if (this.reader.fileCount < bounds.atLeast) return undefined;
    const lock = await this.lock('compaction');
    if (lock === undefined) return undefined;
    const { files, directory, now } = this;
    try {
      return await compact({ files, directory, now, ...bounds, mayGoOn: () => lock.isHeld() });
    } finally {
      await lock.release();
    }
  }

  close(): Promise<void> {
    return this.writer.close();
  }
}

function full(maxBytes: number): StorageError {
  return new StorageError(
    'STORAGE_FULL',
    `The ${Math.round(maxBytes / 1e6)} MB that this server keeps for contributions are used up, so nothing was kept. Searching goes on.`,
  );
}
