import type { SyncOutcome } from '../data/subscribe/sync.ts';
import type { SyncSettings } from './sync-data.ts';

/** The first answers go out before anything is fetched. */
const startMs = 5_000;
/** After a failure: doubling, up to the interval itself. */
const firstRetryMs = 900_000;
const anHour = 3_600_000;

export interface BackgroundOptions {
  readonly everyHours: number;
  /** Told of what came of each time: a sentence. */
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
  private readonly settings: SyncSettings;
  private readonly options: BackgroundOptions;
  private readonly stopping = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private failures = 0;

  constructor(settings: SyncSettings, options: BackgroundOptions) {
    this.settings = settings;
    this.options = options;
    this.schedule((options.startMs ?? startMs) * (1 + this.random()));
  }

  /** Stops; what is under way is given up, and the data stay whole. */
  async close(): Promise<void> {
    clearTimeout(this.timer);
    this.stopping.abort();
    await this.running;
  }

  private schedule(ms: number): void {
    if (this.stopping.signal.aborted) return;
    this.timer = setTimeout(() => {
      this.running = this.run();
    }, ms);
    this.timer.unref();
  }

  private async run(): Promise<void> {
    const interval = this.options.everyHours * anHour;
    try {
      const { syncData } = await import('./sync-data.ts');
      const outcome = await syncData(this.settings, { signal: this.stopping.signal });
      this.failures = 0;
      for (const warning of outcome.warnings) this.options.onProblem(warning);
      if (outcome.status === 'updated') this.options.onSynced(describeOutcome(outcome));
      this.schedule(interval * (0.9 + 0.2 * this.random()));
    } catch (error) {
      if (this.stopping.signal.aborted) return;
      this.options.onProblem(`Syncing failed: ${error instanceof Error ? error.message : String(error)}`);
      const pause = Math.min(interval, firstRetryMs * 2 ** this.failures);
      this.failures += 1;
      this.schedule(pause * (0.5 + 0.5 * this.random()));
    }
  }

  private random(): number {
    return (this.options.random ?? Math.random)();
  }
}

/** What syncing came to, as a sentence. */
export function describeOutcome({ status, from_version, version, way, bytes }: SyncOutcome): string {
  if (status === 'current') return `The data are the newest: version ${version}.`;
  if (status === 'older')
    return `The service has older data than this program; those here stay: version ${version}.`;
  return `The data are now version ${version}, before ${from_version}: ${kilobytes(bytes)} ${way === 'deltas' ? 'of changes' : 'for all of them'}.`;
}

export function kilobytes(bytes: number): string {
  return bytes >= 1_000_000 ? `${(bytes / 1_000_000).toFixed(1)} MB` : `${(bytes / 1_000).toFixed(1)} kB`;
}
