import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PostgresServer, postgresPrograms } from '../../../scripts/harness/postgres.ts';

describe.skipIf(postgresPrograms() === undefined)('a PostgreSQL of the tests', () => {
  let primary: PostgresServer;
  beforeAll(async () => {
    primary = await PostgresServer.start({ settings: { work_mem: '1234kB' } });
    await primary.sql('CREATE TABLE kept (word text)');
  });
  afterAll(() => primary.remove());

  it('keeps over SIGKILL what it had committed', async () => {
    expect(await primary.sql('SHOW work_mem')).toBe('1234kB');
    await primary.sql(`INSERT INTO kept VALUES ('before')`);
    await primary.kill();
    await expect(primary.sql('SELECT 1')).rejects.toThrow(/Connection refused/);
    await primary.resume();
    expect(await primary.sql('SELECT word FROM kept')).toBe('before');
  });

  it('streams to a synchronous standby, which takes its place', { timeout: 60_000 }, async () => {
    const server = await PostgresServer.start();
    const standby = await server.standby({ synchronous: true });
    await server.sql('CREATE TABLE kept (word text)');
    await server.sql(`INSERT INTO kept VALUES ('streamed')`);
    await expect(standby.sql('CREATE TABLE refused ()')).rejects.toThrow(/read-only transaction/);
    await server.kill();
    await standby.promote();
    await standby.sql(`INSERT INTO kept VALUES ('on its own')`);
    expect(await standby.sql('SELECT word FROM kept')).toBe('streamed\non its own');
    await server.remove();
    await standby.remove();
  });

  it('answers nobody while it is frozen, and goes on after', async () => {
    primary.freeze();
    await expect(primary.sql('SELECT 1')).rejects.toThrow(/timeout expired/);
    primary.thaw();
    expect(await primary.sql('SELECT 1')).toBe('1');
  });
});
