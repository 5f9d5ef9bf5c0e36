import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { z } from 'zod';
import { type Manifest, sha256 } from '../snapshot/manifest.ts';
import { type Disk, realDisk } from './disk.ts';
import { SyncError } from './errors.ts';
import { type CurrentData, currentData, keptFormat, type SeenData, seenData } from './kept-data.ts';
import { currentName, syncedFolder, syncedStamp } from './stamp.ts';

const seenName = 'seen.json';

/** A file of the store that cannot be used; the message says which and why. */
export class KeptDataError extends Error {
  readonly problem: 'damaged' | 'newer_format';

  constructor(problem: KeptDataError['problem'], message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'KeptDataError';
    this.problem = problem;
  }
}

/**
 * The synced data of a user: `data/` in the data directory. Snapshot files are named by version and content;
 * `current.json` says which one is in use and is replaced last, so that whoever looks sees the old version or
 * the new one, whole.
 */
export class SyncStore {
  /** The folder with the files. */
  readonly directory: string;
  private readonly home: string;
  private readonly disk: Disk;

  constructor(home: string, disk: Disk = realDisk) {
    this.home = home;
    this.directory = join(home, syncedFolder);
    this.disk = disk;
  }

  /** Where the lock of the process that syncs is. */
  get lockPath(): string {
    return join(this.directory, 'sync.lock');
  }

  /** Changes whenever any process has synced: one `stat`. Undefined where nothing is synced. */
  stamp(): string | undefined {
    return syncedStamp(this.home);
  }

  /** Which synced data are in use; undefined if none are. Throws a KeptDataError. */
  async current(): Promise<CurrentData | undefined> {
    return this.read(currentName, currentData);
  }

  /** What has been seen of the services; undefined if nothing has. Throws a KeptDataError. */
  async seen(): Promise<SeenData | undefined> {
    return this.read(seenName, seenData);
  }

  /** Makes the directory, so that the lock can be taken. Throws a SyncError if that cannot be. */
  async prepare(): Promise<void> {
    await this.keep(() => this.disk.makeDirectory(this.directory));
  }

  /** Remembers what was seen. */
  async writeSeen(seen: SeenData): Promise<void> {
    await this.keep(() => this.replace(seenName, JSON.stringify(seen)));
  }

  /** Keeps the file of a version, which nothing uses yet. Throws a SyncError if the disk refuses. */
  async writeSnapshot(manifest: Manifest, bytes: Uint8Array): Promise<void> {
    await this.keep(async () => {
      if (!(await this.has(manifest))) await this.replace(manifest.file, bytes);
    });
  }

  /** Makes a version whose file is there the one in use. Throws a SyncError; what was in use then still is. */
  async makeCurrent(envelope: string, current: CurrentData): Promise<void> {
    await this.keep(async () => {
      await this.replace(envelopeName(current.manifest.file), envelope);
      await this.replace(currentName, JSON.stringify(current));
    });
  }

  /** Removes the files of versions other than these, and what killed processes left. Never throws. */
  async tidy(keep: readonly Manifest[]): Promise<void> {
    const wanted = new Set(keep.flatMap(({ file }) => [file, envelopeName(file)]));
    const names = await readdir(this.directory).catch(() => []);
    const old = names.filter((name) =>
      name.startsWith('snapshot-') && !name.endsWith(tempSuffix) ? !wanted.has(name) : isOrphan(name),
    );
    for (const name of old) await this.disk.remove(join(this.directory, name)).catch(() => undefined);
  }

  private async has({ file, sha256: wanted }: Manifest): Promise<boolean> {
    const bytes = await readFile(join(this.directory, file)).catch(() => undefined);
    return bytes !== undefined && sha256(bytes) === wanted;
  }

  private async replace(name: string, content: string | Uint8Array): Promise<void> {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    const path = join(this.directory, name);
    const temporary = `${path}.${process.pid}-${++written}${tempSuffix}`;
    try {
      await this.disk.write(temporary, bytes);
      await this.disk.rename(temporary, path);
    } catch (error) {
      await this.disk.remove(temporary).catch(() => undefined);
      throw error;
    }
    await this.disk.flushDirectory(this.directory);
  }

  private async keep(write: () => Promise<void>): Promise<void> {
    try {
      await write();
    } catch (error) {
      throw new SyncError('storage', storageMessage(this.directory, error), error);
    }
  }

  private async read<Schema extends z.ZodType>(
    name: string,
    schema: Schema,
  ): Promise<z.output<Schema> | undefined> {
    const path = join(this.directory, name);
    let json: unknown;
    try {
      json = JSON.parse(await readFile(path, 'utf8'));
    } catch (error) {
      if (isAbsent(error)) return undefined;
      throw new KeptDataError('damaged', `${path} cannot be read.`, error);
    }
    const format = (json as { format?: unknown } | null)?.format;
    if (typeof format === 'number' && format > keptFormat) {
      throw new KeptDataError(
        'newer_format',
        `${path} was written by a newer robotics-mcp (format ${format}). Update this one.`,
      );
    }
    const parsed = schema.safeParse(json);
    if (!parsed.success) throw new KeptDataError('damaged', `${path} is damaged.`, parsed.error);
    return parsed.data;
  }
}

/** Name of the file of a version: the same version in other bytes is another file. */
export function snapshotName(version: string, fileSha256: string): string {
  return `snapshot-${version}-${fileSha256.slice(0, 8)}.sqlite`;
}

const tempSuffix = '.tmp';
let written = 0;

/** Name of the file with the manifest with which a version came, as its publisher signed it. */
export function envelopeName(file: string): string {
  return file.replace(/\.sqlite$/, '.manifest.json');
}

/** A temporary file whose process is gone. */
function isOrphan(name: string): boolean {
  const pid = /\.(\d+)-\d+\.tmp$/.exec(name)?.[1];
  if (pid === undefined) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

function isAbsent(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' || code === 'ENOTDIR';
}

function storageMessage(directory: string, error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  const stay = 'Nothing was changed.';
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return `The disk of ${directory} is full. ${stay} Make room and sync again.`;
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return `${directory} cannot be written. ${stay} Choose another place with --data-dir.`;
  return `${directory} cannot be written: ${message}. ${stay}`;
}
