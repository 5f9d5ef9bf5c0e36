import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CuttingProxy } from '../../scripts/harness/cutting-proxy.ts';
import { postgresPrograms } from '../../scripts/harness/postgres.ts';
import { KeyAuthenticator } from '../../src/auth/key-authenticator.ts';
import { addKey, keysInFile, revokeKeys } from '../../src/auth/keys.ts';
import { StoreKeys } from '../../src/auth/store-keys.ts';
import { readStoreAddress } from '../../src/contributions/postgres/address.ts';
import { FoldReader, foldedKeys } from '../../src/contributions/postgres/fold.ts';
import { openPostgres } from '../../src/contributions/postgres/open.ts';
import { temporaryDirectory } from '../contributions/faulty-files.ts';
import { collect, end, expireLocks, runHere, start } from '../helpers/program.ts';
import { emptyStore, startServer } from './server.ts';

const today = '2026-11-22';

describe.skipIf(postgresPrograms() === undefined)('keys in PostgreSQL', { timeout: 120_000 }, () => {
  const server = startServer();
  const place = temporaryDirectory();
  let keys: StoreKeys;
  const nodeAddress = () => readStoreAddress(server().address('postgres', 'node'));
  beforeEach(async () => {
    await emptyStore(server());
    keys = new StoreKeys(readStoreAddress(server().address()));
  });
  afterEach(async () => {
    await keys.close();
    place.remove();
  });

  it('are added by several commands at once, and each name once', async () => {
    const names = ['ana', 'bo', 'cem', 'dee'];
    const added = await Promise.all(names.map((name) => addKey(keys, { name, scopes: ['read'] }, today)));
    expect((await keys.read()).map(({ id }) => id).sort()).toEqual(added.map(({ id }) => id).sort());
    await expect(addKey(keys, { name: 'ana', scopes: ['read'] }, today)).rejects.toThrow(added[0]?.id);
    await revokeKeys(keys, ['ana'], today);
    expect((await keys.read()).filter(({ sha256 }) => sha256 !== undefined)).toHaveLength(3);
  });

  it('are followed by a server, which believes them while the database is away', async () => {
    const directory = join(place.path, 'store');
    const store = await openPostgres({ address: nodeAddress(), directory });
    let isStale = false;
    const authenticator = new KeyAuthenticator({
      path: foldedKeys(directory),
      isStale: () => isStale,
      onProblem: (error) => {
        throw error;
      },
    });
    const kindOf = async (key: string) => (await authenticator.authenticate(key)).kind;
    try {
      const { key } = await addKey(keys, { name: 'ana', scopes: ['write'] }, today);
      await expect.poll(() => kindOf(key), { timeout: 30_000 }).toBe('known');
      await server().kill();
      await expect.poll(() => new FoldReader(directory).state?.away, { timeout: 30_000 }).toBeDefined();
      expect(await kindOf(key)).toBe('known');
      isStale = true;
      expect(await kindOf(key)).toBe('unavailable');
      isStale = false;
      await server().resume();
      await revokeKeys(keys, ['ana'], today);
      await expect.poll(() => kindOf(key), { timeout: 30_000 }).toBe('refused');
    } finally {
      await store.close();
    }
  });

  it.each([
    ['refuses connections', 'refuse'],
    ['loses everything', { swallow: 'both ways' }],
  ] as const)(
    'that are revoked while the way to the database %s hold so long, and no longer, nor after a restart',
    async (_, passing) => {
      const proxy = await CuttingProxy.start(server().port);
      const there = new URL(server().address('postgres', 'node'));
      there.port = String(proxy.port);
      const directory = join(place.path, `node ${typeof passing}`);
      const args = ['--http', '--port', '0', '--auth', 'keys', '--private', '--data-dir', directory];
      const begin = async () => {
        expireLocks(directory);
        const child = start([...args, '--store', String(there)]);
        const log = collect(child, 'stderr');
        await expect.poll(log, { timeout: 60_000 }).toMatch(/answers at http:\S+/);
        const url = /answers at (http:\S+)/.exec(log())?.[1] ?? '';
        const statusFor = async (key: string) => {
          const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
          const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
          return (await fetch(url, { method: 'POST', headers, body })).status;
        };
        return { child, log, statusFor };
      };
      const { key } = await addKey(keys, { name: 'ana', scopes: ['read'] }, today);
      let node = await begin();
      try {
        await expect.poll(() => node.statusFor(key), { timeout: 30_000 }).not.toBe(401);
        proxy.passing = passing;
        await revokeKeys(keys, ['ana'], today);
        await expect.poll(node.log, { timeout: 60_000 }).toContain('store lost');
        expect(await node.statusFor(key)).not.toBe(401);
        proxy.passing = 'pass';
        await expect.poll(() => node.statusFor(key), { timeout: 60_000 }).toBe(401);
        proxy.passing = 'refuse';
        await end(node.child);
        node = await begin();
        expect(await node.statusFor(key)).toBe(401);
      } finally {
        await end(node.child);
        await proxy.close();
      }
    },
  );

  it('are changed and listed in the shell, and not while the database is away', async () => {
    const to = ['--store', server().address()];
    const added = await runHere(['keys', 'add', 'Ana, laptop', '--scope', 'write', ...to]);
    expect(added.stdout).toMatch(/^rmcp_/);
    const listed = await runHere(['keys', 'list', '--json', ...to]);
    expect(JSON.parse(listed.stdout)).toMatchObject([{ name: 'Ana, laptop', status: 'active' }]);
    expect(await runHere(['keys', 'revoke', 'Ana, laptop', ...to])).toMatchObject({ code: 0 });
    await server().sql("INSERT INTO robotics_mcp.migrations (version, name) VALUES (7, 'later')");
    const newer = await runHere(['keys', 'add', 'bo', '--scope', 'read', ...to]);
    await server().sql('DELETE FROM robotics_mcp.migrations WHERE version = 7');
    expect(newer).toMatchObject({ code: 1, stderr: expect.stringContaining('Update the program') });
    const away = await runHere(['keys', 'list', '--store', 'postgres://node@127.0.0.1:1/postgres']);
    expect(away).toMatchObject({ code: 1, stderr: expect.stringContaining('ECONNREFUSED') });
    await server().sql(`UPDATE robotics_mcp.keys SET document = '{"format":1,"keys":[{"id":"x"}]}'`);
    expect((await runHere(['keys', 'list', ...to])).stderr).toContain('holds no keys');
  });

  it('are read by a node, and changed by the owner of the database alone', async () => {
    const { key } = await addKey(keys, { name: 'ana', scopes: ['read'] }, today);
    const asNode = new StoreKeys(nodeAddress());
    try {
      expect(await asNode.read()).toMatchObject([{ name: 'ana' }]);
      await expect(revokeKeys(asNode, ['ana'], today)).rejects.toThrow(
        "Give the owner's address with --store",
      );
      await expect(addKey(asNode, { name: 'eve', scopes: ['operator'] }, today)).rejects.toThrow(
        'node may not',
      );
    } finally {
      await asNode.close();
    }
    const said = await runHere(['keys', 'revoke', 'ana', '--store', server().address('postgres', 'node')]);
    expect(said).toMatchObject({ code: 1, stderr: expect.stringContaining("owner's address") });
    expect(await keys.read()).toMatchObject([{ name: 'ana', sha256: expect.any(String) }]);
    expect(key).toMatch(/^rmcp_/);
  });

  it('of a directory stay in their file', async () => {
    const path = join(place.path, 'keys.json');
    await addKey(keysInFile(path), { name: 'ana', scopes: ['read'] }, today);
    expect(await keysInFile(path).read()).toHaveLength(1);
    expect(await keys.read()).toEqual([]);
  });
});
