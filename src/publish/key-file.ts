import type { KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { PublisherKey } from '../data/releases/publisher-key.ts';
import { generateKeys, readPrivateKey } from '../data/releases/signing.ts';
import { diskFiles } from '../lib/disk.ts';
import { ReleaseError } from './release-error.ts';

/** Makes a pair of keys: the private one in a file that is its owner's alone and never replaced. */
export async function makeKeyFile(path: string): Promise<PublisherKey> {
  const { privateKey, publicKey } = generateKeys();
  const file = await diskFiles.create(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw new ReleaseError(`${path} cannot be written: ${error.message}.`);
    throw new ReleaseError(`${path} exists, and a key is never replaced: give another file with --out.`);
  });
  try {
    await file.write(Buffer.from(privateKey));
    await file.flush();
  } finally {
    await file.close();
  }
  await diskFiles.flushDirectory(dirname(path));
  return publicKey;
}

/** Reads a private key: the PEM text itself, as a secret in the environment holds it, or the file that has it. */
export async function readKey(given: string): Promise<KeyObject> {
  if (given.trim().startsWith('-----BEGIN')) return readPrivateKey(given.replaceAll('\\n', '\n'));
  const pem = await readFile(given, 'utf8').catch((error: NodeJS.ErrnoException) => {
    // What was given may be a key in a form that is none: it is not repeated.
    throw new ReleaseError(
      `The file that --key or ROBOTICS_MCP_RELEASE_KEY names cannot be read (${error.code}).`,
    );
  });
  return readPrivateKey(pem);
}
