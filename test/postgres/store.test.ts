import { describe } from 'vitest';
import { CuttingProxy } from '../../scripts/harness/cutting-proxy.ts';
import { postgresPrograms } from '../../scripts/harness/postgres.ts';
import type { EventStore } from '../../src/contributions/event-store.ts';
import { readStoreAddress } from '../../src/contributions/postgres/address.ts';
import { openPostgres } from '../../src/contributions/postgres/open.ts';
import { describeStore, type Harness } from '../contributions/store-contract.ts';
import { emptyStore, startServer } from './server.ts';

describe.skipIf(postgresPrograms() === undefined)('PostgreSQL', { timeout: 120_000 }, () => {
  const server = startServer();

  describeStore('the events in PostgreSQL', async (): Promise<Harness> => {
    const { port } = server();
    await emptyStore(server());
    const proxies: CuttingProxy[] = [];
    const open = (through = port): Promise<EventStore> =>
      openPostgres({ address: readStoreAddress(`postgres://node@127.0.0.1:${through}/postgres`) });
    return {
      open,
      keepsUnknown: true,
      steps: 8,
      openFailing: async (cut) => {
        const proxy = await CuttingProxy.start(port);
        proxies.push(proxy);
        const store = await open(proxy.port);
        // A connection for writing is there already, so that the steps fall into the writes.
        const claim = await store.claim('warming');
        if (typeof claim === 'object') await store.settle(claim);
        proxy.passing = cut;
        return store;
      },
      remove: async () => {
        for (const proxy of proxies.splice(0)) await proxy.close();
      },
    };
  });
});
