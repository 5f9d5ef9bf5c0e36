import { createHash } from 'node:crypto';
import { z } from 'zod';

/** Base64 in its one form: text that another text could stand for could be changed unseen. */
function base64(bytes: number) {
  return z.string().refine((text) => {
    const decoded = Buffer.from(text, 'base64');
    return decoded.byteLength === bytes && decoded.toString('base64') === text;
  }, `use base64 of ${bytes} bytes`);
}

const keyName = z.string().regex(/^[0-9a-f]{16}$/, 'use the 16 hexadecimal digits of a key id');

/** A public key by which releases are known: 32 bytes of Ed25519 as base64, and the name that follows from it. */
export const publisherKey = z
  .object({ key_id: keyName, public_key: base64(32) })
  .refine(({ key_id, public_key }) => key_id === keyId(public_key), 'the key id does not belong to the key');
export type PublisherKey = z.infer<typeof publisherKey>;

export const signature = z.object({ key_id: keyName, signature: base64(64) });
export type Signature = z.infer<typeof signature>;

/** The name of a key: the first 16 hexadecimal digits of the SHA-256 of its 32 bytes, given as base64. */
export function keyId(publicKey: string): string {
  return createHash('sha256').update(Buffer.from(publicKey, 'base64')).digest('hex').slice(0, 16);
}

/** Reads a public key as `release keygen` prints it. Throws a sentence that says what is wrong with it. */
export function readPublicKey(text: string): PublisherKey {
  const public_key = text.trim();
  const parsed = publisherKey.safeParse({ public_key, key_id: keyId(public_key) });
  if (parsed.success) return parsed.data;
  throw new Error(
    `"${public_key.slice(0, 80)}" is no public key: use the base64 text that "release keygen" prints`,
  );
}

/** The publishers that this package trusts. None until whoever distributes it adds one, as docs/syncing.md says. */
export const bundledPublisherKeys: readonly PublisherKey[] = [];
