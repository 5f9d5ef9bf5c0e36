import { isSyncError, type SyncError } from '../../../src/data/releases/release-source.ts';
import { apply } from '../../../src/data/subscribe/apply.ts';
import { type SyncOptions, sync } from '../../../src/data/subscribe/sync.ts';
import { wasmPath } from '../../helpers/catalogue.ts';

/** Options of a client that applies what it fetched in this very thread. */
export function clientOf(
  home: string,
  address: string,
  options: Partial<SyncOptions> & Pick<SyncOptions, 'trust'>,
): SyncOptions {
  return {
    home,
    address,
    version: '1.2.3',
    wasm: wasmPath,
    apply: (task) => apply(task),
    ...options,
  };
}

/** What a sync was refused with. */
export async function refusalOf(options: SyncOptions): Promise<SyncError> {
  try {
    await sync(options);
  } catch (error) {
    if (isSyncError(error)) return error;
    throw error;
  }
  throw new Error('It was not refused.');
}
