import { DataError, isDataError } from '../../lib/data-error.ts';
import {
  type DeltaEntry,
  PART_BYTES,
  type PackedFile,
  partCount,
  type ReleaseManifest,
} from './release-manifest.ts';

/** Where releases come from. A new way to fetch them is one more class, and the line of subscribe/sync.ts that connects it. */
export interface ReleaseSource {
  /** The text of the newest version's manifest, signed if somebody did. */
  manifest(): Promise<string>;
  /** A part of the compressed snapshot of a version, counted from 0; undefined if there is none (any more). */
  snapshotPart(version: string, part: number): Promise<Uint8Array | undefined>;
  /** A part of the compressed delta that leads on from a version; undefined if there is none (any more). */
  deltaPart(from: string, part: number): Promise<Uint8Array | undefined>;
}

/** Names of what the three methods give, by which a service answers for them. */
export const releaseUris = {
  manifest: 'robotics://snapshot',
  snapshotPart: (version: string, part: number) => `robotics://snapshot/${version}/${part}`,
  deltaPart: (from: string, part: number) => `robotics://delta/${from}/${part}`,
} as const;

/** Why nothing was synced. Each name stands for one thing that was wrong, so that tests and logs can tell them apart. */
const syncProblems = [
  /** The service cannot be reached, or stopped answering. */
  'unreachable',
  /** The service answers, but offers no data. */
  'no_data',
  /** What the service answers does not keep to the protocol. */
  'malformed',
  'too_large',
  'newer_format',
  'unsigned',
  'unknown_key',
  'bad_signature',
  /** An older version, or an older one under the same name. */
  'rollback',
  /** The same version with other content. */
  'other_content',
  'altered_snapshot',
  'altered_delta',
  /** The service moved on to another version while its data were fetched. */
  'changed_meanwhile',
  /** The local disk refuses. */
  'storage',
  /** Another process is syncing. */
  'busy',
  /** The kept state, such as the highest version seen, cannot be read. */
  'damaged_state',
  'stopped',
] as const;
export type SyncProblem = (typeof syncProblems)[number];

/** Nothing was synced, and the data are as they were. The message says what was wrong and what to do. */
export type SyncError = DataError<SyncProblem>;

export function syncError(problem: SyncProblem, message: string, cause?: unknown): SyncError {
  return new DataError(problem, message, cause);
}

export function isSyncError(error: unknown): error is SyncError {
  return isDataError(error, ...syncProblems);
}

/** Called with the bytes of each part received. */
type OnBytes = (bytes: number) => void;

/** Fetches the compressed snapshot of a version. Throws a SyncError. */
export function fetchSnapshot(
  source: ReleaseSource,
  { version, snapshot }: ReleaseManifest,
  onBytes: OnBytes,
): Promise<Uint8Array> {
  const get = (part: number) => source.snapshotPart(version, part);
  const nameOf = (part: number) => releaseUris.snapshotPart(version, part);
  return fetchParts(`The snapshot ${version}`, snapshot, get, nameOf, onBytes);
}

/** Fetches compressed deltas, in order. Throws a SyncError. */
export async function fetchDeltas(
  source: ReleaseSource,
  deltas: readonly DeltaEntry[],
  onBytes: OnBytes,
): Promise<Uint8Array[]> {
  const files: Uint8Array[] = [];
  for (const delta of deltas) {
    const { from, to } = delta;
    const get = (part: number) => source.deltaPart(from, part);
    const nameOf = (part: number) => releaseUris.deltaPart(from, part);
    files.push(await fetchParts(`The delta from ${from} to ${to}`, delta, get, nameOf, onBytes));
  }
  return files;
}

/** A whole file; its size is known before, so that nothing is taken beyond it. */
async function fetchParts(
  what: string,
  stated: PackedFile,
  get: (part: number) => Promise<Uint8Array | undefined>,
  nameOf: (part: number) => string,
  onBytes: OnBytes,
): Promise<Uint8Array> {
  const bytes = new Uint8Array(stated.compressed_bytes);
  for (let part = 0; part < partCount(stated); part++) {
    const offset = part * PART_BYTES;
    const expected = Math.min(PART_BYTES, stated.compressed_bytes - offset);
    const got = await get(part);
    if (got === undefined)
      throw syncError('changed_meanwhile', `The service has no ${nameOf(part)} any more. Sync again.`);
    if (got.byteLength !== expected) {
      throw syncError(
        'malformed',
        `${what}: part ${part} has ${got.byteLength} bytes instead of ${expected}. The local data stay.`,
      );
    }
    bytes.set(got, offset);
    onBytes(got.byteLength);
  }
  return bytes;
}
