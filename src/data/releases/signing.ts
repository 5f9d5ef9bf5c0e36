import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { z } from 'zod';
import { DataError } from '../../lib/data-error.ts';
import { keyId, type PublisherKey, publisherKey, type Signature } from './publisher-keys.ts';
import {
  type Envelope,
  introductionsHash,
  limits,
  type ReleaseManifest,
  readReleaseManifest,
  type Signed,
} from './release-manifest.ts';

/** An envelope that nobody trusted vouches for. The message says what is wrong and what to do. */
export type TrustError = DataError<'unsigned' | 'unknown_key' | 'bad_signature'>;

/** A statement, signed by a trusted key, that others are to be trusted. */
const introduction = z.object({
  type: z.literal('key-introduction'),
  issued_at: z.iso.datetime(),
  introduces: z.array(publisherKey).min(1).max(limits.keys),
});

interface Verified {
  /** The exact text that was signed. */
  readonly payload: string;
  readonly manifest: ReleaseManifest;
  /** Id of the key that was trusted. */
  readonly signed_by: string;
  /**
   * All keys to trust from here on: those that the manifest lists, if it lists any, so that a key left out of it is
   * retired; else those that were trusted before and those introduced.
   */
  readonly trusted: readonly PublisherKey[];
}

/** Makes a pair of keys: the private one as PEM (PKCS #8). */
export function generateKeys(): { readonly privateKey: string; readonly publicKey: PublisherKey } {
  const { privateKey } = generateKeyPairSync('ed25519');
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
  return { privateKey: pem, publicKey: publicKeyOf(privateKey) };
}

/** Reads a private key (PEM). Throws a sentence that never shows any of it. */
export function readPrivateKey(pem: string): KeyObject {
  let key: KeyObject | undefined;
  try {
    key = createPrivateKey(pem);
  } catch {
    // Reported below; the parser's message might quote the text.
  }
  if (key?.asymmetricKeyType === 'ed25519') return key;
  throw new Error(
    'The key is no private Ed25519 key in PEM form. Make one with "robotics-mcp release keygen".',
  );
}

/** The public half of a private key. */
export function publicKeyOf(privateKey: KeyObject): PublisherKey {
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  const public_key = Buffer.from(x, 'base64url').toString('base64');
  return { key_id: keyId(public_key), public_key };
}

/** Signs the UTF-8 bytes of a text. */
export function signPayload(payload: string, privateKey: KeyObject): Signature {
  return {
    key_id: publicKeyOf(privateKey).key_id,
    signature: sign(null, Buffer.from(payload, 'utf8'), privateKey).toString('base64'),
  };
}

/** Signs that further keys are to be trusted. */
export function introduceKeys(
  introduces: readonly PublisherKey[],
  issued_at: string,
  privateKey: KeyObject,
): Signed {
  const payload = JSON.stringify({ type: 'key-introduction', issued_at, introduces });
  return { payload, signatures: [signPayload(payload, privateKey)] };
}

/**
 * Checks that a trusted key signed the manifest, or one that a trusted key introduced, and reads it.
 * Throws a TrustError for a signature that is missing, wrong or a stranger's; a ManifestError for a signed manifest
 * that cannot be read, or has a newer format.
 */
export function verifyEnvelope(envelope: Envelope, trusted: readonly PublisherKey[]): Verified {
  const { payload, signatures, introductions = [] } = envelope;
  if (signatures.length === 0) {
    throw trustError('unsigned', 'The manifest is not signed, so nobody vouches for these data.');
  }
  const known = new Map(trusted.map((key) => [key.key_id, key]));
  for (const statement of introductions) {
    for (const key of introducedBy(statement, known)) known.set(key.key_id, key);
  }
  const signed_by = signerOf({ payload, signatures }, known);
  if (signed_by === undefined) {
    const ids = signatures.map(({ key_id }) => key_id).join(', ');
    throw trustError('unknown_key', `The manifest is signed by ${ids}, which is not trusted here.`);
  }
  const manifest = readReleaseManifest(payload);
  if (manifest.introductions_sha256 !== introductionsHash(envelope.introductions)) {
    throw trustError(
      'bad_signature',
      'The key introductions beside the manifest are not those it was signed with.',
    );
  }
  return { payload, manifest, signed_by, trusted: manifest.keys ?? [...known.values()] };
}

function introducedBy(statement: Signed, known: ReadonlyMap<string, PublisherKey>): readonly PublisherKey[] {
  if (signerOf(statement, known) === undefined) return [];
  try {
    return introduction.parse(JSON.parse(statement.payload)).introduces;
  } catch {
    return [];
  }
}

/** Id of a known key that signed; a known key's wrong signature is refused, whoever else signed. */
function signerOf(
  { payload, signatures }: Signed,
  known: ReadonlyMap<string, PublisherKey>,
): string | undefined {
  const bytes = Buffer.from(payload, 'utf8');
  let signer: string | undefined;
  for (const { key_id, signature } of signatures) {
    const key = known.get(key_id);
    if (key === undefined) continue;
    if (!verify(null, bytes, toKeyObject(key), Buffer.from(signature, 'base64'))) {
      throw trustError(
        'bad_signature',
        `The signature of ${key_id} does not fit the manifest: it was changed on its way, or the key was not the publisher's.`,
      );
    }
    signer ??= key_id;
  }
  return signer;
}

function toKeyObject({ public_key }: PublisherKey): KeyObject {
  const x = Buffer.from(public_key, 'base64').toString('base64url');
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
}

function trustError(code: TrustError['code'], message: string): TrustError {
  return new DataError(code, message);
}
