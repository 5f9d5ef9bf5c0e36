import { isDataError } from '../../lib/data-error.ts';
import type { PublisherKey } from '../releases/publisher-keys.ts';
import {
  type DeltaEntry,
  type ManifestError,
  parseEnvelope,
  type ReleaseManifest,
  readReleaseManifest,
} from '../releases/release-manifest.ts';
import { type SyncProblem, syncError } from '../releases/release-source.ts';
import { type TrustError, verifyEnvelope } from '../releases/signing.ts';
import { compareVersions } from '../snapshot/manifest.ts';
import type { SeenData } from './store.ts';

/** Whom the operator trusts. */
export interface Trust {
  readonly keys: readonly PublisherKey[];
  /** Takes data that nobody signed; it has no effect where a key is trusted. */
  readonly allowUnsigned: boolean;
}

/** A manifest that is trusted. */
export interface Believed {
  readonly manifest: ReleaseManifest;
  /** The key that signed it; null for an unsigned one. */
  readonly signed_by: string | null;
  /** The keys to trust from here on. */
  readonly keys: readonly PublisherKey[];
}

const how =
  'Give the key of its publisher with --sync-key, or say with --allow-unsigned that you take data that nobody vouches for.';

/** Reads the manifest in an envelope if a trusted key signed it. Throws a SyncError. */
export function believe(text: string, trust: Trust, seen: SeenData | undefined): Believed {
  const trusted = trustedKeys(trust, seen);
  try {
    const envelope = parseEnvelope(text);
    if (trust.allowUnsigned && trusted.length === 0) {
      return { manifest: readReleaseManifest(envelope.payload), signed_by: null, keys: trusted };
    }
    const { manifest, signed_by, trusted: keys } = verifyEnvelope(envelope, trusted);
    return { manifest, signed_by, keys };
  } catch (error) {
    throw asSyncError(error);
  }
}

/** Ids of the configured keys: as long as they stay the same, what they introduced holds. */
export function rootsOf({ keys }: Trust): string[] {
  return keys.map(({ key_id }) => key_id).sort();
}

/**
 * Whether another key was configured since that has taken the place of the one that signed: then what it signed, be it
 * of the year 9999, binds nobody any more.
 */
export function isDisowned(
  signed_by: string | null | undefined,
  trust: Trust,
  seen: SeenData | undefined,
): boolean {
  if (signed_by === undefined || trust.keys.length === 0) return false;
  const hasNewRoots = seen === undefined || seen.roots.join() !== rootsOf(trust).join();
  return hasNewRoots && !trust.keys.some(({ key_id }) => key_id === signed_by);
}

/** The configured keys, or those that have taken their place since. */
function trustedKeys(trust: Trust, seen: SeenData | undefined): readonly PublisherKey[] {
  if (seen === undefined || seen.keys.length === 0) return trust.keys;
  return seen.roots.join() === rootsOf(trust).join() ? seen.keys : trust.keys;
}

const problems: Readonly<Record<TrustError['code'] | ManifestError['code'], SyncProblem>> = {
  unsigned: 'unsigned',
  unknown_key: 'unknown_key',
  bad_signature: 'bad_signature',
  too_large: 'too_large',
  damaged: 'malformed',
  newer_format: 'newer_format',
};

function asSyncError(error: unknown): unknown {
  if (!isDataError(error, ...(Object.keys(problems) as (keyof typeof problems)[]))) return error;
  const advice = error.code === 'unsigned' || error.code === 'unknown_key' ? ` ${how}` : '';
  return syncError(problems[error.code], `${error.message}${advice} The local data stay.`, error);
}

/** A version of the data, by name and by content. */
export interface VersionMark {
  readonly version: string;
  readonly content_sha256: string;
}

/** What a manifest means for the local data. */
export type SyncPlan =
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
): SyncPlan {
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
    throw syncError(
      'rollback',
      `The service has version ${manifest.version}, older than ${highest.version}, which was seen before: somebody may be serving old data as new. The local data stay. If this is meant, remove the folder data/ in the data directory; if a key was stolen, give the new one with --sync-key.`,
    );
  }
  if (order > 0) return;
  refuseOtherContent(manifest, highest);
  if (Date.parse(manifest.issued_at) < Date.parse(issued_at)) {
    throw syncError(
      'rollback',
      `The service has a manifest of ${manifest.issued_at}, older than the one of ${issued_at} that was seen before: somebody may be serving an old one as new. The local data stay.`,
    );
  }
}

function refuseOtherContent({ version, content_sha256 }: VersionMark, known: VersionMark): void {
  if (content_sha256 === known.content_sha256) return;
  throw syncError(
    'other_content',
    `The service has other data under the name of version ${version}. The local data stay.`,
  );
}
