import { join } from 'node:path';
import type { FileSystem } from '../../lib/file-system.ts';
import { entryKey, type JournalEntry, readLines } from './line.ts';

/** Of a file that a process writes, of one taken out of its writer's hands, of what compaction set aside. */
export const suffixes = { journal: '.jsonl', sealed: '.sealed', torn: '.torn' } as const;

/** File systems tell times no finer than this; a directory changed since then is looked through again. */
const coarsestTimeMs = 2000;
/** Compaction does not follow upon compaction. */
const maxRounds = 3;

interface KnownFile {
  /** Bytes whose lines have been read. */
  consumed: number;
  size: number;
  damaged: number;
}

export interface News {
  readonly entries: JournalEntry[];
  /** True if something was taken back, so that `entries` are all there are. */
  readonly isAll: boolean;
}

/** What is wrong in the directory, for `info` and the operator. */
export interface JournalFaults {
  /** Files that end in the middle of a line: their process was killed, or is writing just now. */
  readonly torn: number;
  /** Whole lines whose checksum is wrong. */
  readonly damaged: number;
  /** Files of torn or damaged bytes that compaction has set aside. */
  readonly set_aside: number;
  readonly unreadable: number;
}

/** Follows the files of all processes in a directory. */
export class JournalReader {
  private readonly files: FileSystem;
  private readonly directory: string;
  private readonly now: () => number;
  private readonly known = new Map<string, KnownFile>();
  private readonly seen = new Set<string>();
  private readonly unreadable = new Set<string>();
  private setAside = 0;
  private listed: number | undefined;

  constructor(files: FileSystem, directory: string, now: () => number = Date.now) {
    this.files = files;
    this.directory = directory;
    this.now = now;
  }

  /** Bytes of all files. */
  get bytes(): number {
    let sum = 0;
    for (const { size } of this.known.values()) sum += size;
    return sum;
  }

  get fileCount(): number {
    return this.known.size;
  }

  get faults(): JournalFaults {
    const files = [...this.known.values()];
    return {
      torn: files.filter(({ consumed, size }) => consumed < size).length,
      damaged: files.reduce((sum, { damaged }) => sum + damaged, 0),
      set_aside: this.setAside,
      unreadable: this.unreadable.size,
    };
  }

  /** What has been written since the last call: one `stat` a file unless something has changed. Never throws. */
  refresh(): News {
    const entries: JournalEntry[] = [];
    let isAll = false;
    // A file that vanishes was compacted: its entries stand in a file that is not listed yet.
    for (let rounds = 0; rounds < maxRounds; rounds++) {
      const sizes = this.look();
      if (this.hasShrunk(sizes)) {
        for (const file of this.known.values()) file.consumed = file.size = file.damaged = 0;
        this.seen.clear();
        entries.length = 0;
        isAll = true;
      }
      for (const entry of this.readAll(sizes)) entries.push(entry);
      if (sizes.size === this.known.size) break;
      for (const name of this.known.keys()) if (!sizes.has(name)) this.known.delete(name);
      this.listed = undefined;
    }
    return { entries, isAll };
  }

  /** Sizes of the files that are there. */
  private look(): Map<string, number> {
    const sizes = new Map<string, number>();
    try {
      this.list();
      this.unreadable.delete('');
    } catch {
      this.unreadable.add('');
    }
    for (const [name, { size }] of this.known) {
      try {
        const stat = this.files.stat(join(this.directory, name));
        if (stat !== undefined) sizes.set(name, stat.size);
      } catch {
        sizes.set(name, size);
      }
    }
    return sizes;
  }

  private list(): void {
    const stat = this.files.stat(this.directory);
    if (stat === undefined || stat.mtimeMs === this.listed) return;
    const names = this.stableNames();
    this.setAside = names.filter((name) => name.endsWith(suffixes.torn)).length;
    const journals = new Set(
      names.filter((name) => name.endsWith(suffixes.journal) || name.endsWith(suffixes.sealed)),
    );
    for (const name of this.known.keys()) if (!journals.has(name)) this.known.delete(name);
    for (const name of journals) {
      if (!this.known.has(name)) this.known.set(name, { consumed: 0, size: 0, damaged: 0 });
    }
    this.listed = this.now() - stat.mtimeMs > coarsestTimeMs ? stat.mtimeMs : undefined;
  }

  /** A listing may miss a file that is renamed meanwhile; two equal ones in a row have not. */
  private stableNames(): readonly string[] {
    let names: readonly string[] = [];
    for (let tries = 0; tries < 5; tries++) {
      const again = [...(this.files.list(this.directory) ?? [])].sort();
      if (tries > 0 && again.join('/') === names.join('/')) return again;
      names = again;
    }
    return names;
  }

  /** A process takes back what it wrote when the disk does not confirm it. */
  private hasShrunk(sizes: ReadonlyMap<string, number>): boolean {
    return [...this.known].some(([name, { consumed }]) => (sizes.get(name) ?? consumed) < consumed);
  }

  private readAll(sizes: ReadonlyMap<string, number>): JournalEntry[] {
    const entries: JournalEntry[] = [];
    for (const [name, file] of this.known) {
      if ((sizes.get(name) ?? file.size) === file.size) continue;
      try {
        for (const entry of this.readNew(name, file)) entries.push(entry);
        this.unreadable.delete(name);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') this.unreadable.add(name);
      }
    }
    return entries;
  }

  private readNew(name: string, file: KnownFile): JournalEntry[] {
    const bytes = this.files.read(join(this.directory, name), file.consumed);
    const { entries, damaged, consumed } = readLines(bytes);
    file.size = file.consumed + bytes.byteLength;
    file.consumed += consumed;
    file.damaged += damaged.length;
    return entries.filter((entry) => {
      const key = entryKey(entry);
      if (this.seen.has(key)) return false;
      this.seen.add(key);
      return true;
    });
  }
}
