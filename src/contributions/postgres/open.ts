import { join } from 'node:path';
import { DataError } from '../../lib/data-error.ts';
import { Lock } from '../../lib/lock.ts';
import { memoryFiles } from '../../lib/memory-file-system.ts';
import { realSystem, type System } from '../../lib/system.ts';
import type { StoreAddress } from './address.ts';
import { Database } from './database.ts';
import { FoldWriter } from './fold.ts';
import type { DataNews } from './node-agreement.ts';
import { PostgresStore } from './postgres-store.ts';

/** The lock of a process that was killed can be taken after six seconds. */
const PATIENCE_MS = 10_000;

interface OpenOptions {
  readonly address: StoreAddress;
  /** Where what is known of the database outlives the process; left out, it is kept in memory. */
  readonly directory?: string | undefined;
  readonly system?: System;
  /** Called when the database is reached again (without a sentence), or lost, with a sentence for the operator. */
  readonly onState?: (away: string | undefined) => void;
  /** Called when a newer version of the data is ready here, or is put into use by all nodes. */
  readonly onData?: (news: DataNews) => void;
}

/**
 * Opens the events in a database, for the one process of a node that connects. Resolves even if the database is away: then
 * with what was known of it. Throws a DataError if the directory cannot be used.
 */
export async function openPostgres(options: OpenOptions): Promise<PostgresStore> {
  const { address, directory, onState = () => undefined, onData = () => undefined } = options;
  const system = options.system ?? realSystem;
  const own = directory === undefined ? { ...system, files: memoryFiles() } : system;
  const place = directory ?? '/store';
  const { lock, fold } = await openFold(place, own, directory !== undefined);
  const database = new Database({ address, fold, system: own, onState, onData });
  await database.open();
  return new PostgresStore({
    directory: place,
    system: own,
    link: database,
    agreement: database.agreement,
    onClosed: async () => {
      await fold.close();
      await lock?.release();
    },
  });
}

async function openFold(
  directory: string,
  system: System,
  isShared: boolean,
): Promise<{ readonly lock: Lock | undefined; readonly fold: FoldWriter }> {
  let lock: Lock | undefined;
  try {
    await system.files.makeDirectory(directory);
    if (isShared) {
      lock = await Lock.wait(join(directory, 'follower.lock'), {
        patienceMs: PATIENCE_MS,
        pauseMs: 50,
        system,
      });
      if (lock === undefined) {
        throw new DataError(
          'STORE',
          `Another server follows its database in ${directory}. Give each one a directory of its own with --data-dir.`,
        );
      }
    }
    return { lock, fold: await FoldWriter.open(directory, system) };
  } catch (error) {
    await lock?.release();
    if (error instanceof DataError) throw error;
    const { message } = error as Error;
    throw new DataError(
      'STORE',
      `What is known of the database cannot be kept in ${directory} (${message}). Make it writable, or choose another with --data-dir.`,
      error,
    );
  }
}
