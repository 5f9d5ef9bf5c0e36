import type { KeyObject } from 'node:crypto';
import { dirname } from 'node:path';
import type { PublisherKey } from '../data/releases/publisher-keys.ts';
import {
  type Envelope,
  introductionsHash,
  limits,
  type ReleaseManifest,
  readReleaseManifest,
} from '../data/releases/release-manifest.ts';
import {
  generateKeys,
  introduceKeys,
  publicKeyOf,
  readPrivateKey,
  signPayload,
} from '../data/releases/signing.ts';
import { DataError } from '../lib/data-error.ts';
import { diskFiles, readText } from '../lib/file-system.ts';
import type { Previous, ReleaseText } from './release-folder.ts';

/** Makes a pair of keys: the private one in a file that is its owner's alone and never replaced, whole or not there. */
export async function makeKeyFile(path: string, files = diskFiles): Promise<PublisherKey> {
  const { privateKey, publicKey } = generateKeys();
  const file = await files.create(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw cannotBeWritten(path, error);
    throw new DataError(
      'not_released',
      `${path} exists, and a key is never replaced: give another file with --out.`,
    );
  });
  try {
    await file.write(Buffer.from(privateKey));
    await file.flush();
    await files.flushDirectory(dirname(path));
  } catch (error) {
    // Half a key would stay in the way of the next.
    await files.remove(path).catch(() => undefined);
    throw cannotBeWritten(path, error as Error);
  } finally {
    await file.close();
  }
  return publicKey;
}

function cannotBeWritten(path: string, error: Error): DataError {
  return new DataError('not_released', `${path} cannot be written: ${error.message}.`, error);
}

/** Reads a private key: the PEM text itself, as a secret in the environment holds it, or the file that has it. */
export async function readKey(given: string): Promise<KeyObject> {
  if (given.trim().startsWith('-----BEGIN')) return readPrivateKey(given.replaceAll('\\n', '\n'));
  const pem = await readText(diskFiles, given).catch((error: NodeJS.ErrnoException) => {
    // What was given may be a key in a form that is none: it is not repeated.
    throw new DataError(
      'not_released',
      `The file that --key or ROBOTICS_MCP_RELEASE_KEY names cannot be read (${error.code}).`,
    );
  });
  return readPrivateKey(pem);
}

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

export interface Issued extends ReleaseText {
  readonly envelope: Envelope;
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
  throw new DataError(
    'not_released',
    `The newest release was issued at ${previous.manifest.issued_at}, after ${issuedAt}. Check the clock, or give --issued-at.`,
  );
}

function checkOwnKey(own: PublisherKey | undefined, previous: Previous | undefined): void {
  const keys = previous?.manifest.keys;
  if (keys === undefined) return;
  const ids = keys.map(({ key_id }) => key_id).join(', ');
  if (own === undefined) {
    throw new DataError(
      'not_released',
      `The releases here are signed (${ids}), and clients expect it: give --key FILE.`,
    );
  }
  if (keys.some(({ key_id }) => key_id === own.key_id)) return;
  throw new DataError(
    'not_released',
    `The releases here are signed by ${ids}, and clients trust no other: ${own.key_id} has to be introduced by the old key first. Run "robotics-mcp release rotate --introduce-key ${own.public_key}" with that.`,
  );
}

function changedKeys(
  keys: readonly PublisherKey[],
  own: PublisherKey,
  { introduce, retire }: KeyChange,
): PublisherKey[] {
  if (retire === own.key_id) {
    throw new DataError(
      'not_released',
      `${retire} cannot retire itself: sign with the key that takes its place.`,
    );
  }
  if (retire !== undefined && !keys.some(({ key_id }) => key_id === retire)) {
    throw new DataError(
      'not_released',
      `There is no key ${retire}; there are ${keys.map(({ key_id }) => key_id).join(', ')}.`,
    );
  }
  const kept = keys.filter(({ key_id }) => key_id !== retire && key_id !== introduce?.key_id);
  return introduce === undefined ? kept : [...kept, introduce];
}

function withoutUndefined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as T;
}
