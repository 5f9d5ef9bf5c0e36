import { setTimeout as pause } from 'node:timers/promises';
import { Client, type ClientConfig, Pool, type QueryResultRow } from 'pg';
import { type Backoff, backoffMs } from '../../lib/fetch.ts';
import { diskFiles, readTextNow } from '../../lib/file-system.ts';
import { passwordFor, type StoreAddress } from './address.ts';
import { isConnectionGood, isTransient } from './faults.ts';

/**
 * Nothing waits for a database without end. The server gives up first, which says for certain that nothing was kept;
 * the client's own patience is for a server that has stopped. In milliseconds.
 */
export const limits = {
  connecting: 3_000,
  lock: 3_000,
  statement: 4_000,
  answer: 5_000,
  idleInTransaction: 5_000,
  /** For the answer to a statement of a migration, which waits for another one to end. */
  migration: 600_000,
};

/** Connections for writing; what must wait longer for one than `limits.connecting` is refused. */
const MOST_CONNECTIONS = 4;

/** A transaction that failed for the sake of another is run so often in all; between two runs others come to their end. */
const MOST_RUNS = 6;
const betweenRuns: Backoff = { firstMs: 20, longestMs: 250, jitter: 1 };

/**
 * Runs a transaction again where the database asks for it: after a serialization failure or a deadlock nothing of it was
 * kept (PostgreSQL's documentation, "Serialization Failure Handling"). Rejects with what its last run said.
 */
export async function retried<T>(transaction: () => Promise<T>, mayRunAgain = isTransient): Promise<T> {
  for (let run = 1; ; run++) {
    try {
      return await transaction();
    } catch (error) {
      if (run >= MOST_RUNS || !mayRunAgain(error)) throw error;
      await pause(backoffMs(betweenRuns, run - 1));
    }
  }
}

/**
 * Each statement sees what was committed before it, whatever a role or a database defaults to: who has waited for the lock
 * of all writers must see their rows, or the numbers of its own would hide them from whoever follows.
 */
const ISOLATION = '-c default_transaction_isolation=read\\ committed';

/** How a connection to an address is made. Rejecting certificates is Node.js's default. */
export function clientConfig(address: StoreAddress): ClientConfig {
  const { host, port, user, database, tls, rootCertificate } = address;
  return {
    host,
    port,
    user,
    database,
    // Asked for when the server wants one; what it is never stands in a configuration.
    password: async () => passwordFor(address) ?? '',
    application_name: 'robotics-mcp',
    options: ISOLATION,
    keepAlive: true,
    connectionTimeoutMillis: limits.connecting,
    query_timeout: limits.answer,
    statement_timeout: limits.statement,
    lock_timeout: limits.lock,
    idle_in_transaction_session_timeout: limits.idleInTransaction,
    ssl:
      tls === 'disable'
        ? false
        : {
            rejectUnauthorized: tls !== 'no-verify',
            ...(rootCertificate !== undefined && { ca: readTextNow(diskFiles, rootCertificate) }),
          },
  };
}

/**
 * One connection, for work that keeps it. `onLost` is called when it ends unasked; a statement may take `answerMs` until
 * it is answered.
 */
export async function connect(
  address: StoreAddress,
  onLost: () => void = () => undefined,
  answerMs: number = limits.answer,
): Promise<Client> {
  const client = new Client({ ...clientConfig(address), query_timeout: answerMs });
  client.on('error', onLost);
  client.on('end', onLost);
  try {
    await client.connect();
  } catch (error) {
    destroy(client);
    throw error;
  }
  return client;
}

/** Ends a connection without waiting for the server, which may have stopped. */
export function destroy(client: Client): void {
  client.removeAllListeners('end');
  client.connection.stream.destroy();
}

/** A statement failed before it was sent. */
export class NotSent extends Error {
  constructor(cause: unknown) {
    super('Not sent', { cause });
  }
}

/** The few connections that a process writes with, made when they are needed. */
export class Connections {
  readonly #pool: Pool;

  constructor(address: StoreAddress) {
    this.#pool = new Pool({ ...clientConfig(address), max: MOST_CONNECTIONS, idleTimeoutMillis: 30_000 });
    // An idle connection that ends is replaced when one is needed.
    this.#pool.on('error', () => undefined);
  }

  /**
   * Runs one statement in a transaction of its own. Rejects with NotSent if it never left, or with what the server or
   * the connection said; after a time-out the connection is destroyed, since nobody knows what it still brings.
   */
  query<Row extends QueryResultRow>(text: string, values: readonly unknown[]): Promise<Row[]> {
    return retried(() => this.#run<Row>(text, values));
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }

  async #run<Row extends QueryResultRow>(text: string, values: readonly unknown[]): Promise<Row[]> {
    const client = await this.#pool.connect().catch((error: unknown) => {
      throw new NotSent(error);
    });
    const onError = (): void => undefined;
    client.on('error', onError);
    try {
      const { rows } = await client.query<Row>(text, [...values]);
      client.off('error', onError);
      client.release();
      return rows;
    } catch (error) {
      const isGood = isConnectionGood(error);
      if (isGood) client.off('error', onError);
      client.release(!isGood);
      throw error;
    }
  }
}
