import { Client } from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { postgresPrograms, superuser } from '../../scripts/harness/postgres.ts';
import type { EventStore } from '../../src/contributions/event-store.ts';
import { readStoreAddress, type StoreAddress } from '../../src/contributions/postgres/address.ts';
import { checkStore } from '../../src/contributions/postgres/check.ts';
import { clientConfig } from '../../src/contributions/postgres/connection.ts';
import { migrate, SCHEMA_VERSION } from '../../src/contributions/postgres/migrations.ts';
import { openPostgres } from '../../src/contributions/postgres/open.ts';
import { runHere } from '../helpers/program.ts';
import { startServer } from './server.ts';

const event = { type: 'reported', ticket: 'rep-000000000001' };

describe.skipIf(postgresPrograms() === undefined)('a schema in PostgreSQL', { timeout: 120_000 }, () => {
  const server = startServer();
  const opened: EventStore[] = [];
  let databases = 0;
  afterEach(async () => {
    process.env.PGPASSWORD = superuser.password;
    for (const store of opened.splice(0)) await store.close();
  });

  /** A database of its own, with the schema unless it is to be empty. */
  async function database(how: 'empty' | 'migrated' = 'migrated') {
    databases += 1;
    const name = `test_${databases}`;
    await server().sql(`CREATE DATABASE ${name}`);
    const owner = readStoreAddress(server().address(name));
    const node = readStoreAddress(server().address(name, 'node'));
    if (how === 'migrated') await migrate(owner, 'node');
    const sql = (statements: string) => server().sql(statements, name);
    return { name, owner, node, sql };
  }

  async function open(address: StoreAddress): Promise<EventStore> {
    const store = await openPostgres({ address });
    opened.push(store);
    return store;
  }

  const faultOf = async (address: StoreAddress) => {
    const checks = await checkStore(address);
    return checks.find(({ isSound }) => !isSound)?.says ?? 'sound';
  };

  it('is made once by several at a time, and is sound then', async () => {
    const { owner, node, sql } = await database('empty');
    const made = await Promise.all([1, 2, 3].map(() => migrate(owner, 'node')));
    expect(made.map(({ applied }) => applied.length).sort()).toEqual([0, 0, SCHEMA_VERSION]);
    expect(await sql('SELECT count(*) FROM robotics_mcp.migrations')).toBe(String(SCHEMA_VERSION));
    expect(await faultOf(node)).toBe('sound');
    const store = await open(node);
    expect(await store.append([event])).toMatchObject({ result: 'kept' });
  });

  it('is made once whoever makes it already is done, however long that takes', async () => {
    const { owner, sql } = await database();
    // Beyond what a node waits for any answer.
    const other = sql('LOCK TABLE robotics_mcp.migrations IN EXCLUSIVE MODE; SELECT pg_sleep(6)');
    const held = `SELECT count(*) FROM pg_locks WHERE mode = 'ExclusiveLock' AND locktype = 'relation' AND granted`;
    await expect.poll(() => sql(held)).toBe('1');
    const began = performance.now();
    expect(await migrate(owner, 'node')).toMatchObject({ applied: [] });
    expect(performance.now() - began).toBeGreaterThan(5_000);
    await other;
  });

  it('that is not there leaves what is known, refuses writes, and says how it is made', async () => {
    const { node } = await database('empty');
    const store = await open(node);
    expect(store.since().events).toEqual([]);
    expect(store.warnings[0]).toContain('store migrate');
    await expect(store.append([event])).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(await faultOf(node)).toContain('store migrate');
  });

  it('of a newer program is read, and not written to, also by those who were connected', async () => {
    const { node, owner, sql } = await database();
    const before = await open(node);
    await before.append([event]);
    await sql(`INSERT INTO robotics_mcp.migrations (version, name) VALUES (${SCHEMA_VERSION + 1}, 'later')`);
    await expect(before.append([event])).rejects.toMatchObject({ code: 'READ_ONLY' });
    const store = await open(node);
    expect(store.since().events).toHaveLength(1);
    expect(store.warnings[0]).toContain('Update the program');
    await expect(store.append([event])).rejects.toMatchObject({ code: 'READ_ONLY' });
    expect(await sql('SELECT count(*) FROM robotics_mcp.events')).toBe('1');
    await expect(migrate(owner, 'node')).rejects.toThrow('update this program');
    expect(await faultOf(node)).toContain('Update the program');
  });

  it('of an older program is refused until its owner brings it forward', async () => {
    const { node, owner, sql } = await database();
    await sql(
      'DELETE FROM robotics_mcp.migrations WHERE version > 1; UPDATE robotics_mcp.migrations SET version = 0',
    );
    const store = await open(node);
    await expect(store.append([event])).rejects.toMatchObject({ code: 'READ_ONLY' });
    expect(await faultOf(node)).toContain('store migrate');
    await expect(migrate(owner, 'node')).rejects.toThrow('already exists');
    expect(await sql('SELECT count(*) FROM robotics_mcp.migrations')).toBe('1');
  });

  it('that lost a part is told of by name', async () => {
    const { node, sql } = await database();
    const store = await open(node);
    await sql('DROP FUNCTION robotics_mcp.append; DROP TABLE robotics_mcp.tickets');
    await expect(store.append([event])).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(await faultOf(node)).toContain('lacks tickets, append');
  });

  it('of somebody else is left as it is', async () => {
    const { node, owner, sql } = await database('empty');
    await sql(
      'CREATE SCHEMA robotics_mcp; CREATE TABLE robotics_mcp.events (robot text); GRANT USAGE ON SCHEMA robotics_mcp TO node',
    );
    await expect(migrate(owner, 'node')).rejects.toThrow('not of this program');
    const store = await open(node);
    await expect(store.append([event])).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(await sql('SELECT count(*) FROM pg_tables WHERE schemaname = $$robotics_mcp$$')).toBe('1');
  });

  it('of another role is refused, whole or in part, and store check says whose it is', async () => {
    const { node, name, sql } = await database('empty');
    const [owner, evil] = [`owner_${name}`, `evil_${name}`];
    for (const role of [owner, evil])
      await sql(
        `CREATE ROLE ${role} LOGIN PASSWORD '${superuser.password}'; GRANT CREATE ON DATABASE ${name} TO ${role}`,
      );
    const address = readStoreAddress(server().address(name, owner));
    await sql(`SET ROLE ${evil}; CREATE SCHEMA robotics_mcp; GRANT ALL ON SCHEMA robotics_mcp TO ${owner}`);
    await expect(migrate(address, 'node')).rejects.toThrow(
      new RegExp(`belongs to ${evil}, and ${owner} migrates.*Nothing was changed.*DROP SCHEMA`),
    );
    expect(await sql(`SELECT count(*) FROM pg_class WHERE relnamespace = 'robotics_mcp'::regnamespace`)).toBe(
      '0',
    );
    await sql('DROP SCHEMA robotics_mcp');
    await migrate(address, 'node');
    expect(await faultOf(node)).toBe('sound');
    // A table that another role owns, and then the schema itself.
    await sql(`ALTER TABLE robotics_mcp.keys OWNER TO ${evil}`);
    const said = `the table keys to ${evil}`;
    expect(await faultOf(node)).toContain(`It belongs to ${owner}, and in it ${said}`);
    await expect(migrate(address, 'node')).rejects.toThrow(`the table keys belongs to ${evil}`);
    await sql(`ALTER TABLE robotics_mcp.keys OWNER TO ${owner}; ALTER SCHEMA robotics_mcp OWNER TO ${evil}`);
    expect(await faultOf(node)).toContain(
      `It belongs to ${evil}, and in it the function announce to ${owner}`,
    );
    await expect(migrate(address, 'node')).rejects.toThrow(`belongs to ${evil}`);
  });

  it('tells of every right that a node has beyond its own, and takes it away when it is migrated', async () => {
    const { node, owner, sql } = await database();
    for (const [grant, told] of [
      ['INSERT ON robotics_mcp.outbox', 'writing to outbox'],
      ['UPDATE (expires) ON robotics_mcp.nodes', 'writing to nodes'],
      ['SELECT ON robotics_mcp.outbox', 'reading outbox'],
      ['CREATE ON SCHEMA robotics_mcp', 'making objects'],
      ['EXECUTE ON FUNCTION robotics_mcp.take_out', 'calling take_out'],
    ]) {
      await sql(`GRANT ${grant} TO node`);
      expect(await faultOf(node)).toContain(told);
      expect(await faultOf(owner)).toBe('sound');
      await migrate(owner, 'node');
      expect(await faultOf(node)).toBe('sound');
    }
  });

  it('is not for a role that was granted nothing, nor for one that lost a right', async () => {
    const { node, owner, sql } = await database('empty');
    await migrate(owner, undefined);
    expect(await faultOf(node)).toContain('lacks a right');
    await migrate(owner, 'node');
    const store = await open(node);
    await sql('REVOKE EXECUTE ON FUNCTION robotics_mcp.append FROM node');
    await expect(store.append([event])).rejects.toMatchObject({ code: 'READ_ONLY' });
    expect(await faultOf(node)).toContain('lacks the right of appending');
    await expect(migrate(owner, 'nobody')).rejects.toThrow('no role nobody');
  });

  it('lets a node write by its function alone, and lock nothing that writers or migrations wait for', async () => {
    const { node } = await database();
    const client = new Client(clientConfig(node));
    await client.connect();
    for (const statement of [
      `SELECT robotics_mcp.change_keys(${SCHEMA_VERSION}, 0, '{"format":1,"keys":[]}')`,
      'SELECT FROM robotics_mcp.store FOR UPDATE',
      'DO $$ BEGIN LOCK TABLE robotics_mcp.events IN EXCLUSIVE MODE; END $$',
      'DO $$ BEGIN LOCK TABLE robotics_mcp.migrations IN ROW SHARE MODE; END $$',
      `INSERT INTO robotics_mcp.events (key, at, bodies) VALUES ('0123456789abcdef', 0, '[]')`,
      'DELETE FROM robotics_mcp.events',
      'UPDATE robotics_mcp.keys SET revision = 9',
      'DROP TABLE robotics_mcp.events',
      'TRUNCATE robotics_mcp.tickets',
    ]) {
      await expect(client.query(statement), statement).rejects.toMatchObject({ code: '42501' });
    }
    await client.end();
  });

  it('that lets a node replace the keys is told of, and takes the right away when it is migrated', async () => {
    const { node, owner, sql } = await database();
    for (const too of ['FUNCTION robotics_mcp.change_keys', 'ALL FUNCTIONS IN SCHEMA robotics_mcp']) {
      await sql(`GRANT EXECUTE ON ${too} TO node`);
      expect(await faultOf(node)).toContain('may replace all keys');
      await migrate(owner, 'node');
      expect(await faultOf(node)).toBe('sound');
    }
    await sql('GRANT UPDATE ON robotics_mcp.keys TO node');
    expect(await faultOf(node)).toContain('may replace all keys');
    expect(await faultOf(owner)).toBe('sound');
  });

  it('is written to and made whatever advisory locks those hold who can only connect', async () => {
    const { node, owner, sql, name } = await database();
    await sql(`CREATE ROLE guest_${name} LOGIN PASSWORD '${superuser.password}'`);
    const guest = new Client(clientConfig(readStoreAddress(server().address(name, `guest_${name}`))));
    await guest.connect();
    await guest.query('select pg_advisory_lock(7226973, 1), pg_advisory_lock(7226973, 2)');
    await expect(guest.query('select from robotics_mcp.store for update')).rejects.toThrow(
      'permission denied',
    );
    const store = await open(node);
    expect(await store.append([event])).toMatchObject({ result: 'kept' });
    expect(await migrate(owner, 'node')).toMatchObject({ applied: [] });
    await guest.end();
  });

  it('is not reached with a wrong address, password or protection, each said in words', async () => {
    const { node, name } = await database();
    const { port } = server();
    const at = (text: string) => faultOf(readStoreAddress(text));
    expect(await at('postgres://node@127.0.0.1:1/postgres')).toContain('ECONNREFUSED');
    expect(await at(`postgres://node@127.0.0.1:${port}/nowhere`)).toContain('"nowhere" does not exist');
    expect(await at(`postgres://nobody@127.0.0.1:${port}/${name}`)).toContain('does not let nobody in');
    expect(await at(`postgres://node@127.0.0.1:${port}/${name}?sslmode=require`)).toContain('protected');
    process.env.PGPASSWORD = 'wrong and secret';
    const said = await faultOf(node);
    expect(said).toContain('PGPASSFILE');
    expect(said).not.toContain('secret');
  });

  it('is set up and checked in the shell', async () => {
    const { name } = await database('empty');
    const [owner, node] = [server().address(name), server().address(name, 'node')];
    const before = await runHere(['store', 'check', '--store', node]);
    expect(before).toMatchObject({ code: 1, stdout: expect.stringContaining('WRONG') });
    const made = await runHere(['store', 'migrate', '--store', owner, '--role', 'node']);
    expect(made).toMatchObject({ code: 0, stdout: expect.stringContaining(`version ${SCHEMA_VERSION}`) });
    const after = await runHere(['store', 'check', '--store', node, '--json']);
    expect(JSON.parse(after.stdout)).toMatchObject({ ok: true });
    expect(await runHere(['store', 'migrate'])).toMatchObject({ code: 2 });
    expect(await runHere(['store', 'mend', '--store', node])).toMatchObject({ code: 2 });
  });
});
