import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { postgresPrograms } from '../../scripts/harness/postgres.ts';
import { addKey } from '../../src/auth/keys.ts';
import { StoreKeys } from '../../src/auth/store-keys.ts';
import type { EventStore } from '../../src/contributions/event-store.ts';
import { readStoreAddress } from '../../src/contributions/postgres/address.ts';
import { migrate, SCHEMA_VERSION } from '../../src/contributions/postgres/migrations.ts';
import { openPostgres } from '../../src/contributions/postgres/open.ts';
import { emptyStore, startServer } from './server.ts';

/** The versions of all migrations. */
const ALL = [...Array(SCHEMA_VERSION).keys()].map((n) => n + 1);
const event = (name: string) => ({ type: 'reported', ticket: 'rep-000000000001', name });
const namesIn = (store: EventStore) => store.since().events.map(({ body }) => body.name);

describe.skipIf(postgresPrograms() === undefined)('transactions in PostgreSQL', { timeout: 120_000 }, () => {
  const server = startServer();
  const opened: EventStore[] = [];
  const asNode = () => readStoreAddress(server().address('postgres', 'node'));
  const open = async (): Promise<EventStore> => {
    const store = await openPostgres({ address: asNode() });
    opened.push(store);
    return store;
  };
  beforeEach(() => emptyStore(server()));
  afterEach(async () => {
    for (const store of opened.splice(0)) await store.close();
    await server().sql(`ALTER ROLE node RESET default_transaction_isolation;
      DROP TRIGGER IF EXISTS failing ON robotics_mcp.events; DROP TRIGGER IF EXISTS failing ON robotics_mcp.outbox;
      DROP TRIGGER IF EXISTS failing ON robotics_mcp.keys; DROP TRIGGER IF EXISTS failing ON robotics_mcp.migrations;
      DROP SEQUENCE IF EXISTS public.runs`);
  });

  /** Lets the first so many writes to a table fail as the database does when it asks to run a transaction again. */
  async function failFirst(times: number, table: string, state: string): Promise<void> {
    await server().sql(`CREATE SEQUENCE public.runs; GRANT USAGE ON SEQUENCE public.runs TO node;
      CREATE OR REPLACE FUNCTION public.fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF nextval('public.runs') <= ${times} THEN RAISE EXCEPTION 'run it again' USING ERRCODE = '${state}'; END IF;
        RETURN NEW; END $$;
      CREATE TRIGGER failing BEFORE INSERT OR UPDATE ON robotics_mcp.${table} FOR EACH ROW EXECUTE FUNCTION public.fail()`);
  }
  const runs = () => server().sql('SELECT last_value FROM public.runs');

  it.each(['serializable', 'repeatable read'])(
    'of a role that defaults to %s keep what several nodes write at once, and every node reads all of it',
    async (isolation) => {
      await server().sql(`ALTER ROLE node SET default_transaction_isolation = '${isolation}'`);
      const stores = [await open(), await open(), await open()];
      const names = [...Array(40).keys()].map(String);
      const written = stores.flatMap((store, s) => names.map((n) => store.append([event(`${s}-${n}`)])));
      for (const { result } of await Promise.all(written)) expect(result).toBe('kept');
      const order = (
        await server().sql(`SELECT bodies->0->>'name' FROM robotics_mcp.events ORDER BY seq`)
      ).split('\n');
      expect(order).toHaveLength(120);
      for (const store of stores) {
        await store.head();
        expect(namesIn(store)).toEqual(order);
      }
    },
  );

  it.each(['40001', '40P01'])('that fail with %s are run again, whatever they write', async (state) => {
    const store = await open();
    await failFirst(3, 'events', state);
    expect(await store.append([event('a')], { key: 'a' })).toMatchObject({ result: 'kept' });
    expect(await runs()).toBe('4');
    await server().sql('DROP SEQUENCE public.runs; DROP TRIGGER failing ON robotics_mcp.events');
    await failFirst(2, 'outbox', state);
    const claim = await store.claim('work');
    expect(claim).toMatchObject({ isHeld: expect.any(Function) });
    await server().sql('DROP SEQUENCE public.runs; DROP TRIGGER failing ON robotics_mcp.outbox');
    await failFirst(2, 'keys', state);
    const keys = new StoreKeys(readStoreAddress(server().address()));
    await addKey(keys, { name: 'ana', scopes: ['read'] }, '2026-11-27').finally(() => keys.close());
    expect(await runs()).toBe('3');
    expect(namesIn(store)).toEqual(['a']);
  });

  it('of a migration are run again too', async () => {
    await server().sql('CREATE DATABASE fresh');
    const owner = readStoreAddress(server().address('fresh'));
    const first = await migrate(owner, undefined);
    expect(first.applied).toEqual(ALL);
    // The schema is made once more, and the first insertions of its rows fail.
    await server().sql(
      `DROP SCHEMA robotics_mcp CASCADE; CREATE SEQUENCE runs;
       CREATE FUNCTION fail() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN
         IF nextval('runs') <= 2 THEN RAISE EXCEPTION 'run it again' USING ERRCODE = '40P01'; END IF; END $$;
       CREATE EVENT TRIGGER failing ON ddl_command_end WHEN TAG IN ('CREATE SCHEMA') EXECUTE FUNCTION fail()`,
      'fresh',
    );
    expect((await migrate(owner, 'node')).applied).toEqual(ALL);
  });

  it('that always fail are given up, refused in words, and keep nothing', async () => {
    const store = await open();
    await failFirst(1_000, 'events', '40001');
    await expect(store.append([event('a')], { key: 'a' })).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining('nothing was kept'),
    });
    expect(Number(await runs())).toBeGreaterThan(2);
    expect(Number(await runs())).toBeLessThan(20);
    expect(namesIn(store)).toEqual([]);
  });
});
