import { createContext, Script } from 'node:vm';

/** Longer takes nothing that is not stuck, on any machine. */
const STUCK_MS = 20_000;
const RUNS = 4;

/** What is run in the context that can be broken off; one for all, since each takes a millisecond to make. */
let running: () => unknown;
const context = createContext({ run: () => running() });
const script = new Script('run()');

/**
 * Milliseconds of processor time that a task takes, the least of a few runs: other programs and compiling make it take
 * more, never less. The first run below `enough` is the last. A task that is stuck is broken off, also inside a regular
 * expression: its time is infinite.
 */
export function processorMs(task: () => unknown, enough: number): number {
  let least = Number.POSITIVE_INFINITY;
  running = task;
  for (let run = 0; run < RUNS && least > enough; run += 1) {
    const before = process.cpuUsage();
    try {
      script.runInContext(context, { timeout: STUCK_MS });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
      return Number.POSITIVE_INFINITY;
    }
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}
