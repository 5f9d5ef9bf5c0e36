import type { Stall } from './history.ts';

const EVERY_MS = 20;
/** Less is the grain of timers. */
const LEAST_MS = 60;

/** Watches for how long this process, which hands on all between nodes and database, stands still. */
export class Stalls {
  readonly all: Stall[] = [];
  #timer: NodeJS.Timeout | undefined;

  begin(): void {
    let last = performance.now();
    this.#timer = setInterval(() => {
      const now = performance.now();
      if (now - last > EVERY_MS + LEAST_MS) this.all.push({ from: last, to: now });
      last = now;
    }, EVERY_MS);
  }

  end(): void {
    clearInterval(this.#timer);
  }
}

/** How much of a time this process stood still, in milliseconds. */
export function stalledMs(stalls: readonly Stall[], from: number, to: number): number {
  return stalls.reduce(
    (sum, stall) => sum + Math.max(0, Math.min(stall.to, to) - Math.max(stall.from, from)),
    0,
  );
}
