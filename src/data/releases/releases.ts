import { diskFiles } from '../../lib/disk.ts';
import { isAbsence, readTextIfThere, stampOf } from '../../lib/file-system.ts';
import { versionPattern } from '../snapshot/version.ts';
import { deltaFile, latestFile, manifestFile, snapshotFile } from './release-files.ts';
import {
  parseEnvelope,
  partBytes,
  partCount,
  type ReleaseManifest,
  readReleaseManifest,
  wasReleased,
} from './release-manifest.ts';

/** What is handed out of a releases directory, which its publisher may add to at any time. */
export class Releases {
  readonly dir: string;
  private seen:
    | { readonly stamp: string | undefined; readonly text: string; readonly manifest: ReleaseManifest }
    | undefined;

  private constructor(dir: string) {
    this.dir = dir;
  }

  /** Opens a directory that `robotics-mcp release` has filled. Throws if it has no release that can be read. */
  static async open(dir: string): Promise<Releases> {
    const releases = new Releases(dir);
    await releases.latest();
    return releases;
  }

  /** The newest envelope's text and what it states. Read again once the file has changed. */
  async latest(): Promise<{ readonly text: string; readonly manifest: ReleaseManifest }> {
    const path = latestFile(this.dir);
    const stamp = stampOf(diskFiles, path);
    if (stamp === undefined || this.seen?.stamp !== stamp) {
      const text = Buffer.from(await diskFiles.readFile(path)).toString('utf8');
      this.seen = { stamp, text, manifest: readReleaseManifest(parseEnvelope(text).payload) };
    }
    return this.seen;
  }

  /** A part, counted from 0, of a version's compressed snapshot; undefined if there is none (any more). */
  async snapshotPart(version: string, part: number): Promise<Uint8Array | undefined> {
    const manifest = await this.manifestOf(version);
    if (manifest === undefined) return undefined;
    return readPart(snapshotFile(this.dir, manifest), part, partCount(manifest.snapshot));
  }

  /** A part, counted from 0, of the compressed delta that leads on from a version; undefined if there is none. */
  async deltaPart(from: string, part: number): Promise<Uint8Array | undefined> {
    const { manifest } = await this.latest();
    const entry = manifest.deltas.find((delta) => delta.from === from);
    return entry && readPart(deltaFile(this.dir, entry), part, partCount(entry));
  }

  /** An older version is still handed out for a while: somebody may be in the middle of it. */
  private async manifestOf(version: string): Promise<ReleaseManifest | undefined> {
    const { manifest } = await this.latest();
    if (version === manifest.version) return manifest;
    // A version that was never out may lie there too: its publisher was interrupted.
    if (!versionPattern.test(version) || !wasReleased(version, manifest)) return undefined;
    const text = await readTextIfThere(diskFiles, manifestFile(this.dir, version));
    return text === undefined ? undefined : readReleaseManifest(parseEnvelope(text).payload);
  }
}

async function readPart(path: string, part: number, parts: number): Promise<Uint8Array | undefined> {
  if (!Number.isInteger(part) || part < 0 || part >= parts) return undefined;
  try {
    return await diskFiles.readFile(path, { from: part * partBytes, length: partBytes });
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw error;
  }
}
