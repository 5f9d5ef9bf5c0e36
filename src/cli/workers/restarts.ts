/** A worker that lived for so long has not failed at its start. */
const SOUND_MS = 10_000;
/** Failures that lie further apart have nothing to do with each other. */
const APART_MS = 60_000;
/** So many that end at their start, one soon after the other, will not be helped by one more. */
const MOST_FAILURES = 5;
const FIRST_PAUSE_MS = 100;

/** Decides when a worker that ended is replaced, and when that has become useless. */
export class Restarts {
  #failures = 0;
  #last = Number.NEGATIVE_INFINITY;

  /** A worker ended at `now`, unasked, having lived so long (milliseconds): the pause before the next one. */
  next(livedMs: number, now: number): { readonly pauseMs: number } | 'give-up' {
    if (livedMs >= SOUND_MS || now - this.#last > APART_MS) this.#failures = 0;
    this.#last = now;
    if (livedMs >= SOUND_MS) return { pauseMs: 0 };
    this.#failures += 1;
    if (this.#failures >= MOST_FAILURES) return 'give-up';
    return { pauseMs: FIRST_PAUSE_MS * 2 ** (this.#failures - 1) };
  }
}
