import { setImmediate as round } from 'node:timers/promises';

/**
 * For a long task without pauses: between its steps signals, timers and connections have their turn, wherever it has held
 * them up for so long.
 */
export class Breath {
  readonly #heldMs: number;
  #last = performance.now();

  constructor(heldMs = 50) {
    this.#heldMs = heldMs;
  }

  async take(): Promise<void> {
    if (performance.now() - this.#last < this.#heldMs) return;
    await round();
    this.#last = performance.now();
  }
}
