import { backoffMs } from '../lib/fetch.ts';
import type { RemoteService } from './remote.ts';
import { isWaiting, type Report, type Submission } from './state.ts';
import type { StoredContributions } from './stored-contributions.ts';

/** Between two attempts while something waits. */
const pauses = { firstMs: 15_000, longestMs: 900_000, jitter: 0.5 };
/** Background work begins when the first answers are out. */
const START_MS = 5_000;
const ARXIV_TIMEOUT_MS = 30_000;

interface OutgoingOptions {
  /** Connects when it is first needed; undefined where no service is configured. */
  readonly remote: (() => Promise<RemoteService>) | undefined;
  readonly onProblem: (error: unknown) => void;
  /** Given where another process does the work: called whenever there is some. */
  readonly onWaiting?: (() => void) | undefined;
  readonly startMs?: number;
  readonly random?: () => number;
}

/**
 * What waits for others: papers for arXiv, contributions for the hosted service. One process of those that share
 * the store works on them at a time. Its timers keep no process alive.
 */
export class Outgoing {
  readonly #kept: StoredContributions;
  readonly #options: OutgoingOptions;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #failures = 0;
  #closed = false;

  constructor(kept: StoredContributions, options: OutgoingOptions) {
    this.#kept = kept;
    this.#options = options;
  }

  /** Starts processing what waits; called again whenever there may be new work. */
  start(): void {
    if (this.#timer !== undefined || this.#running !== undefined || this.#closed) return;
    if (!this.#hasWork() && !this.#kept.store.needsTidying) return;
    if (this.#options.onWaiting !== undefined) this.#options.onWaiting();
    else this.#schedule(this.#options.startMs ?? START_MS);
  }

  /** Contributions that the hosted service does not have yet; undefined where none is configured. */
  toForward(): (Submission | Report)[] | undefined {
    if (this.#options.remote === undefined) return undefined;
    const { submissions, reports } = this.#kept.state;
    const all: (Submission | Report)[] = [...submissions.values(), ...reports.values()];
    return all
      .filter(
        (each) => each.forwarded === undefined && each.status !== 'rejected' && each.status !== 'merged',
      )
      .sort((a, b) => a.first - b.first);
  }

  /** Works through all that waits, once. */
  run(): Promise<void> {
    this.#running ??= this.#work().finally(() => {
      this.#running = undefined;
      if (!this.#closed && this.#hasWork())
        this.#schedule(backoffMs(pauses, this.#failures, this.#options.random));
    });
    return this.#running;
  }

  /** Stops; the latest contributions are still forwarded if that is quick. */
  async close(graceMs = 0): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const isOurs = graceMs > 0 && this.#options.onWaiting === undefined;
    const last = this.#running ?? (isOurs && (this.toForward()?.length ?? 0) > 0 ? this.run() : undefined);
    if (last === undefined) return;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, graceMs);
    });
    await Promise.race([last, late]);
    clearTimeout(timer);
  }

  #hasWork(): boolean {
    return this.#pending().length > 0 || (this.toForward()?.length ?? 0) > 0;
  }

  #pending(): Submission[] {
    return [...this.#kept.state.submissions.values()].filter(({ status }) => status === 'pending');
  }

  #schedule(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.run();
    }, ms);
    this.#timer.unref();
  }

  async #work(): Promise<void> {
    const { store } = this.#kept;
    const claim = await store.claim('outgoing');
    // Another process does it, or nothing can be written here, so the outcome could not be recorded.
    if (claim === 'taken' || claim === 'unavailable') {
      this.#failures += 1;
      return;
    }
    try {
      // What another process has sent on must be known here before anything is sent.
      await store.head();
      this.#kept.refresh();
      const mayGoOn = async () => !this.#closed && (await claim.isHeld());
      const isConfirmed = await this.#confirmPending(mayGoOn);
      const isForwarded = await this.#forward(() => claim.isHeld());
      this.#failures = isConfirmed && isForwarded ? 0 : this.#failures + 1;
      await store.tidy();
    } catch (error) {
      this.#failures += 1;
      this.#options.onProblem(error);
    } finally {
      await store.settle(claim);
    }
  }

  async #confirmPending(mayGoOn: () => Promise<boolean>): Promise<boolean> {
    for (const { ticket, arxiv_id } of this.#pending()) {
      if (arxiv_id === undefined) continue;
      if (!(await mayGoOn()) || !(await this.#kept.confirm(ticket, arxiv_id, ARXIV_TIMEOUT_MS))) return false;
    }
    return true;
  }

  async #forward(mayGoOn: () => Promise<boolean>): Promise<boolean> {
    const all = this.toForward() ?? [];
    if (all.length === 0 || this.#options.remote === undefined) return true;
    const remote = await this.#options.remote();
    let isAll = true;
    try {
      for (const contribution of all) {
        if (!(await mayGoOn())) return false;
        // It may have been decided while others went out.
        if (contribution.type === 'report' && !isWaiting(contribution) && contribution.status !== 'accepted')
          continue;
        const told = await remote.forward(contribution);
        if (told === undefined) return false;
        if (told === 'later') {
          isAll = false;
          continue;
        }
        await this.#kept.append({ type: 'forwarded', ticket: contribution.ticket, ...told });
      }
      return isAll;
    } catch (error) {
      this.#options.onProblem(error);
      return false;
    } finally {
      await remote.close();
    }
  }
}
