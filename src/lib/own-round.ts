import { setImmediate as round } from 'node:timers/promises';

/**
 * Rounds of the event loop, one for each who asks, in their order: for large work that many have waited for together. Done
 * back to back it would hold up everybody, and all that it makes would be in memory at one time.
 */
export class OwnRounds {
  #last: Promise<void> = Promise.resolve();

  next(): Promise<void> {
    this.#last = this.#last.then(() => round());
    return this.#last;
  }
}
