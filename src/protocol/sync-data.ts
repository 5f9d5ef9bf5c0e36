import { dirname } from 'node:path';
import { programPlace } from '../data/program-place.ts';
import type { PublisherKey } from '../data/releases/publisher-key.ts';
import { applyInProcess, applyInWorker } from '../data/subscribe/apply-worker.ts';
import { SyncError } from '../data/subscribe/errors.ts';
import { bundledPublisherKeys } from '../data/subscribe/publisher-keys.ts';
import { type HeldLock, type SyncOutcome, type SyncProgress, sync } from '../data/subscribe/sync.ts';
import { Lock } from '../lib/lock.ts';
import { platformDirectory } from '../lib/platform-directory.ts';
import { programVersion } from '../lib/program.ts';

/** Where data are synced from, and whose are taken. */
export interface SyncSettings {
  /** The data directory, if not the platform's own place. */
  readonly directory: string | undefined;
  /** Endpoint of the service. */
  readonly address: string;
  /** Publishers that are trusted instead of those that the package names. */
  readonly keys: readonly PublisherKey[];
  readonly allowUnsigned: boolean;
  /** True in a standalone executable, which can start itself as a process, and not as a thread. */
  readonly isStandalone: boolean;
}

export interface SyncRun {
  /** How long to wait for another process that syncs. */
  readonly waitMs?: number;
  readonly onProgress?: (progress: SyncProgress) => void;
  readonly signal?: AbortSignal;
}

/** Fetches and applies the newest data once. Throws a SyncError; then the data are as they were. */
export async function syncData(settings: SyncSettings, run: SyncRun = {}): Promise<SyncOutcome> {
  const { address, keys, allowUnsigned } = settings;
  const { wasm, program } = programPlace();
  return sync({
    ...run,
    home: settings.directory ?? platformDirectory(),
    address,
    version: programVersion(),
    trust: { keys: keys.length > 0 ? keys : bundledPublisherKeys, allowUnsigned },
    wasm,
    lock: takeLock,
    apply: (task, signal) =>
      settings.isStandalone
        ? applyInProcess([process.execPath], task, signal)
        : applyInWorker(program, task, signal),
  });
}

/** A lock that nobody holds and that cannot be taken: nothing can be written there. */
async function takeLock(path: string): Promise<HeldLock | undefined> {
  const lock = (await Lock.take(path)) ?? (await Lock.take(path));
  if (lock !== undefined || (await Lock.exists(path))) return lock;
  throw new SyncError(
    'storage',
    `${dirname(path)} cannot be written. Nothing was changed. Is the disk full, or is it another user's? Choose another place with --data-dir.`,
  );
}
