import {
  type DeltaEntry,
  type PackedFile,
  partBytes,
  partCount,
  type ReleaseManifest,
} from '../releases/release-manifest.ts';
import { SyncError } from './errors.ts';
import type { SyncService } from './service.ts';

/** Told of each part that has come, with its bytes. */
export type OnBytes = (bytes: number) => void;

/** Fetches the compressed snapshot of a version. Throws a SyncError. */
export function fetchSnapshot(
  service: SyncService,
  { version, snapshot }: ReleaseManifest,
  onBytes: OnBytes,
): Promise<Uint8Array> {
  return fetchParts(
    `The snapshot ${version}`,
    snapshot,
    (part) => service.snapshotPart(version, part),
    onBytes,
  );
}

/** Fetches compressed deltas, in order. Throws a SyncError. */
export async function fetchDeltas(
  service: SyncService,
  deltas: readonly DeltaEntry[],
  onBytes: OnBytes,
): Promise<Uint8Array[]> {
  const files: Uint8Array[] = [];
  for (const delta of deltas) {
    const { from, to } = delta;
    const get = (part: number) => service.deltaPart(from, part);
    files.push(await fetchParts(`The delta from ${from} to ${to}`, delta, get, onBytes));
  }
  return files;
}

/** A whole file; its size is known before, so that nothing is taken beyond it. */
async function fetchParts(
  what: string,
  stated: PackedFile,
  get: (part: number) => Promise<Uint8Array>,
  onBytes: OnBytes,
): Promise<Uint8Array> {
  const bytes = new Uint8Array(stated.compressed_bytes);
  for (let part = 0; part < partCount(stated); part++) {
    const offset = part * partBytes;
    const expected = Math.min(partBytes, stated.compressed_bytes - offset);
    const got = await get(part);
    if (got.byteLength !== expected) {
      throw new SyncError(
        'malformed',
        `${what}: part ${part} has ${got.byteLength} bytes instead of ${expected}. The local data stay.`,
      );
    }
    bytes.set(got, offset);
    onBytes(got.byteLength);
  }
  return bytes;
}
