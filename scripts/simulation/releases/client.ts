import { FolderSource } from '../../../src/data/releases/folder-source.ts';
import {
  type PackedFile,
  partCount,
  type ReleaseManifest,
} from '../../../src/data/releases/release-manifest.ts';
import { sha256 } from '../../../src/data/snapshot/manifest.ts';
import { isAbsence } from '../../../src/lib/file-system.ts';
import type { System } from '../../../src/lib/system.ts';
import { isOfTheDisk } from '../dataset-promises.ts';

/** Fetches all that the newest manifest of a releases directory names, as a client does; says what is wrong with it. */
export async function fetchAll(dir: string, { files }: System): Promise<string[]> {
  const source = new FolderSource(dir, files);
  try {
    const { manifest } = await source.latest();
    const { version, snapshot, deltas } = manifest;
    const faults = await faultsOf(source, manifest, `the snapshot ${version}`, snapshot, (part) =>
      source.snapshotPart(version, part),
    );
    for (const delta of deltas) {
      const what = `the delta from ${delta.from} to ${delta.to}`;
      faults.push(
        ...(await faultsOf(source, manifest, what, delta, (part) => source.deltaPart(delta.from, part))),
      );
    }
    return faults;
  } catch (error) {
    // Before the first release there is none; a disk that fails gives nothing.
    if (isAbsence(error) || isOfTheDisk(error)) return [];
    throw error;
  }
}

async function faultsOf(
  source: FolderSource,
  manifest: ReleaseManifest,
  what: string,
  stated: PackedFile,
  get: (part: number) => Promise<Uint8Array | undefined>,
): Promise<string[]> {
  const parts: Uint8Array[] = [];
  for (let part = 0; part < partCount(stated); part++) {
    const bytes = await get(part);
    if (bytes === undefined) {
      // A version that has left the newest three is kept no longer; the client begins again.
      const { manifest: now } = await source.latest();
      return now.version === manifest.version ? [`${what} is named and not there`] : [];
    }
    parts.push(bytes);
  }
  return sha256(Buffer.concat(parts)) === stated.compressed_sha256
    ? []
    : [`${what} is handed out in other bytes than its manifest states`];
}
