import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readPrivateKey } from '../../src/data/releases/signing.ts';
import { chooseVersion } from '../../src/publish/cut.ts';
import { makeKeyFile } from '../../src/publish/issue.ts';
import { rotateKeys } from '../../src/publish/release.ts';
import { faultyFiles } from '../contributions/faulty-files.ts';
import { newPair, Publisher } from './publisher.ts';

let publisher: Publisher;
beforeEach(() => {
  publisher = new Publisher();
});
afterEach(() => publisher.remove());

describe('a key file', () => {
  it("is its owner's alone, and never replaced", async () => {
    const path = join(publisher.root, 'own.pem');
    await makeKeyFile(path);
    const pem = readFileSync(path, 'utf8');
    expect(readPrivateKey(pem).asymmetricKeyType).toBe('ed25519');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    await expect(makeKeyFile(path)).rejects.toThrow(/exists, and a key is never replaced/);
    expect(readFileSync(path, 'utf8')).toBe(pem);
  });

  it('that cannot be made is told as that', async () => {
    const path = join(publisher.root, 'nowhere', 'own.pem');
    await expect(makeKeyFile(path)).rejects.toThrow(/cannot be written: ENOENT/);
  });

  it.each([2, 3, 4])('of which step %i fails is not left by half', async (at) => {
    const files = faultyFiles();
    files.fail({ at, code: 'EIO', torn: 10 });
    const path = join(publisher.root, 'own.pem');
    await expect(makeKeyFile(path, files)).rejects.toThrow(/cannot be written: EIO/);
    expect(existsSync(path)).toBe(false);
    await makeKeyFile(path);
  });
});

describe('keys of the releases', () => {
  const signer = (pair = publisher.pair) => ({ key: pair.key, issuedAt: '2026-11-22T04:00:00Z' });

  it('cannot change before there is a release', async () => {
    await expect(rotateKeys(publisher.dir, signer(), {})).rejects.toThrow(/has no release yet/);
  });

  it('are introduced by one that is known, and no other signs', async () => {
    await publisher.release(20);
    const other = newPair();
    await expect(publisher.release(21, { refresh: true, signer: signer(other) })).rejects.toThrow(
      /has to be introduced by the old key first/,
    );
    await rotateKeys(publisher.dir, signer(), { introduce: other.publicKey });
    const { keys } = await rotateKeys(publisher.dir, signer(other), {
      retire: publisher.pair.publicKey.key_id,
    });
    expect(keys).toEqual([other.publicKey]);
  });

  it('retire by the hand of another that is there', async () => {
    await publisher.release(20);
    const { key_id } = publisher.pair.publicKey;
    await expect(rotateKeys(publisher.dir, signer(), { retire: key_id })).rejects.toThrow(
      /cannot retire itself/,
    );
    await expect(rotateKeys(publisher.dir, signer(), { retire: 'nobody' })).rejects.toThrow(
      `There is no key nobody; there are ${key_id}.`,
    );
  });
});

it('a version has a date with a day', () => {
  const stated = { version: '2026.11', date: '2026-11' };
  expect(() => chooseVersion(undefined, stated, '2026-11-20')).toThrow(/has the date 2026-11: write the day/);
});
