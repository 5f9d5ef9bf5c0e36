import type { KeyObject } from 'node:crypto';
import type { PublisherKey } from '../data/releases/publisher-key.ts';
import {
  type Envelope,
  introductionsHash,
  limits,
  type ReleaseManifest,
  readReleaseManifest,
} from '../data/releases/release-manifest.ts';
import { introduceKeys, publicKeyOf, signPayload } from '../data/releases/signing.ts';
import type { Previous } from './previous.ts';
import { ReleaseError } from './release-error.ts';

/** Who signs, and when. */
export interface Signer {
  /** Left out, what is issued is unsigned. */
  readonly key: KeyObject | undefined;
  /** ISO 8601, in UTC. */
  readonly issuedAt: string;
}

/** A change of the keys by which releases are known. */
export interface KeyChange {
  readonly introduce?: PublisherKey | undefined;
  /** Id of a key that is trusted no longer. */
  readonly retire?: string | undefined;
}

export interface Issued {
  readonly manifest: ReleaseManifest;
  readonly envelope: Envelope;
  /** The envelope as it is handed out. */
  readonly text: string;
}

/** What a manifest states of its version. */
export type Draft = Omit<ReleaseManifest, 'issued_at' | 'keys' | 'introductions_sha256'>;

/** Signs a manifest that follows upon another; keys stay as they were but for the change. */
export function issue(
  draft: Draft,
  { key, issuedAt }: Signer,
  previous: Previous | undefined,
  change: KeyChange = {},
): Issued {
  checkTime(issuedAt, previous);
  const own = key && publicKeyOf(key);
  checkOwnKey(own, previous);
  const keys = own && changedKeys(previous?.manifest.keys ?? [own], own, change);
  const introductions = [...(previous?.envelope.introductions ?? [])];
  if (key !== undefined && change.introduce !== undefined) {
    introductions.push(introduceKeys([change.introduce], issuedAt, key));
  }
  const kept = introductions.slice(-limits.introductions);
  const manifest = withoutUndefined({
    ...draft,
    issued_at: issuedAt,
    keys,
    introductions_sha256: introductionsHash(kept),
  });
  const payload = JSON.stringify(manifest);
  const envelope: Envelope = {
    payload,
    signatures: key === undefined ? [] : [signPayload(payload, key)],
    ...(kept.length > 0 && { introductions: kept }),
  };
  // What no client would take must not be issued.
  return { manifest: readReleaseManifest(payload), envelope, text: `${JSON.stringify(envelope)}\n` };
}

/** The same version, signed anew: with another time, and other keys if they change. */
export function reissue(previous: Previous, signer: Signer, change: KeyChange = {}): Issued {
  const { issued_at: _time, keys: _keys, introductions_sha256: _hash, ...draft } = previous.manifest;
  return issue(draft, signer, previous, change);
}

/** Clients take a manifest from before the one they know for a replay. */
function checkTime(issuedAt: string, previous: Previous | undefined): void {
  if (previous === undefined || Date.parse(issuedAt) >= Date.parse(previous.manifest.issued_at)) return;
  throw new ReleaseError(
    `The newest release was issued at ${previous.manifest.issued_at}, after ${issuedAt}. Check the clock, or give --issued-at.`,
  );
}

function checkOwnKey(own: PublisherKey | undefined, previous: Previous | undefined): void {
  const keys = previous?.manifest.keys;
  if (keys === undefined) return;
  const ids = keys.map(({ key_id }) => key_id).join(', ');
  if (own === undefined) {
    throw new ReleaseError(`The releases here are signed (${ids}), and clients expect it: give --key FILE.`);
  }
  if (keys.some(({ key_id }) => key_id === own.key_id)) return;
  throw new ReleaseError(
    `The releases here are signed by ${ids}, and clients trust no other: ${own.key_id} has to be introduced by the old key first. Run "robotics-mcp release rotate --introduce-key ${own.public_key}" with that.`,
  );
}

function changedKeys(
  keys: readonly PublisherKey[],
  own: PublisherKey,
  { introduce, retire }: KeyChange,
): PublisherKey[] {
  if (retire === own.key_id) {
    throw new ReleaseError(`${retire} cannot retire itself: sign with the key that takes its place.`);
  }
  if (retire !== undefined && !keys.some(({ key_id }) => key_id === retire)) {
    throw new ReleaseError(
      `There is no key ${retire}; there are ${keys.map(({ key_id }) => key_id).join(', ')}.`,
    );
  }
  const kept = keys.filter(({ key_id }) => key_id !== retire && key_id !== introduce?.key_id);
  return introduce === undefined ? kept : [...kept, introduce];
}

function withoutUndefined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as T;
}
