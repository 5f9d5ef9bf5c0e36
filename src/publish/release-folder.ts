import { basename, dirname, join } from 'node:path';
import { contentHash } from '../data/dataset/canonical.ts';
import {
  deltaFile,
  FolderSource,
  folders,
  latestFile,
  manifestFile,
  snapshotFile,
} from '../data/releases/folder-source.ts';
import {
  type Envelope,
  parseEnvelope,
  type ReleaseManifest,
  readReleaseManifest,
  wasReleased,
} from '../data/releases/release-manifest.ts';
import { unpack } from '../data/snapshot/compress.ts';
import { compareVersions, versionPattern } from '../data/snapshot/manifest.ts';
import type { StatedContent } from '../data/snapshot/open.ts';
import { isDraft, type ReplaceOptions, replaceFile } from '../lib/atomic-file.ts';
import { DataError, isDataError } from '../lib/data-error.ts';
import { isAbsence, readTextIfThere } from '../lib/file-system.ts';
import { Lock } from '../lib/lock.ts';
import { realSystem, type System } from '../lib/system.ts';
import { Catalogue } from '../search/catalogue.ts';
import type { SqlJsStatic } from '../search/sqlite.ts';

/** Snapshots that are kept: a client may be in the middle of fetching an older one. */
const KEPT_SNAPSHOTS = 3;

/** A lock whose holder was killed is free after six seconds. */
const LOCK_WAIT = { patienceMs: 10_000, pauseMs: 250 };

/** What is served may be read by everybody. */
const SERVED_FOLDER = 0o755;
const SERVED_FILE = 0o644;

/** The newest release of a directory. */
export interface Previous {
  /** `latest.json` as it was read. */
  readonly text: string;
  readonly envelope: Envelope;
  readonly manifest: ReleaseManifest;
}

/** A manifest, and its envelope as it is handed out. */
export interface ReleaseText {
  readonly manifest: ReleaseManifest;
  readonly text: string;
}

/** A snapshot or a delta, compressed. */
export interface ReleaseFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** The versions that a directory knows. */
interface KnownReleases {
  /** The newest first; those that were never out are passed over. */
  readonly manifests: readonly ReleaseManifest[];
  /** Names of manifests that cannot be read. */
  readonly damaged: readonly string[];
}

/** A releases directory as its publisher sees it. Each method throws a DataError that says what to do. */
export class ReleaseFolder extends FolderSource {
  readonly #system: System;

  constructor(dir: string, system = realSystem) {
    super(dir, system.files);
    this.#system = system;
  }

  /** The newest release; undefined for a directory that has none yet, or is not there. */
  async previous(): Promise<Previous | undefined> {
    const path = latestFile(this.dir);
    const text = await readTextIfThere(this.files, path);
    if (text === undefined) {
      this.#checkIsNew();
      return undefined;
    }
    try {
      const envelope = parseEnvelope(text);
      return { text, envelope, manifest: readReleaseManifest(envelope.payload) };
    } catch (error) {
      if (!isDataError(error)) throw error;
      throw new DataError(
        'not_released',
        `${path}: ${error.message} A copy of each version's manifest is in ${folders.manifests}.`,
      );
    }
  }

  /** Records and history of a release that is kept whole, if its files are what was released. */
  async content(manifest: ReleaseManifest, sqlite: SqlJsStatic): Promise<StatedContent> {
    const path = snapshotFile(this.dir, manifest);
    const compressed = await this.snapshot(manifest);
    if (compressed === undefined) throw damaged(path, 'it is missing');
    const bytes = await unpack(compressed, manifest.snapshot, this.#system.aside).catch((error: unknown) => {
      throw isDataError(error, 'not_as_stated') ? damaged(path, error.message) : error;
    });
    const catalogue = new Catalogue(new sqlite.Database(bytes));
    try {
      const records = catalogue.records();
      if (contentHash(records) !== manifest.content_sha256) throw damaged(path, 'its records are others');
      return {
        records,
        history: catalogue.history,
        terms: catalogue.indexTerms(),
        meaning: catalogue.meaning(),
      };
    } finally {
      catalogue.close();
    }
  }

  /** The versions, as far as their manifests are kept; `latest` is the newest that is out. */
  async known(latest: ReleaseManifest): Promise<KnownReleases> {
    const manifests: ReleaseManifest[] = [latest];
    const unreadable: string[] = [];
    for (const name of this.#namesIn(folders.manifests).filter((each) => each.endsWith('.json'))) {
      const text = await readTextIfThere(this.files, join(this.dir, folders.manifests, name));
      if (text === undefined) continue;
      try {
        const manifest = readReleaseManifest(parseEnvelope(text).payload);
        if (manifest.version !== latest.version && wasReleased(manifest.version, latest))
          manifests.push(manifest);
      } catch {
        unreadable.push(name);
      }
    }
    manifests.sort((a, b) => compareVersions(b.version, a.version));
    return { manifests, damaged: unreadable };
  }

  /**
   * Writes to the directory while no other process does, and only if the newest release is still the one that the
   * writing was made for. Throws a DataError, overtaken, if it is not. Where a clock that was set or a process that was
   * suspended lets two write all the same, one alone replaces `latest.json`, and neither takes away what the other needs.
   */
  async commit(madeFor: Previous | undefined, write: () => Promise<void>): Promise<void> {
    await this.files.makeDirectory(this.dir, SERVED_FOLDER);
    const lock = await this.#takeLock();
    try {
      if ((await readTextIfThere(this.files, latestFile(this.dir))) !== madeFor?.text) {
        throw new DataError(
          'overtaken',
          `Another process has released to ${this.dir} meanwhile. Run it again.`,
        );
      }
      await write();
    } finally {
      await lock.release();
    }
  }

  /**
   * Writes a version: what its manifest names first, then the manifest that all begin with. Killed anywhere, the
   * directory hands out the version before or this one, whole.
   */
  async writeRelease(
    release: ReleaseText & { readonly files: readonly ReleaseFile[] },
    madeFor: Previous | undefined,
  ): Promise<void> {
    for (const { path, bytes } of release.files) await this.#put(path, bytes);
    await this.writeManifest(release, madeFor);
    await this.#tidy(release.manifest);
  }

  /** Replaces the manifest of the newest version. Throws a DataError, overtaken, if another has done so meanwhile. */
  async writeManifest(release: ReleaseText, madeFor: Previous | undefined): Promise<void> {
    await this.#put(latestFile(this.dir), release.text, { content: madeFor?.text });
    await this.keepCopy(release);
  }

  /**
   * Keeps a copy of the newest manifest by the name of its version, and both on the disk: whoever wrote it may have been
   * killed before. Only what was the newest is copied, or the name would stand for two contents.
   */
  async keepCopy({ manifest, text }: ReleaseText): Promise<void> {
    await this.files.flushDirectory(this.dir);
    const path = manifestFile(this.dir, manifest.version);
    const content = await readTextIfThere(this.files, path);
    if (content !== text) await this.#put(path, text, { content });
    else await this.files.flushDirectory(dirname(path));
  }

  /** Beginning anew where there were versions would break every client's chain. */
  #checkIsNew(): void {
    const known = this.#namesIn(folders.manifests).filter((name) => name.endsWith('.json'));
    // One may be of a first release that was interrupted.
    if (known.length <= 1) return;
    throw new DataError(
      'not_released',
      `${latestFile(this.dir)} is missing, though ${known.length} versions are there. Copy the newest of ${join(this.dir, folders.manifests)} to its place.`,
    );
  }

  async #takeLock(): Promise<Lock> {
    const path = join(this.dir, 'release.lock');
    const lock = await Lock.wait(path, { ...LOCK_WAIT, system: this.#system });
    if (lock !== undefined) return lock;
    if (!(await Lock.exists(path, this.#system)))
      throw new DataError(
        'not_released',
        `${this.dir} cannot be written. Is the disk full, or is it another user's?`,
      );
    throw new DataError(
      'not_released',
      `Another process is writing to ${this.dir}. If none is, see that it can be written, and remove ${path}.`,
    );
  }

  async #put(
    path: string,
    content: Uint8Array | string,
    replaces?: ReplaceOptions['replaces'],
  ): Promise<void> {
    await this.files.makeDirectory(dirname(path), SERVED_FOLDER);
    const options = { mode: SERVED_FILE, system: this.#system, ...(replaces && { replaces }) };
    await replaceFile(path, content, options);
  }

  /**
   * Removes files that no client can request any more, and leftovers of killed processes. What belongs to a newer version
   * is another's who is writing it.
   */
  async #tidy(latest: ReleaseManifest): Promise<void> {
    const { manifests, damaged: unreadable } = await this.known(latest);
    const kept = {
      [folders.snapshots]: manifests.slice(0, KEPT_SNAPSHOTS).map((each) => snapshotFile(this.dir, each)),
      [folders.deltas]: latest.deltas.map((delta) => deltaFile(this.dir, delta)),
      [folders.manifests]: [
        ...manifests.map(({ version }) => manifestFile(this.dir, version)),
        ...unreadable,
      ],
    };
    for (const [folder, paths] of Object.entries(kept)) {
      const names = new Set(paths.map((path) => basename(path)));
      for (const name of this.#namesIn(folder)) {
        if (isOurs(name, latest) && !names.has(name)) await this.#remove(join(folder, name));
      }
    }
    for (const name of this.#namesIn('')) if (isDraft(name)) await this.#remove(name);
  }

  async #remove(name: string): Promise<void> {
    await this.files.remove(join(this.dir, name)).catch((error: unknown) => {
      if (!isAbsence(error)) throw error;
    });
  }

  /** Names in a folder of the directory, sorted; none if it is not there. */
  #namesIn(folder: string): string[] {
    return [...(this.files.list(join(this.dir, folder)) ?? [])].sort();
  }
}

/** Foreign files are left untouched. */
function isOurs(name: string, latest: ReleaseManifest): boolean {
  if (isDraft(name)) return true;
  const [, version = ''] = releasedName.exec(name) ?? [];
  return versionPattern.test(version) && compareVersions(version, latest.version) <= 0;
}

/** `2026.11.20.json`, `2026.11.20-0badcafe.sqlite.br` and `2026.11.20-2026.11.21-0badcafe.json.br`, the last version in it. */
const releasedName = /^(?:[\d.]+-)??([\d.]+)(?:-[0-9a-f]{8})?\.(?:json|sqlite\.br|json\.br)$/;

function damaged(path: string, what: string): DataError {
  return new DataError(
    'not_released',
    `${path} is not what was released: ${what}. Put it back from a copy of the directory; "robotics-mcp release verify" shows what else is wrong.`,
  );
}
