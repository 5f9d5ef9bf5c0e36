import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { postgresPrograms } from '../../scripts/harness/postgres.ts';
import { readStoreAddress } from '../../src/contributions/postgres/address.ts';
import type { DataNews } from '../../src/contributions/postgres/node-agreement.ts';
import { openPostgres } from '../../src/contributions/postgres/open.ts';
import type { PostgresStore } from '../../src/contributions/postgres/postgres-store.ts';
import { emptyStore, startServer } from './server.ts';

vi.setConfig({ testTimeout: 120_000 });
const SOON = { timeout: 60_000, interval: 50 };
const [first, second, ninth, tenth] = [
  '2030.01.01',
  '2030.01.01.2',
  '2030.01.01.9',
  '2030.01.01.10',
] as const;

describe.skipIf(postgresPrograms() === undefined)('servers that agree on data by a database', () => {
  const server = startServer();
  let opened: PostgresStore[];
  beforeEach(async () => {
    opened = [];
    await emptyStore(server());
  });
  afterEach(async () => {
    for (const store of opened) await store.close();
  });

  /** A server that can answer from these versions, and what its log would say. */
  async function open(...holds: string[]) {
    const news: DataNews[] = [];
    const address = readStoreAddress(server().address('postgres', 'node'));
    const store = await openPostgres({ address, onData: (each) => news.push(each) });
    opened.push(store);
    const { agreement } = store;
    if (agreement === undefined) throw new Error('A server that connects has one.');
    agreement.announce(holds);
    await expect.poll(() => agreement.now.servers, SOON).toBeGreaterThan(0);
    return { store, agreement, news, agreed: () => agreement.now.version };
  }

  it('use a version once all have it, by the order of versions and not of letters', async () => {
    const one = await open(first);
    expect(one.agreed()).toBe(first);
    const two = await open(first);
    one.agreement.announce([first, ninth, tenth]);
    await expect.poll(() => two.agreement.now.held, SOON).toContain(tenth);
    expect(two.agreed()).toBe(first);
    expect(two.agreement.now).toMatchObject({ servers: 2, ready: 1 });
    two.agreement.announce([first, ninth]);
    await expect.poll(one.agreed, SOON).toBe(ninth);
    two.agreement.announce([ninth, tenth]);
    await expect.poll(one.agreed, SOON).toBe(tenth);
    await expect.poll(two.agreed, SOON).toBe(tenth);
    expect(one.news.map(({ what, version }) => `${what} ${version}`)).toEqual([
      `agreed ${first}`,
      `ready ${tenth}`,
      `agreed ${ninth}`,
      `agreed ${tenth}`,
    ]);
  });

  it('do not go back, nor wait for one that has ended', async () => {
    const one = await open(first);
    const two = await open(first);
    one.agreement.announce([first, second]);
    await two.store.close();
    await expect.poll(one.agreed, SOON).toBe(second);
    expect(one.agreement.now.servers).toBe(1);
    const late = await open(first);
    expect(late.agreed()).toBe(second);
    expect(one.agreed()).toBe(second);
    let behind = 0;
    late.agreement.onBehind = () => {
      behind += 1;
    };
    late.agreement.hear();
    await expect.poll(() => behind, SOON).toBeGreaterThan(0);
  });

  it('begin anew when the owner says so, as after a version that nobody has', async () => {
    const one = await open(first);
    await server().sql("UPDATE robotics_mcp.data SET agreed = '2099.01.01'");
    one.agreement.hear();
    await expect.poll(one.agreed, SOON).toBe('2099.01.01');
    await server().sql('UPDATE robotics_mcp.data SET agreed = NULL');
    one.agreement.hear();
    await expect.poll(one.agreed, SOON).toBe(first);
    const two = await open(first);
    one.agreement.announce([first, second]);
    await expect.poll(() => two.agreement.now.held, SOON).toContain(second);
    expect(two.agreed()).toBe(first);
  });

  it('wait for the others while the database is away, and at last go ahead alone', async () => {
    await server().sql("UPDATE robotics_mcp.data SET patience = '3 seconds'");
    const one = await open(first);
    const two = await open(first);
    two.agreement.hear();
    await server().kill();
    const since = performance.now();
    try {
      one.agreement.announce([first, second]);
      await expect.poll(() => one.agreement.problem, SOON).toBeDefined();
      if (performance.now() - since < 3_000) expect(one.agreed()).toBe(first);
      await expect.poll(one.agreed, SOON).toBe(second);
      expect(one.news.at(-1)).toMatchObject({ what: 'alone', version: second });
      expect(two.agreed()).toBe(first);
    } finally {
      await server().resume();
    }
    two.agreement.announce([first, second]);
    await expect.poll(two.agreed, SOON).toBe(second);
  });

  it('that may not take part say so, and write all the same', async () => {
    await server().sql('REVOKE EXECUTE ON FUNCTION robotics_mcp.announce FROM node');
    try {
      const address = readStoreAddress(server().address('postgres', 'node'));
      const store = await openPostgres({ address });
      opened.push(store);
      store.agreement?.announce([first]);
      await expect.poll(() => store.warnings.join(), SOON).toContain('store migrate --role node');
      expect(store.agreement?.now.version).toBeUndefined();
      expect(await store.append([{ type: 'reported', ticket: 'rep-1' }])).toMatchObject({ result: 'kept' });
    } finally {
      await server().sql('GRANT EXECUTE ON FUNCTION robotics_mcp.announce TO node');
    }
  });
});
