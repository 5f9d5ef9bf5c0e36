import { bundledPublisherKeys, type PublisherKey } from '../data/releases/publisher-keys.ts';
import { applyInProcess, applyInWorker } from '../data/subscribe/apply-worker.ts';
import { type SyncOutcome, type SyncProgress, sync } from '../data/subscribe/sync.ts';
import { platformDirectory, programPlace, programVersion } from '../lib/program.ts';

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
    apply: (task, signal) =>
      settings.isStandalone
        ? applyInProcess([process.execPath], task, signal)
        : applyInWorker(program, task, signal),
  });
}
