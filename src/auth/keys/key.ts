import { createHash, randomBytes, randomInt } from 'node:crypto';

const idLength = 8;
const idLetters = 'abcdefghijkmnpqrstuvwxyz23456789';
const secretBytes = 32;

/** A prefix of our own lets scanners of leaked secrets know a key when they see one. */
const form = /^rmcp_([a-z0-9]{8})_[A-Za-z0-9_-]{43}$/;

/** A key as it is shown once, and what is kept of it. */
export interface NewKey {
  readonly key: string;
  readonly id: string;
  /** 64 hex digits. */
  readonly sha256: string;
}

/** Makes a key of 256 random bits under a random id. */
export function makeKey(): NewKey {
  const id = Array.from({ length: idLength }, () => idLetters[randomInt(idLetters.length)]).join('');
  const key = `rmcp_${id}_${randomBytes(secretBytes).toString('base64url')}`;
  return { key, id, sha256: hashOf(key).toString('hex') };
}

/** The id of a key and its hash; undefined for a text that is no key. */
export function readKey(text: string): { readonly id: string; readonly hash: Buffer } | undefined {
  const id = form.exec(text)?.[1];
  return id === undefined ? undefined : { id, hash: hashOf(text) };
}

/** One round is enough: nobody can try out 256 random bits. */
function hashOf(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
