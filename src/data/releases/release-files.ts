import { join } from 'node:path';
import type { DeltaEntry, ReleaseManifest } from './release-manifest.ts';

/** How the beginning of a file's hash tells it from another cut under the same version. */
const shortHash = 8;

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
  const hash = snapshot.compressed_sha256.slice(0, shortHash);
  return join(dir, folders.snapshots, `${version}-${hash}.sqlite.br`);
}

export function deltaFile(dir: string, { from, to, compressed_sha256 }: DeltaEntry): string {
  return join(dir, folders.deltas, `${from}-${to}-${compressed_sha256.slice(0, shortHash)}.json.br`);
}
