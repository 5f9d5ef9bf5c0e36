import { DataError } from '../../lib/data-error.ts';
import type { StoreAddress } from './address.ts';
import { Connections, NotSent } from './connection.ts';
import { explain, isRolledBack, sqlState } from './faults.ts';
import { versionProblem } from './follower.ts';
import { SCHEMA_VERSION } from './migrations.ts';

/** The keys of all servers as one document in the database, for the command that changes them. */
export class KeyDocument {
  readonly #address: StoreAddress;
  readonly #connections: Connections;

  constructor(address: StoreAddress) {
    this.#address = address;
    this.#connections = new Connections(address);
  }

  /** The document, and the number by which `replace` knows that nobody has changed it since. */
  async read(): Promise<{ readonly revision: string; readonly text: string }> {
    const [found] = await this.#ask<{ revision: string; text: string }>(
      'select revision, document::text as text from robotics_mcp.keys',
      [],
    );
    if (found === undefined) throw new DataError('STORE', 'The table of keys in the database is empty.');
    return found;
  }

  /** False if it was changed since that revision. */
  async replace(revision: string, text: string): Promise<boolean> {
    const [found] = await this.#ask<{ is_changed: boolean }>(
      'select robotics_mcp.change_keys($1, $2, $3) as is_changed',
      [SCHEMA_VERSION, revision, text],
    );
    return found?.is_changed ?? false;
  }

  async close(): Promise<void> {
    await this.#connections.close();
  }

  async #ask<Row extends object>(text: string, values: readonly unknown[]): Promise<Row[]> {
    try {
      return await this.#connections.query<Row>(text, values);
    } catch (error) {
      const cause = error instanceof NotSent ? error.cause : error;
      if (error instanceof NotSent || isRolledBack(error)) {
        throw new DataError('STORE', await this.#why(cause), cause);
      }
      throw new DataError(
        'STORE',
        'The database did not answer in time: it is not known whether the keys were changed. Look with robotics-mcp keys list.',
        cause,
      );
    }
  }

  async #why(error: unknown): Promise<string> {
    const state = sqlState(error);
    if (state === '42501') return notTheOwner(this.#address);
    if (state !== 'RM001') return explain(error, this.#address);
    const [row] = await this.#connections.query<{ version: number }>(
      'select max(version) as version from robotics_mcp.migrations',
      [],
    );
    return versionProblem(row?.version ?? 0, this.#address) ?? explain(error, this.#address);
  }
}

function notTheOwner({ shown, user }: StoreAddress): string {
  return `${user} may not change the keys in the database ${shown}: servers read them, and its owner changes them. Give the owner's address with --store.`;
}
