import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { postgresPrograms, superuser } from '../../scripts/harness/postgres.ts';
import type { EventStore } from '../../src/contributions/event-store.ts';
import { type OpenContributions, openContributions } from '../../src/contributions/open.ts';
import { readStoreAddress } from '../../src/contributions/postgres/address.ts';
import { events } from '../../src/contributions/postgres/migrations/0001-events.sql.ts';
import { nodes } from '../../src/contributions/postgres/migrations/0002-nodes.sql.ts';
import { migrate, SCHEMA_VERSION } from '../../src/contributions/postgres/migrations.ts';
import { openPostgres } from '../../src/contributions/postgres/open.ts';
import type { Catalogue } from '../../src/search/catalogue.ts';
import { temporaryDirectory } from '../contributions/faulty-files.ts';
import { openSmall } from '../helpers/catalogue.ts';
import { runHere } from '../helpers/program.ts';
import { emptyStore, startServer } from './server.ts';

const SOON = { timeout: 60_000, interval: 100 };
const report = { type: 'reported', ticket: 'rep-000000000001' };
const tooLate = '9000000000000000000';

/** What no program of ours appends. */
const malformed = [
  '{}',
  '[]',
  '"text"',
  'null',
  '[null]',
  '[1]',
  '[[]]',
  '[{"type":"reported"}, 2]',
  `[${JSON.stringify({ type: 'reported', text: 'x'.repeat(8_000_000) })}]`,
] as const;

/** What the database takes for events, since it cannot look into them. */
const poisonous = [
  '[{}]',
  '[{"type":{"length":{}}}]',
  '[{"type":"void","entries":[1]}]',
  `[{"type":"reported","a":${'['.repeat(4_500)}${']'.repeat(4_500)}}]`,
] as const;

describe.skipIf(postgresPrograms() === undefined)('a hostile node', { timeout: 180_000 }, () => {
  const server = startServer();
  let client: Client;
  let catalogue: Catalogue;
  let place: ReturnType<typeof temporaryDirectory>;
  const opened: EventStore[] = [];
  const kept: OpenContributions[] = [];
  const others: Client[] = [];
  const nodeAddress = () => server().address('postgres', 'node');

  /** Whoever has the password of the servers' role, without any of the limits that our programs set. */
  async function connected(): Promise<Client> {
    const each = new Client({ connectionString: nodeAddress() });
    each.on('error', () => undefined);
    await each.connect();
    others.push(each);
    return each;
  }

  beforeEach(async () => {
    place = temporaryDirectory();
    await emptyStore(server());
    catalogue = await openSmall();
    client = await connected();
  });
  afterEach(async () => {
    for (const each of others.splice(0)) await each.end().catch(() => undefined);
    for (const each of kept.splice(0)) await each.close();
    for (const each of opened.splice(0)) await each.close();
    catalogue.close();
    place.remove();
  });

  async function open() {
    const store = await openPostgres({ address: readStoreAddress(nodeAddress()) });
    opened.push(store);
    return store;
  }

  /** A server that keeps contributions in the database. */
  async function serve(): Promise<OpenContributions> {
    const problem = (error: unknown) => {
      throw error;
    };
    const store = await openPostgres({ address: readStoreAddress(nodeAddress()) });
    const each = openContributions(catalogue, {
      directory: place.path,
      version: '1',
      store,
      onProblem: problem,
    });
    kept.push(each);
    return each;
  }

  const append = (bodies: string, at: string | null = null) =>
    client.query('select result from robotics_mcp.append($1, $2, $3, null, null, null, $4, 0, $5)', [
      SCHEMA_VERSION,
      randomBytes(16).toString('hex'),
      bodies,
      at,
      '',
    ]);
  /** As it was kept before the database refused it. */
  const insert = (bodies: string, at = '0') =>
    server().sql(`INSERT INTO robotics_mcp.events (key, at, bodies)
      VALUES ('${randomBytes(16).toString('hex')}', ${at}, '${bodies}')`);
  const told = (problem: string) => ({
    resource_type: 'robots' as const,
    resource_id: 'unitree-g1',
    problem,
  });

  it('appends arrays of objects alone, of a size and at a time', async () => {
    for (const bodies of malformed) {
      await expect(append(bodies), bodies.slice(0, 40)).rejects.toMatchObject({ code: '22023' });
    }
    for (const at of [tooLate, '-1', '253402300800000']) {
      await expect(append(JSON.stringify([report]), at)).rejects.toMatchObject({ code: '23514' });
    }
    const decides = `select from robotics_mcp.append(${SCHEMA_VERSION}, '0123456789abcdef', '[{"type":"decided"}]', $1, null, null, null, 0, '')`;
    for (const tickets of [['a', 'b'], ['x'.repeat(65)], [null], ['']]) {
      await expect(client.query(decides, [tickets])).rejects.toMatchObject({ code: '22023' });
    }
    expect(await server().sql('SELECT count(*) FROM robotics_mcp.events')).toBe('0');
    expect((await append(JSON.stringify([report]), '253402300799999')).rows).toEqual([{ result: 'kept' }]);
  });

  it('cannot hide what others contribute by what it appends: it is left out, counted and named', async () => {
    const before = await serve();
    await before.contributions.reportError(told('Before.'), 'ana');
    for (const bodies of poisonous) expect((await append(bodies)).rows[0]).toEqual({ result: 'kept' });
    await server().sql('ALTER TABLE robotics_mcp.events DROP CONSTRAINT IF EXISTS at_is_a_time');
    for (const bodies of malformed.slice(0, 8)) await insert(bodies);
    await insert(JSON.stringify([{ ...report, report: told('Too late.') }]), tooLate);
    await before.contributions.reportError(told('After.'), 'bob');

    const after = await serve();
    await before.contributions.store.head();
    for (const each of [before, after]) {
      const { queued, faults } = each.waiting();
      expect(queued).toBe(2);
      expect(faults[0]).toMatch(/^13 append\(s\).*left out \(2, 3, 4, .*store check/);
    }
    expect((await after.contributions.reportError(told('Later.'), 'eve')).status).toBe('queued');

    const review = await runHere(['review', 'list', '--store', nodeAddress(), '--json']);
    expect(review.code).toBe(0);
    expect(JSON.parse(review.stdout)).toHaveLength(3);
    expect(review.stderr).toContain('13 append(s)');

    // A report whose parts are none is passed over too, as what a newer program wrote.
    await append(JSON.stringify([{ ...report, report: 5 }]));
    const numbers = '2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 17';
    const check = await runHere(['store', 'check', '--store', nodeAddress()]);
    expect(check.code).toBe(1);
    expect(check.stdout).toContain(`passes over: ${numbers}.`);
    const [mend] = /SELECT robotics_mcp\.take_out\(ARRAY\[[^)]*\)/.exec(check.stdout) ?? [''];
    await expect(client.query(mend)).rejects.toMatchObject({ code: '42501' });
    expect(await server().sql(mend)).toBe('14');
    expect(await runHere(['store', 'check', '--store', nodeAddress()])).toMatchObject({ code: 0 });
    for (const each of [before, after]) {
      await expect.poll(() => each.waiting(), SOON).toMatchObject({ queued: 3, faults: [] });
    }
  });

  it('publishes no record as what it is not, and keeps no other from being shown', async () => {
    const one = await serve();
    const given = await one.contributions.submitPublication({ url: 'https://example.org/paper' }, 'ana');
    const ticket = 'ticket' in given ? given.ticket : '';
    const robot = catalogue.find('robots', 'unitree-g1');
    expect(robot).toBeDefined();
    await append(
      JSON.stringify([{ type: 'decided', ticket, decision: 'accepted', by: 'evil', record: robot }]),
    );
    const { contributions } = await serve();
    expect(contributions.state.submissions.get(ticket)).toMatchObject({ status: 'in_review' });
    expect(contributions.count).toBe(0);
  });

  it('leaves the rest of what it appended together, with its numbers', async () => {
    await insert('[{"type":"one"}, {}, {"type":"three"}]');
    const store = await open();
    const events = store.since().events.map(({ seq, body }) => [seq[2], body.type]);
    expect(events).toEqual([
      [0, 'one'],
      [2, 'three'],
    ]);
  });

  it('is told of when what it appended is copied, and the rest goes over', async () => {
    const store = await open();
    await store.append([report]);
    await insert('{}');
    const copied = await runHere([
      'store',
      'copy',
      '--from',
      server().address(),
      '--to',
      place.path,
      '--json',
    ]);
    expect(copied).toMatchObject({ code: 0, stderr: expect.stringContaining('left out (2)') });
    expect(JSON.parse(copied.stdout)).toMatchObject({ copied: 1 });
  });

  it('locks no table, and changes none by itself', async () => {
    const tables = (
      await server().sql(`SELECT relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE nspname = 'robotics_mcp' AND relkind = 'r'`)
    ).split('\n');
    expect(tables).toContain('outbox');
    for (const table of tables) {
      for (const mode of ['ROW SHARE', 'SHARE', 'ACCESS EXCLUSIVE']) {
        const lock = `DO $$ BEGIN LOCK TABLE robotics_mcp.${table} IN ${mode} MODE; END $$`;
        await expect(client.query(lock), lock).rejects.toMatchObject({ code: '42501' });
      }
      const remove = `DELETE FROM robotics_mcp.${table}`;
      await expect(client.query(remove), remove).rejects.toMatchObject({ code: '42501' });
    }
  });

  it.each([
    [
      'append',
      `append(${SCHEMA_VERSION}, '0123456789abcdef', '[{"type":"a"}]', null, null, null, null, 0, '')`,
    ],
    ['announce', `announce('evil 1', '{2030.01.01}', 20000)`],
    ['claim', `claim('work', '0123456789abcdef')`],
  ])('that leaves a transaction open after %s holds up the others for seconds', async (_name, call) => {
    const held = () =>
      server().sql(`SELECT count(*) FROM pg_locks JOIN pg_stat_activity USING (pid) JOIN pg_class c ON c.oid = relation
        WHERE usename = 'node' AND relnamespace = 'robotics_mcp'::regnamespace`);
    const begin = async () => {
      await client.query('begin');
      await client.query(`select from robotics_mcp.${call}`);
      expect(await held()).not.toBe('0');
    };
    await begin();
    await expect(client.query('select pg_sleep(30)')).rejects.toMatchObject({ code: '57014' });
    expect(await held()).toBe('0');
    await client.query('rollback');
    // Nobody ends it but the database.
    await begin();
    await expect.poll(held, SOON).toBe('0');
  });

  it('claims work for seconds, and by no other name than its own', async () => {
    for (const statement of [
      `insert into robotics_mcp.outbox values ('arxiv', 'evil', 'infinity')`,
      `update robotics_mcp.outbox set expires = 'infinity'`,
      'select holder from robotics_mcp.outbox',
    ]) {
      await expect(client.query(statement), statement).rejects.toMatchObject({ code: '42501' });
    }
    const store = await open();
    const claim = await store.claim('arxiv');
    if (typeof claim === 'string') throw new Error(claim);
    const ask = async (call: string) =>
      (await client.query(`select robotics_mcp.${call} as answer`)).rows[0].answer;
    expect(await ask(`claim('arxiv', 'evilevilevilevil')`)).toBe(false);
    expect(await ask(`hold('arxiv', 'evilevilevilevil')`)).toBe(false);
    expect(await ask(`leave('arxiv', 'evilevilevilevil', 0)`)).toBe(false);
    expect(await claim.isHeld()).toBe(true);

    expect(await ask(`claim('outgoing', 'evilevilevilevil')`)).toBe(true);
    const left = `SELECT extract(epoch FROM expires - clock_timestamp())::int FROM robotics_mcp.outbox WHERE work = 'outgoing'`;
    expect(Number(await server().sql(left))).toBeLessThanOrEqual(20);
    expect(await ask(`leave('outgoing', 'evilevilevilevil', 9000000000000000000)`)).toBe(true);
    expect(Number(await server().sql(left))).toBeLessThanOrEqual(3_600);
    for (const call of [
      `claim(null, 'evilevilevilevil')`,
      `claim('${'x'.repeat(65)}', 'evilevilevilevil')`,
    ]) {
      await expect(ask(call), call).rejects.toMatchObject({ code: '22023' });
    }
  });

  it('that claimed work for ever before is rid of by the migration, with the rights that let it', async () => {
    await server().sql('CREATE DATABASE older');
    const owner = readStoreAddress(server().address('older'));
    const older = (statements: string) => server().sql(statements, 'older');
    await older(`CREATE SCHEMA robotics_mcp;
      SET search_path = robotics_mcp;
      CREATE TABLE migrations (version int primary key, name text not null, applied_at timestamptz not null default now());
      ${events}; ${nodes};
      INSERT INTO migrations (version, name) VALUES (1, 'events'), (2, 'nodes');
      GRANT USAGE ON SCHEMA robotics_mcp TO node;
      GRANT EXECUTE ON FUNCTION append, since, announce TO node;
      GRANT SELECT ON ALL TABLES IN SCHEMA robotics_mcp TO node;
      GRANT INSERT, UPDATE ON robotics_mcp.outbox TO node;
      INSERT INTO robotics_mcp.outbox VALUES ('arxiv', 'evil', 'infinity');
      INSERT INTO events (key, at, bodies) VALUES ('0123456789abcdef', ${tooLate}, '{}')`);
    // Without the role: what every role had is put right.
    await migrate(owner, undefined);
    expect(await older(`SELECT expires < now() + interval '1 minute' FROM robotics_mcp.outbox`)).toBe('t');
    const check = await runHere(['store', 'check', '--store', server().address('older', 'node')]);
    expect(check.stdout).toContain('node has all that a server needs');
    expect(check.stdout).toContain('passes over: 1.');
    expect(await older('SELECT robotics_mcp.take_out(ARRAY[1])')).toBe('1');
    const after = await runHere(['store', 'check', '--store', server().address('older', 'node')]);
    expect(after.code).toBe(0);
  });

  it('speaks for no other server, and agrees on no version for all', async () => {
    const announce = async (each: Client, node: string, holds: readonly string[], ms = 20_000) =>
      (await each.query('select * from robotics_mcp.announce($1, $2, $3)', [node, holds, ms])).rows[0];
    const [one, two] = [await open(), await open()];
    for (const store of [one, two]) store.agreement?.announce(['2030.01.01']);
    await expect.poll(() => one.agreement?.now, SOON).toMatchObject({ servers: 2, version: '2030.01.01' });
    // The names that it can see are not those that it would have to say.
    await expect(client.query('select node from robotics_mcp.nodes')).rejects.toMatchObject({
      code: '42501',
    });
    await server().sql(`UPDATE robotics_mcp.data SET agreed = '2030.01.01.5'`);
    const { lacking } = (await client.query('select * from robotics_mcp.servers()')).rows[0];
    expect(lacking).toHaveLength(2);
    await server().sql(`UPDATE robotics_mcp.data SET agreed = '2030.01.01'`);
    for (const name of lacking) await announce(client, name, []);
    const heard = await announce(client, 'evil 1', ['2030.01.02'], 2_000_000_000);
    expect(heard).toMatchObject({ agreed: '2030.01.01', servers: 3 });
    const left = `SELECT extract(epoch FROM max(expires) - clock_timestamp())::int FROM robotics_mcp.nodes`;
    expect(Number(await server().sql(left))).toBeLessThanOrEqual(60);

    for (const holds of [['2099.1.1'], ['x'], [null], Array(21).fill('2030.01.01'), ['2090.01.01']]) {
      await expect(announce(client, 'evil 1', holds as string[])).rejects.toMatchObject({ code: '22023' });
    }
    await server().sql(`CREATE ROLE another LOGIN PASSWORD '${superuser.password}'`);
    await migrate(readStoreAddress(server().address()), 'another');
    const other = new Client({ connectionString: server().address('postgres', 'another') });
    await other.connect();
    others.push(other);
    await expect(announce(other, 'evil 1', [])).rejects.toMatchObject({ code: '22023' });
  });

  it('is as many servers as a role may have, and no more', async () => {
    const announce = (name: string) =>
      client.query(`select servers from robotics_mcp.announce($1, '{2030.01.01}', 60000)`, [name]);
    for (let n = 0; n < 100; n++) await announce(`ghost ${n}`);
    await expect(announce('ghost 100')).rejects.toMatchObject({ code: '54000' });
    expect((await announce('ghost 99')).rows).toEqual([{ servers: 100 }]);
  });

  it('that waited with a version of its own makes no other take effect at once', async () => {
    await server().sql(`UPDATE robotics_mcp.data SET patience = '1 hour'`);
    const hear = async (holds: readonly string[]) =>
      (await client.query(`select agreed from robotics_mcp.announce('evil 1', $1, 60000)`, [holds])).rows[0];
    const one = await open();
    one.agreement?.announce(['2030.01.01']);
    await expect.poll(() => one.agreement?.now.version, SOON).toBe('2030.01.01');
    await hear(['2030.01.01.1']);
    await server().sql(`UPDATE robotics_mcp.nodes SET since = jsonb_build_object('2030.01.01.1', now() - interval '59 minutes')
      WHERE node = 'evil 1'`);
    expect(await hear(['2030.01.01.1', '2030.01.01.2'])).toEqual({ agreed: '2030.01.01' });
    // Its own has waited; the other has not.
    await server().sql(`UPDATE robotics_mcp.data SET patience = '30 minutes'`);
    expect(await hear(['2030.01.01.1', '2030.01.01.2'])).toEqual({ agreed: '2030.01.01.1' });
  });

  it('leaves no version behind that nobody has: after the same time the servers agree anew', async () => {
    await server().sql(`UPDATE robotics_mcp.data SET agreed = '2035.01.01', patience = '1 hour'`);
    const one = await open();
    one.agreement?.announce(['2030.01.01']);
    await expect.poll(() => one.agreement?.now.version, SOON).toBe('2035.01.01');
    await server().sql(`UPDATE robotics_mcp.data SET unheld_since = now() - interval '61 minutes'`);
    one.agreement?.hear();
    await expect.poll(() => one.agreement?.now.version, SOON).toBe('2030.01.01');
  });
});
