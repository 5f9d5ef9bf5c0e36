import { setTimeout as sleep } from 'node:timers/promises';

/** Lets one process after another ask. */
export interface Gate {
  /**
   * Resolves with what is to be called afterwards, with the milliseconds until the next may ask; with undefined
   * where nothing can be locked, so that the own pace alone is kept.
   */
  enter(signal: AbortSignal): Promise<((ms: number) => Promise<void>) | undefined>;
}

/** Runs one task at a time, each a given time after the one before it began. */
export class Pace {
  readonly #intervalMs: number;
  readonly #gate: Gate | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #notBefore = 0;

  constructor(intervalMs: number, gate?: Gate) {
    this.#intervalMs = intervalMs;
    this.#gate = gate;
  }

  /** Nothing is asked before this long has passed. */
  wait(ms: number): void {
    this.#notBefore = Math.max(this.#notBefore, performance.now() + ms);
  }

  /** Milliseconds until a task that is put in now could begin, if none stands before it. */
  get delay(): number {
    return Math.max(0, this.#notBefore - performance.now());
  }

  /** Runs the task in its turn; rejects with the signal's reason if its turn does not come before. */
  async run<T>(task: () => Promise<T>, signal: AbortSignal): Promise<T> {
    const turn = this.#last.then(() => this.#take(task, signal));
    this.#last = turn.catch(() => undefined);
    // Whoever gives up does not wait for those before it.
    return Promise.race([turn, whenAborted(signal)]);
  }

  async #take<T>(task: () => Promise<T>, signal: AbortSignal): Promise<T> {
    signal.throwIfAborted();
    const ms = this.delay;
    if (ms > 0) await sleep(ms, undefined, { signal });
    const leave = await this.#gate?.enter(signal);
    try {
      signal.throwIfAborted();
      this.wait(this.#intervalMs);
      return await task();
    } finally {
      await leave?.(this.delay);
    }
  }
}

function whenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
