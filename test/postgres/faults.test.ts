import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CuttingProxy } from '../../scripts/harness/cutting-proxy.ts';
import { type PostgresServer, postgresPrograms } from '../../scripts/harness/postgres.ts';
import type { EventStore } from '../../src/contributions/event-store.ts';
import { readStoreAddress } from '../../src/contributions/postgres/address.ts';
import { clientConfig } from '../../src/contributions/postgres/connection.ts';
import { openPostgres } from '../../src/contributions/postgres/open.ts';
import { emptyStore, startServer } from './server.ts';

const LONG_MS = 120_000;
const ticket = 'rep-000000000001';
const event = (name: unknown) => ({ type: 'reported', ticket, name });
const namesIn = (store: EventStore) => store.since().events.map(({ body }) => body.name);

describe.skipIf(postgresPrograms() === undefined)('faults of PostgreSQL', { timeout: 120_000 }, () => {
  const server = startServer();
  const opened: EventStore[] = [];
  const clients: Client[] = [];
  const servers: PostgresServer[] = [];
  const proxies: CuttingProxy[] = [];
  let killed: PostgresServer | undefined;
  const addressAt = (port: number) => readStoreAddress(`postgres://node@127.0.0.1:${port}/postgres`);

  beforeEach(() => emptyStore(server()));
  afterEach(async () => {
    for (const client of clients.splice(0)) await client.end().catch(() => undefined);
    for (const store of opened.splice(0)) await store.close();
    for (const proxy of proxies.splice(0)) await proxy.close();
    for (const each of servers.splice(0)) await each.remove();
    await killed?.resume();
    killed = undefined;
  });

  async function open(port = server().port): Promise<EventStore> {
    const store = await openPostgres({ address: addressAt(port) });
    opened.push(store);
    return store;
  }

  it(
    'that stop it leave it unknown whether a write was kept; said again it counts once',
    async () => {
      const store = await open();
      await store.append([event('before')]);
      server().freeze();
      const appended = await store.append([event('amid')], { key: 'amid' }).finally(() => server().thaw());
      expect(appended).toMatchObject({ result: 'unknown', error: { code: 'UNAVAILABLE' } });
      expect('error' in appended && appended.error.message).toContain('not known whether it was kept');
      const again = () =>
        store.append([event('amid')], { key: 'amid' }).catch(({ code }) => ({ result: code }));
      await expect.poll(again, { timeout: 30_000 }).toMatchObject({ result: 'already_there' });
      expect(namesIn(store)).toEqual(['before', 'amid']);
      expect(namesIn(await open())).toEqual(['before', 'amid']);
    },
    LONG_MS,
  );

  it(
    'that hold the lock, and all connections, refuse writes in time and end by themselves',
    async () => {
      const store = await open();
      const holder = new Client(clientConfig(readStoreAddress(server().address())));
      holder.on('error', () => undefined);
      clients.push(holder);
      await holder.connect();
      await holder.query('begin');
      await holder.query('select from robotics_mcp.store for update');
      const names = [...Array(12).keys()].map((i) => `refused ${i}`);
      const refused = await Promise.allSettled(names.map((name) => store.append([event(name)])));
      for (const each of refused) {
        expect(each).toMatchObject({ status: 'rejected', reason: { code: 'UNAVAILABLE' } });
        expect(each.status === 'rejected' && each.reason.message).toContain('nothing was kept');
      }
      const later = () =>
        store.append([event('kept')], { key: 'kept' }).catch(({ code }) => ({ result: code }));
      await expect.poll(later, { timeout: 30_000 }).toMatchObject({ result: 'kept' });
      expect(namesIn(await open())).toEqual(['kept']);
    },
    LONG_MS,
  );

  it(
    'that end in a standby without the last rows are noticed, and all is read anew',
    async () => {
      const primary = server();
      const standby = await primary.standby();
      servers.push(standby);
      const proxy = await CuttingProxy.start(primary.port);
      proxies.push(proxy);
      const store = await open(proxy.port);
      await store.append([event('a')], { key: 'a' });
      const at = (each: PostgresServer) => each.sql('SELECT count(*) FROM robotics_mcp.events');
      await expect.poll(() => at(standby), { timeout: 30_000 }).toBe('1');
      await standby.kill();
      for (const name of ['lost', 'lost too']) await store.append([event(name)], { key: name });
      expect(namesIn(store)).toEqual(['a', 'lost', 'lost too']);
      const { cursor } = store.since();
      proxy.passing = 'refuse';
      await primary.kill();
      killed = primary;
      await standby.resume();
      await standby.promote();
      proxy.targetPort = standby.port;
      proxy.passing = 'pass';
      const again = () => store.append([event('b')], { key: 'b' }).catch(({ code }) => ({ result: code }));
      await expect
        .poll(again, { timeout: 30_000 })
        .toMatchObject({ result: expect.stringMatching(/^kept|^already/) });
      expect(store.since(cursor).startAgain).toBe(true);
      const other = await open(standby.port);
      await other.append([event('lost')], { key: 'lost' });
      await expect.poll(() => namesIn(store), { timeout: 30_000 }).toEqual(['a', 'b', 'lost']);
      expect(namesIn(other)).toEqual(['a', 'b', 'lost']);
    },
    LONG_MS,
  );

  it('that cut a follower off, or keep its notifications back, delay it and lose nothing', async () => {
    const [store, other] = [await open(), await open()];
    await server().sql(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'robotics-mcp'`,
    );
    const append = () => other.append([event('a')], { key: 'a' }).catch(({ code }) => ({ result: code }));
    await expect
      .poll(append, { timeout: 30_000 })
      .toMatchObject({ result: expect.stringMatching(/^kept|^already/) });
    await expect.poll(() => namesIn(store), { timeout: 30_000 }).toEqual(['a']);
    // A row of which nobody is notified.
    await server().sql(
      `INSERT INTO robotics_mcp.events (key, at, bodies) VALUES ('0123456789abcdef', 0, '[{"type":"reported","name":"b"}]')`,
    );
    await expect.poll(() => namesIn(store), { timeout: 30_000 }).toEqual(['a', 'b']);
  }, 60_000);

  it('do not come from any text: it is written whole, or refused in words', async () => {
    const store = await open();
    const odd = { ...event('nul \u0000, half a pair \ud800, \u2028 and 🤖'), ticket: 'a\u0000\udfff' };
    const first = await store.append([odd], { key: 'key \u0000 \ud800' });
    if (!('seq' in first)) throw new Error(first.result);
    const decided = { ...odd, type: 'decided' };
    const expects = { expect: { ticket: odd.ticket, undecidedSince: first.seq } };
    expect(await store.append([decided], expects)).toMatchObject({ result: 'kept' });
    expect(await store.append([decided], expects)).toEqual({ result: 'overtaken' });
    const [kept] = (await open()).since().events;
    expect(kept?.body).toEqual(odd);
    await expect(store.append([event('x'.repeat(9_000_000))])).rejects.toMatchObject({
      code: 'STORAGE_FULL',
    });
    expect(await store.append([event('after')])).toMatchObject({ result: 'kept' });
  });
});
