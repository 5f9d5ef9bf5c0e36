import { readStoreAddress, type StoreAddress } from '../contributions/postgres/address.ts';
import { foldIn } from '../contributions/postgres/fold.ts';
import type { DataNews } from '../contributions/postgres/node-agreement.ts';
import { openPostgres } from '../contributions/postgres/open.ts';
import type { PostgresStore } from '../contributions/postgres/postgres-store.ts';
import { DataError, isDataError } from '../lib/data-error.ts';
import type { Logger } from '../lib/log.ts';
import { platformDirectory } from '../lib/program.ts';
import type { Counters } from '../protocol/counters.ts';
import type { OptionValues } from './options.ts';
import { UsageError } from './terminal.ts';

/** Reads the address that an option gives. Throws a UsageError. */
export function storeAddress(text: string, option = 'store'): StoreAddress {
  try {
    return readStoreAddress(text);
  } catch (error) {
    if (isDataError(error, 'STORE_ADDRESS')) throw new UsageError(`--${option}: ${error.message}`);
    throw error;
  }
}

/** Where a node keeps what it knows of its store. */
function storeDirectory(values: Pick<OptionValues, 'data-dir'>): string {
  return foldIn(values['data-dir'] ?? platformDirectory());
}

/** Opens the store of a node, for the one process of it that connects; logs and counts when it is lost and found. */
export async function openNodeStore(
  text: string,
  values: OptionValues,
  log: Logger,
  counters: Counters,
): Promise<PostgresStore> {
  const address = storeAddress(text);
  const store = await openPostgres({
    address,
    directory: storeDirectory(values),
    onState: (reason) => {
      counters.store(reason === undefined ? 'found' : 'lost');
      if (reason === undefined) log.write('info', 'store found', { store: address.shown });
      else log.write('warn', 'store lost', { reason });
    },
    onData: (news) => logData(news, log),
  });
  log.write('info', 'store', { store: address.shown, tls: address.tls });
  return store;
}

function logData({ what, version, servers, lacking }: DataNews, log: Logger): void {
  if (what === 'ready') log.write('info', 'data ready', { version });
  else if (what === 'alone') {
    const reason = 'The other servers could not be asked for as long as they are waited for.';
    log.write('warn', 'data agreed', { version, reason });
  } else if (lacking.length === 0) log.write('info', 'data agreed', { version, servers });
  else {
    const reason = `They were waited for long enough, and lack it: ${lacking.join(', ')}.`;
    log.write('warn', 'data agreed', { version, servers, reason });
  }
}

/** Opens a store for a command, which needs the database itself. Throws a DataError if it cannot be reached. */
export async function openStoreNow(address: StoreAddress): Promise<PostgresStore> {
  let problem: string | undefined;
  const store = await openPostgres({
    address,
    onState: (reason) => {
      problem = reason;
    },
  });
  if (problem === undefined) return store;
  await store.close();
  throw new DataError('STORE', problem);
}
