import { join } from 'node:path';
import {
  diskFiles,
  type FileSystem,
  isAbsence,
  readIfThere,
  readTextIfThere,
  stampOf,
} from '../../lib/file-system.ts';
import { versionPattern } from '../snapshot/manifest.ts';
import type { PackedFile } from './release-manifest.ts';
import {
  type DeltaEntry,
  PART_BYTES,
  parseEnvelope,
  partCount,
  type ReleaseManifest,
  readReleaseManifest,
  wasReleased,
} from './release-manifest.ts';
import type { ReleaseSource } from './release-source.ts';

/** How the beginning of a file's hash tells it from another cut under the same version. */
const SHORT_HASH = 8;

/** The envelope of the newest version: what it names is there, and it is replaced last. */
export function latestFile(dir: string): string {
  return join(dir, 'latest.json');
}

/** Folders of a releases directory beside `latest.json`. */
export const folders = { manifests: 'manifests', snapshots: 'snapshots', deltas: 'deltas' } as const;

/** The envelope of a version, kept after newer ones have come. */
export function manifestFile(dir: string, version: string): string {
  return join(dir, folders.manifests, `${version}.json`);
}

export function snapshotFile(dir: string, { version, snapshot }: ReleaseManifest): string {
  const hash = snapshot.compressed_sha256.slice(0, SHORT_HASH);
  return join(dir, folders.snapshots, `${version}-${hash}.sqlite.br`);
}

export function deltaFile(dir: string, { from, to, compressed_sha256 }: DeltaEntry): string {
  return join(dir, folders.deltas, `${from}-${to}-${compressed_sha256.slice(0, SHORT_HASH)}.json.br`);
}

/** Releases in a directory that `robotics-mcp release` fills; their publisher may add to it at any time. */
export class FolderSource implements ReleaseSource {
  readonly dir: string;
  protected readonly files: FileSystem;
  #seen:
    | { readonly stamp: string | undefined; readonly text: string; readonly manifest: ReleaseManifest }
    | undefined;

  constructor(dir: string, files = diskFiles) {
    this.dir = dir;
    this.files = files;
  }

  async manifest(): Promise<string> {
    return (await this.latest()).text;
  }

  /**
   * The newest envelope's text and what it states; read again once the file has changed. Throws if there is no release
   * that can be read.
   */
  async latest(): Promise<{ readonly text: string; readonly manifest: ReleaseManifest }> {
    const path = latestFile(this.dir);
    const stamp = stampOf(this.files, path);
    if (stamp === undefined || this.#seen?.stamp !== stamp) {
      const text = Buffer.from(await this.files.readFile(path)).toString('utf8');
      this.#seen = { stamp, text, manifest: readReleaseManifest(parseEnvelope(text).payload) };
    }
    return this.#seen;
  }

  async snapshotPart(version: string, part: number): Promise<Uint8Array | undefined> {
    const manifest = await this.#manifestOf(version);
    return manifest && this.#readPart(snapshotFile(this.dir, manifest), part, manifest.snapshot);
  }

  async deltaPart(from: string, part: number): Promise<Uint8Array | undefined> {
    const { manifest } = await this.latest();
    const entry = manifest.deltas.find((delta) => delta.from === from);
    return entry && this.#readPart(deltaFile(this.dir, entry), part, entry);
  }

  /** The compressed snapshot of a version; undefined if it is not kept. */
  snapshot(manifest: ReleaseManifest): Promise<Uint8Array | undefined> {
    return readIfThere(this.files, snapshotFile(this.dir, manifest));
  }

  /** A compressed delta; undefined if it is not there. */
  delta(entry: DeltaEntry): Promise<Uint8Array | undefined> {
    return readIfThere(this.files, deltaFile(this.dir, entry));
  }

  /** An older version is still served for a while: a client may be in the middle of fetching it. */
  async #manifestOf(version: string): Promise<ReleaseManifest | undefined> {
    const { manifest } = await this.latest();
    if (version === manifest.version) return manifest;
    // A version that was never out may lie there too: its publisher was interrupted.
    if (!versionPattern.test(version) || !wasReleased(version, manifest)) return undefined;
    const text = await readTextIfThere(this.files, manifestFile(this.dir, version));
    return text === undefined ? undefined : readReleaseManifest(parseEnvelope(text).payload);
  }

  async #readPart(path: string, part: number, stated: PackedFile): Promise<Uint8Array | undefined> {
    if (!Number.isInteger(part) || part < 0 || part >= partCount(stated)) return undefined;
    try {
      return await this.files.readFile(path, { from: part * PART_BYTES, length: PART_BYTES });
    } catch (error) {
      if (isAbsence(error)) return undefined;
      throw error;
    }
  }
}
