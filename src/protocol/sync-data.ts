import type { PublisherKey } from '../data/releases/publisher-keys.ts';
import type { SyncOutcome, SyncProgress } from '../data/subscribe/sync.ts';
import { type Backoff, backoffMs } from '../lib/fetch.ts';
import { platformDirectory, programPlace, programVersion } from '../lib/program.ts';
import { requireWebAssembly } from '../lib/webassembly-memory.ts';

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

interface SyncRun {
  /** How long to wait for another process that syncs. */
  readonly waitMs?: number;
  readonly onProgress?: (progress: SyncProgress) => void;
  readonly signal?: AbortSignal;
}

/** Fetches and applies the newest data once. Throws a SyncError; then the data are as they were. */
export async function syncData(settings: SyncSettings, run: SyncRun = {}): Promise<SyncOutcome> {
  requireWebAssembly();
  const { address, keys, allowUnsigned } = settings;
  const { wasm, program } = programPlace();
  // Servers that sync in the background answer their first questions before they need any of it.
  const [{ sync }, { applyInProcess, applyInWorker }, { bundledPublisherKeys }] = await Promise.all([
    import('../data/subscribe/sync.ts'),
    import('../data/subscribe/apply-worker.ts'),
    import('../data/releases/publisher-keys.ts'),
  ]);
  return sync({
    ...run,
    home: settings.directory ?? platformDirectory(),
    address,
    version: programVersion(),
    trust: { keys: keys.length > 0 || allowUnsigned ? keys : bundledPublisherKeys, allowUnsigned },
    wasm,
    apply: (task, signal) =>
      settings.isStandalone
        ? applyInProcess([process.execPath], task, signal)
        : applyInWorker(program, task, signal),
  });
}

/** The first answers go out before anything is fetched. */
const START_MS = 5_000;
/** After a failure: doubling, up to the interval itself. */
const FIRST_RETRY_MS = 900_000;
const AN_HOUR = 3_600_000;
/** Servers that sync at once are spread over so long. */
const SOON_MS = 5_000;
/** However often it is asked to sync soon, a minute lies between two runs. */
const BETWEEN_MS = 60_000;

interface BackgroundOptions {
  readonly everyHours: number;
  /** Called with the result of each run as a sentence. */
  readonly onSynced: (sentence: string) => void;
  readonly onProblem: (sentence: string) => void;
  readonly startMs?: number;
  readonly random?: () => number;
}

/**
 * Syncs a few seconds from now, and then again and again, each time a little earlier or later so that not all
 * clients come at once. Its timers keep no process alive.
 */
export class BackgroundSync {
  readonly #settings: SyncSettings;
  readonly #options: BackgroundOptions;
  readonly #stopping = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #failures = 0;
  /** When the next run is due, and when the last one ended, in milliseconds of the process. */
  #dueAt = 0;
  #endedAt = Number.NEGATIVE_INFINITY;

  constructor(settings: SyncSettings, options: BackgroundOptions) {
    this.#settings = settings;
    this.#options = options;
    this.#schedule((options.startMs ?? START_MS) * (1 + this.#random()));
  }

  /** Another server has newer data: syncs within seconds, unless it does anyway, or just has. */
  soon(): void {
    const inMs = Math.max(SOON_MS * this.#random(), this.#endedAt + BETWEEN_MS - performance.now());
    if (this.#timer === undefined || performance.now() + inMs >= this.#dueAt) return;
    clearTimeout(this.#timer);
    this.#schedule(inMs);
  }

  /** Stops; a run under way is aborted, and the data stay consistent. */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    this.#stopping.abort();
    await this.#running;
  }

  #schedule(ms: number): void {
    if (this.#stopping.signal.aborted) return;
    this.#dueAt = performance.now() + ms;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#running = this.#run().finally(() => {
        this.#endedAt = performance.now();
      });
    }, ms);
    this.#timer.unref();
  }

  async #run(): Promise<void> {
    const interval = this.#options.everyHours * AN_HOUR;
    try {
      const outcome = await syncData(this.#settings, { signal: this.#stopping.signal });
      this.#failures = 0;
      for (const warning of outcome.warnings) this.#options.onProblem(warning);
      if (outcome.status === 'updated') this.#options.onSynced(describeOutcome(outcome));
      this.#schedule(interval * (0.9 + 0.2 * this.#random()));
    } catch (error) {
      if (this.#stopping.signal.aborted) return;
      this.#options.onProblem(`Syncing failed: ${error instanceof Error ? error.message : String(error)}`);
      const retry: Backoff = { firstMs: FIRST_RETRY_MS, longestMs: interval, jitter: 0.5 };
      this.#schedule(backoffMs(retry, this.#failures, this.#options.random));
      this.#failures += 1;
    }
  }

  #random(): number {
    return (this.#options.random ?? Math.random)();
  }
}

/** The result of syncing as a sentence. */
export function describeOutcome({ status, from_version, version, way, bytes }: SyncOutcome): string {
  if (status === 'current') return `The data are the newest: version ${version}.`;
  if (status === 'older')
    return `The service has older data than this program; those here stay: version ${version}.`;
  return `The data are now version ${version}, before ${from_version}: ${kilobytes(bytes)} ${way === 'deltas' ? 'of changes' : 'for all of them'}.`;
}

export function kilobytes(bytes: number): string {
  return bytes >= 1_000_000 ? `${(bytes / 1_000_000).toFixed(1)} MB` : `${(bytes / 1_000).toFixed(1)} kB`;
}
