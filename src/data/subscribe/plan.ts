import type { DeltaEntry, ReleaseManifest } from '../releases/release-manifest.ts';
import { compareVersions } from '../snapshot/version.ts';
import { SyncError } from './errors.ts';
import type { SeenData } from './kept-data.ts';

/** A version of the data, by name and by content. */
export interface VersionMark {
  readonly version: string;
  readonly content_sha256: string;
}

/** What a manifest means for the local data. */
export type Plan =
  /** They are the newest. */
  | { readonly way: 'none'; readonly reason: 'current' | 'older' }
  | { readonly way: 'deltas'; readonly deltas: readonly DeltaEntry[]; readonly bytes: number }
  | { readonly way: 'snapshot'; readonly bytes: number };

/** Decides what is to be fetched. Throws a SyncError for what a trusted publisher would not have served. */
export function planOf(
  manifest: ReleaseManifest,
  local: VersionMark,
  seen: SeenData | undefined,
  mayUseDeltas = true,
): Plan {
  if (seen !== undefined) refuseOlderThanSeen(manifest, seen);
  const order = compareVersions(manifest.version, local.version);
  if (order < 0) return { way: 'none', reason: 'older' };
  if (order === 0) {
    refuseOtherContent(manifest, local);
    return { way: 'none', reason: 'current' };
  }
  const whole = manifest.snapshot.compressed_bytes;
  const deltas = mayUseDeltas ? chainFrom(manifest, local) : [];
  const bytes = deltas.reduce((sum, { compressed_bytes }) => sum + compressed_bytes, 0);
  return deltas.length > 0 && bytes < whole
    ? { way: 'deltas', deltas, bytes }
    : { way: 'snapshot', bytes: whole };
}

/** The deltas that lead from the local data to the newest; none where the chain does not reach so far back. */
function chainFrom({ deltas }: ReleaseManifest, local: VersionMark): readonly DeltaEntry[] {
  const first = deltas.findIndex(
    ({ from, content_before }) => from === local.version && content_before === local.content_sha256,
  );
  return first === -1 ? [] : deltas.slice(first);
}

function refuseOlderThanSeen(manifest: ReleaseManifest, { highest, issued_at }: SeenData): void {
  const order = compareVersions(manifest.version, highest.version);
  if (order < 0) {
    throw new SyncError(
      'rollback',
      `The service has version ${manifest.version}, older than ${highest.version}, which was seen before: somebody may be serving old data as new. The local data stay. If this is meant, remove seen.json in the data directory.`,
    );
  }
  if (order > 0) return;
  refuseOtherContent(manifest, highest);
  if (Date.parse(manifest.issued_at) < Date.parse(issued_at)) {
    throw new SyncError(
      'rollback',
      `The service has a manifest of ${manifest.issued_at}, older than the one of ${issued_at} that was seen before: somebody may be serving an old one as new. The local data stay.`,
    );
  }
}

function refuseOtherContent({ version, content_sha256 }: VersionMark, known: VersionMark): void {
  if (content_sha256 === known.content_sha256) return;
  throw new SyncError(
    'other_content',
    `The service has other data under the name of version ${version}. The local data stay.`,
  );
}
