import { setImmediate as round } from 'node:timers/promises';

const HELD_MS = 50;

/**
 * For a long task without pauses: between its steps signals, timers and connections have their turn, wherever it has held
 * them up for so long.
 */
export class Breath {
  #last = performance.now();

  async take(): Promise<void> {
    if (performance.now() - this.#last < HELD_MS) return;
    await round();
    this.#last = performance.now();
  }
}
