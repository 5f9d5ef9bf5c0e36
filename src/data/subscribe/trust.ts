import type { PublisherKey } from '../releases/publisher-key.ts';
import {
  ManifestError,
  parseEnvelope,
  type ReleaseManifest,
  readReleaseManifest,
} from '../releases/release-manifest.ts';
import { TrustError, verifyEnvelope } from '../releases/signing.ts';
import { SyncError, type SyncProblem } from './errors.ts';
import type { SeenData } from './kept-data.ts';

/** Whom the operator trusts. */
export interface Trust {
  readonly keys: readonly PublisherKey[];
  /** Takes data that nobody signed. */
  readonly allowUnsigned: boolean;
}

/** A manifest that may be believed. */
export interface Believed {
  readonly manifest: ReleaseManifest;
  /** The key that signed it; null for one that nobody vouches for. */
  readonly signed_by: string | null;
  /** The keys to trust from here on. */
  readonly keys: readonly PublisherKey[];
}

const how =
  'Give the key of its publisher with --sync-key, or say with --allow-unsigned that you take data that nobody vouches for.';

/** Reads the manifest in an envelope if somebody trusted vouches for it. Throws a SyncError. */
export function believe(text: string, trust: Trust, seen: SeenData | undefined): Believed {
  const trusted = trustedKeys(trust, seen);
  try {
    const envelope = parseEnvelope(text);
    const isSigned = envelope.signatures.length > 0;
    if (trust.allowUnsigned && (!isSigned || trusted.length === 0)) {
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

/** The configured keys, or those that have taken their place since. */
function trustedKeys(trust: Trust, seen: SeenData | undefined): readonly PublisherKey[] {
  if (seen === undefined || seen.keys.length === 0) return trust.keys;
  return seen.roots.join() === rootsOf(trust).join() ? seen.keys : trust.keys;
}

const problems: Readonly<Record<TrustError['problem'] | ManifestError['problem'], SyncProblem>> = {
  unsigned: 'unsigned',
  unknown_key: 'unknown_key',
  bad_signature: 'bad_signature',
  too_large: 'too_large',
  damaged: 'malformed',
  newer_format: 'newer_format',
};

function asSyncError(error: unknown): unknown {
  if (!(error instanceof TrustError || error instanceof ManifestError)) return error;
  const advice = error.problem === 'unsigned' || error.problem === 'unknown_key' ? ` ${how}` : '';
  return new SyncError(problems[error.problem], `${error.message}${advice} The local data stay.`, error);
}
