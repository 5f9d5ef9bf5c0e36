import { afterAll, beforeAll } from 'vitest';
import { PostgresServer, superuser } from '../../scripts/harness/postgres.ts';
import { readStoreAddress } from '../../src/contributions/postgres/address.ts';
import { migrate } from '../../src/contributions/postgres/migrations.ts';

/** A server of PostgreSQL for all tests of a file; its schema is there, and the role `node` has a node's rights. */
export function startServer(): () => PostgresServer {
  let server: PostgresServer | undefined;
  beforeAll(async () => {
    server = await PostgresServer.start({ settings: { fsync: 'off' } });
    process.env.PGPASSWORD = superuser.password;
    await server.sql(`CREATE ROLE node LOGIN PASSWORD '${superuser.password}'`);
    await migrate(readStoreAddress(server.address()), 'node');
  });
  afterAll(async () => {
    delete process.env.PGPASSWORD;
    await server?.remove();
  });
  return () => {
    if (server === undefined) throw new Error('The server has not been started.');
    return server;
  };
}

/** Makes the store another one without events. */
export async function emptyStore(server: PostgresServer): Promise<void> {
  await server.sql(`
    TRUNCATE robotics_mcp.events, robotics_mcp.tickets, robotics_mcp.outbox RESTART IDENTITY;
    TRUNCATE robotics_mcp.nodes;
    UPDATE robotics_mcp.data SET agreed = NULL, lacking = '{}', patience = '10 minutes', ahead = '20 years', unheld_since = NULL;
    UPDATE robotics_mcp.store SET id = gen_random_uuid();
    UPDATE robotics_mcp.keys SET revision = 0, document = '{"format":1,"keys":[]}'`);
}
