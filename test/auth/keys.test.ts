import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { KeyAuthenticator } from '../../src/auth/key-authenticator.ts';
import {
  addKey,
  keyFileIn,
  keysInFile,
  makeKey,
  readKey,
  readKeyFile,
  revokeKeys,
} from '../../src/auth/keys.ts';
import { diskFiles } from '../../src/lib/file-system.ts';
import { realSystem } from '../../src/lib/system.ts';
import { temporaryDirectory } from '../contributions/faulty-files.ts';

const today = '2026-11-21';
let place: ReturnType<typeof temporaryDirectory>;
let path: string;
let problems: unknown[];

beforeEach(() => {
  place = temporaryDirectory();
  path = keyFileIn(join(place.path, 'data'));
  problems = [];
});
afterEach(() => place.remove());

function authenticatorOn(day = today): KeyAuthenticator {
  return new KeyAuthenticator({
    path,
    onProblem: (error) => problems.push(error),
    now: () => new Date(`${day}T23:59:59Z`),
  });
}

async function kindOf(authenticator: KeyAuthenticator, token: string): Promise<string> {
  return (await authenticator.authenticate(token)).kind;
}

describe('a key', () => {
  it('is random, and read back by its id and hash', () => {
    const keys = Array.from({ length: 200 }, makeKey);
    expect(new Set(keys.map(({ key }) => key)).size).toBe(200);
    for (const { key, id, sha256 } of keys) {
      expect(readKey(key)?.id).toBe(id);
      expect(readKey(key)?.hash.toString('hex')).toBe(sha256);
    }
  });

  it.each(['', 'rmcp_', 'rmcp_abcdefgh_short', `rmcp_ABCDEFGH_${'a'.repeat(43)}`, 'Bearer x', 'a.b.c'])(
    'is not %j',
    (text) => {
      expect(readKey(text)).toBeUndefined();
    },
  );
});

describe('the file of keys', () => {
  it('holds hashes and no key, for its owner alone', async () => {
    const { key, id } = await addKey(keysInFile(path), { name: 'ana', scopes: ['write'] }, today);
    const text = readFileSync(path, 'utf8');
    expect(text).toContain(id);
    expect(text).not.toContain(key);
    expect(text).not.toContain(key.slice(14));
    if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(place.path, 'data'))).toEqual(['keys.json']);
  });

  it('keeps every key of many that are added at once', async () => {
    const names = Array.from({ length: 12 }, (_, i) => `user ${i}`);
    await Promise.all(names.map((name) => addKey(keysInFile(path), { name, scopes: ['read'] }, today)));
    expect(
      readKeyFile(path)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(names.sort());
  });

  it('is left as it was when it is no file of keys', async () => {
    await addKey(keysInFile(path), { name: 'ana', scopes: ['read'] }, today);
    writeFileSync(path, '{"format":2,"keys":[]}');
    await expect(addKey(keysInFile(path), { name: 'bo', scopes: ['read'] }, today)).rejects.toThrow(
      'holds no keys',
    );
    expect(readFileSync(path, 'utf8')).toBe('{"format":2,"keys":[]}');
  });

  it('is given up where others change it each time', async () => {
    await addKey(keysInFile(path), { name: 'ana', scopes: ['read'] }, today);
    let changes = 0;
    // Somebody else, who takes no turns, is always faster.
    const readFile = async (file: string) => {
      const found = await diskFiles.readFile(file);
      if (file === path && changes++ < 100) writeFileSync(path, `${Buffer.from(found)} `);
      return found;
    };
    const system = { ...realSystem, files: { ...diskFiles, readFile } };
    await expect(addKey(keysInFile(path, system), { name: 'bo', scopes: ['read'] }, today)).rejects.toThrow(
      'Others change the keys at the same time',
    );
    expect(changes).toBeLessThan(20);
    expect(readKeyFile(path).map(({ name }) => name)).toEqual(['ana']);
  });

  it('is not made by looking', () => {
    expect(readKeyFile(path)).toEqual([]);
    expect(existsSync(join(place.path, 'data'))).toBe(false);
  });
});

describe('adding', () => {
  it('refuses a second key of one name while the first is in force', async () => {
    const { id } = await addKey(keysInFile(path), { name: 'ana', scopes: ['read'] }, today);
    await expect(addKey(keysInFile(path), { name: 'ana', scopes: ['read'] }, today)).rejects.toThrow(id);
    await revokeKeys(keysInFile(path), ['ana'], today);
    await addKey(keysInFile(path), { name: 'ana', scopes: ['read'] }, today);
    expect(readKeyFile(path)).toHaveLength(2);
  });

  it('refuses a key that would never be good', async () => {
    await expect(
      addKey(keysInFile(path), { name: 'ana', scopes: ['read'], expires: '2026-11-20' }, today),
    ).rejects.toThrow('has passed');
  });
});

describe('revoking', () => {
  it('takes the hash out, and none if one is not found', async () => {
    const [ana, bo] = [
      await addKey(keysInFile(path), { name: 'ana', scopes: ['read'] }, today),
      await addKey(keysInFile(path), { name: 'bo', scopes: ['read'] }, today),
    ];
    await expect(revokeKeys(keysInFile(path), ['ana', 'nobody'], today)).rejects.toThrow(
      'There is no key nobody',
    );
    expect(readKeyFile(path).filter(({ revoked }) => revoked !== undefined)).toEqual([]);
    const revoked = await revokeKeys(keysInFile(path), [ana.key, bo.id], today);
    expect(revoked.map(({ id, status }) => [id, status])).toEqual([
      [ana.id, 'revoked'],
      [bo.id, 'revoked'],
    ]);
    expect(readFileSync(path, 'utf8')).not.toContain('sha256');
  });
});

describe('an authenticator', () => {
  it('knows a key with its scopes, and no other', async () => {
    const authenticator = authenticatorOn();
    const { key, id } = await addKey(keysInFile(path), { name: 'ana', scopes: ['write'] }, today);
    const verdict = await authenticator.authenticate(key);
    expect(verdict).toMatchObject({ kind: 'known', caller: { name: `key:${id}`, known: true } });
    expect(verdict.kind === 'known' && [...verdict.caller.scopes].sort()).toEqual(['read', 'write']);
    const last = key.endsWith('A') ? 'B' : 'A';
    for (const wrong of [`${key.slice(0, -1)}${last}`, `${key}A`, key.slice(0, -1), makeKey().key, '', 'x']) {
      expect(await kindOf(authenticator, wrong)).toBe('refused');
    }
  });

  it('sees what is added and revoked while it runs', async () => {
    const authenticator = authenticatorOn();
    const { key } = makeKey();
    expect(await kindOf(authenticator, key)).toBe('refused');
    const ana = await addKey(keysInFile(path), { name: 'ana', scopes: ['read'] }, today);
    expect(await kindOf(authenticator, ana.key)).toBe('known');
    await revokeKeys(keysInFile(path), ['ana'], today);
    expect(await kindOf(authenticator, ana.key)).toBe('refused');
  });

  it('takes a key to the end of its last day', async () => {
    const { key } = await addKey(
      keysInFile(path),
      { name: 'ana', scopes: ['read'], expires: '2026-11-30' },
      today,
    );
    expect(await kindOf(authenticatorOn('2026-11-30'), key)).toBe('known');
    expect(await kindOf(authenticatorOn('2026-12-01'), key)).toBe('refused');
  });

  it('lets nobody in while the file cannot be read, says so once, and recovers', async () => {
    const authenticator = authenticatorOn();
    const { key } = await addKey(keysInFile(path), { name: 'ana', scopes: ['read'] }, today);
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, text.slice(0, -20));
    expect(await kindOf(authenticator, key)).toBe('unavailable');
    expect(await kindOf(authenticator, key)).toBe('unavailable');
    expect(problems).toHaveLength(1);
    writeFileSync(path, text);
    chmodSync(path, 0o600);
    expect(await kindOf(authenticator, key)).toBe('known');
  });
});
