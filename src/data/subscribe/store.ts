import { join } from 'node:path';
import { z } from 'zod';
import { isAbandonedDraft, isDraft, type Replaced, replaceFile } from '../../lib/atomic-file.ts';
import { DataError, isDataError, readVersioned, type Versioned } from '../../lib/data-error.ts';
import { readTextIfThere } from '../../lib/file-system.ts';
import { realSystem, type System } from '../../lib/system.ts';
import { publisherKey } from '../releases/publisher-keys.ts';
import { type SyncError, syncError } from '../releases/release-source.ts';
import { compareVersions, type Manifest, manifest, SNAPSHOT_FORMAT, sha256 } from '../snapshot/manifest.ts';
import { currentName, syncedFolder, syncedStamp } from './stamp.ts';

/** The number of `seen.json`, raised when older programs can no longer read it. */
export const SEEN_FORMAT = 1;

/** Most versions that are remembered by name. */
export const LONGEST_HISTORY = 400;

const instant = z.iso.datetime();

/** Synced data, and where they came from. */
export const syncedData = z.object({
  /**
   * The snapshot's own: an older program passes the file over and goes on from the data that came with it, instead of
   * failing at every delta that leads on from a snapshot that it cannot read.
   */
  format: z.number().int().positive(),
  manifest,
  /** Address of the service. */
  from: z.string(),
  /** When the publisher said that this was the newest version. */
  issued_at: instant,
  /** The key that signed it; null for data that nobody signed. */
  signed_by: z.string().nullable(),
  applied_at: instant,
  /** Versions that are known to have been, oldest first, this one last. */
  history: z.array(z.object({ version: z.string(), date: z.string() })).max(LONGEST_HISTORY),
});

/** `current.json`: which synced data are in use, and where they came from. */
const currentData = syncedData.extend({
  /** The synced data before these, whose file is still there. */
  before: syncedData.optional(),
});
export type CurrentData = z.infer<typeof currentData>;

/** `seen.json`: what has ever been seen of the services, against older data served as new. */
const seenData = z.object({
  format: z.literal(SEEN_FORMAT),
  highest: z.object({ version: z.string(), content_sha256: z.string() }),
  /** The key that signed it; null for one that nobody signed, absent in what older programs wrote. */
  signed_by: z.string().nullable().optional(),
  /** Of the newest manifest that was verified. */
  issued_at: instant,
  checked_at: instant,
  /** Ids of the keys that were configured when `keys` were introduced. */
  roots: z.array(z.string()),
  /** Keys that a trusted key introduced: they replace the configured ones. */
  keys: z.array(publisherKey).max(16),
});
export type SeenData = z.infer<typeof seenData>;

const seenName = 'seen.json';

/**
 * The synced data of a user: `data/` in the data directory. Snapshot files are named by version and content;
 * `current.json` says which one is in use and is replaced last, so that a reader sees the old version or the new
 * one, whole.
 */
export class SyncStore {
  /** The folder with the files. */
  readonly directory: string;
  readonly #home: string;
  /** What `begin` found, or was written since. */
  readonly #begun = new Map<string, Replaced>();
  readonly system: System;

  constructor(home: string, system = realSystem) {
    this.#home = home;
    this.directory = join(home, syncedFolder);
    this.system = system;
  }

  /** Where the lock of the process that syncs is. */
  get lockPath(): string {
    return join(this.directory, 'sync.lock');
  }

  /** Changes whenever any process has synced: one `stat`. Undefined where nothing is synced. */
  stamp(): string | undefined {
    return syncedStamp(this.#home, this.system.files);
  }

  /** Which synced data are in use; undefined if none are. Throws a DataError, damaged or newer_format. */
  async current(): Promise<CurrentData | undefined> {
    return this.#read(currentName, { schema: currentData, format: SNAPSHOT_FORMAT, oldest: 1 });
  }

  /** What has been seen of the services; undefined if nothing has. Throws a DataError, damaged or newer_format. */
  async seen(): Promise<SeenData | undefined> {
    return this.#read(seenName, { schema: seenData, format: SEEN_FORMAT });
  }

  /** Makes the directory, so that the lock can be taken. Throws a SyncError if that cannot be. */
  async prepare(): Promise<void> {
    await this.#keep(() => this.system.files.makeDirectory(this.directory));
  }

  /**
   * Notes what is there, before it is read: from then on it is replaced only while no other process has changed it. One
   * can have done so although a lock is held, where a clock is set or this process was suspended.
   */
  async begin(): Promise<void> {
    for (const name of [currentName, seenName]) {
      try {
        const content = await readTextIfThere(this.system.files, join(this.directory, name));
        this.#begun.set(name, { content });
      } catch {
        // What can never be read is replaced by what can; what others wrote and can read is not.
        this.#begun.set(name, 'unreadable');
      }
    }
  }

  /** Remembers what was seen. */
  async writeSeen(seen: SeenData): Promise<void> {
    await this.#keep(() => this.#replaceBegun(seenName, JSON.stringify(seen)));
  }

  /** Keeps the file of a version, which nothing uses yet. Throws a SyncError if the disk refuses. */
  async writeSnapshot(manifest: Manifest, bytes: Uint8Array): Promise<void> {
    await this.#keep(async () => {
      if (!(await this.#has(manifest))) await this.#replace(manifest.file, bytes);
    });
  }

  /** Makes a version whose file is there the one in use. Throws a SyncError; what was in use then still is. */
  async makeCurrent(envelope: string, current: CurrentData): Promise<void> {
    await this.#keep(async () => {
      await this.#replace(envelopeName(current.manifest.file), envelope);
      await this.#replaceBegun(currentName, JSON.stringify(current));
    });
  }

  /** Goes back to the data that came with the program. Throws a SyncError if the disk refuses. */
  async leaveCurrent(): Promise<void> {
    await this.#keep(() => this.system.files.remove(join(this.directory, currentName)));
  }

  /** The manifest with which a version came, as its publisher signed it; empty if it is gone. */
  async envelopeOf({ file }: Manifest): Promise<string> {
    const path = join(this.directory, envelopeName(file));
    return (await readTextIfThere(this.system.files, path).catch(() => undefined)) ?? '';
  }

  /**
   * Removes the files of versions before the newest of these, but for these, and what killed processes left. A newer one
   * is another's who is about to use it. Never throws.
   */
  async tidy(keep: readonly Manifest[]): Promise<void> {
    const wanted = new Set(keep.flatMap(({ file }) => [file, envelopeName(file)]));
    const isPast = (version: string) => keep.some((each) => compareVersions(version, each.version) <= 0);
    const old = this.#names().filter((name) => {
      const version = isDraft(name) ? undefined : versionOf(name);
      return version === undefined
        ? isAbandonedDraft(name, this.system)
        : !wanted.has(name) && isPast(version);
    });
    for (const name of old) {
      // Leftover files take space and do no harm.
      await this.system.files.remove(join(this.directory, name)).catch(() => undefined);
    }
  }

  #names(): readonly string[] {
    try {
      return this.system.files.list(this.directory) ?? [];
    } catch {
      return [];
    }
  }

  async #has({ file, sha256: wanted }: Manifest): Promise<boolean> {
    const bytes = await this.system.files.readFile(join(this.directory, file)).catch(() => undefined);
    return bytes !== undefined && sha256(bytes) === wanted;
  }

  #replace(name: string, content: string | Uint8Array): Promise<void> {
    return replaceFile(join(this.directory, name), content, { system: this.system });
  }

  async #replaceBegun(name: string, content: string): Promise<void> {
    const replaces = this.#begun.get(name);
    const options = { system: this.system, ...(replaces && { replaces }) };
    await replaceFile(join(this.directory, name), content, options);
    this.#begun.set(name, { content });
  }

  async #keep(write: () => Promise<void>): Promise<void> {
    try {
      await write();
    } catch (error) {
      if (isDataError(error, 'overtaken')) throw overtaken(error);
      throw syncError('storage', storageMessage(this.directory, error), error);
    }
  }

  async #read<Schema extends z.ZodType>(
    name: string,
    versioned: Versioned<Schema>,
  ): Promise<z.output<Schema> | undefined> {
    const path = join(this.directory, name);
    const unreadable = (cause: unknown) => keptDataError('damaged', `${path} cannot be read.`, cause);
    let text: string | undefined;
    try {
      text = await readTextIfThere(this.system.files, path);
    } catch (error) {
      throw unreadable(error);
    }
    if (text === undefined) return undefined;
    return readVersioned(versioned, text, ({ problem, format, cause }) => {
      if (problem === 'not_json') return unreadable(cause);
      if (problem !== 'newer_format') return keptDataError('damaged', `${path} is damaged.`, cause);
      return keptDataError(
        'newer_format',
        `${path} was written by a newer robotics-mcp (format ${format}). Update this one.`,
      );
    });
  }
}

/** Name of the file of a version: the same version in other bytes is another file. */
export function snapshotName(version: string, fileSha256: string): string {
  return `snapshot-${version}-${fileSha256.slice(0, 8)}.sqlite`;
}

/** The version whose file this is; undefined for any other file. */
function versionOf(name: string): string | undefined {
  return /^snapshot-(.+)-[0-9a-f]{8}\.(?:sqlite|manifest\.json)$/.exec(name)?.[1];
}

export function overtaken(cause?: unknown): SyncError {
  return syncError('busy', 'Another process has begun to sync meanwhile. The local data stay.', cause);
}

/** Name of the file with the manifest with which a version came, as its publisher signed it. */
export function envelopeName(file: string): string {
  return file.replace(/\.sqlite$/, '.manifest.json');
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

function keptDataError(code: 'damaged' | 'newer_format', message: string, cause?: unknown): DataError {
  return new DataError(code, message, cause);
}
