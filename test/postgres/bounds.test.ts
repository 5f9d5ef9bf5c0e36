import { describe } from 'vitest';
import { postgresPrograms } from '../../scripts/harness/postgres.ts';
import { readStoreAddress } from '../../src/contributions/postgres/address.ts';
import { openPostgres } from '../../src/contributions/postgres/open.ts';
import { describeBounds } from '../contributions/bounds-contract.ts';
import { temporaryDirectory } from '../contributions/faulty-files.ts';
import { emptyStore, startServer } from './server.ts';

describe.skipIf(postgresPrograms() === undefined)('PostgreSQL', { timeout: 120_000 }, () => {
  const server = startServer();

  describeBounds('what is kept in PostgreSQL', async () => {
    await emptyStore(server());
    const place = temporaryDirectory();
    return {
      directory: place.path,
      open: () => openPostgres({ address: readStoreAddress(server().address('postgres', 'node')) }),
      remove: async () => place.remove(),
    };
  });
});
