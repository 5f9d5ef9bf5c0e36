import { quantile } from './statistics.ts';

export interface Load {
  readonly p50_ms: number;
  readonly p99_ms: number;
  readonly per_second: number;
}

/**
 * The one load generator: every asker asks again as soon as it has its answer, until `isOver` says so. An asker says
 * itself what became of its question; times are of those that do not resolve with false.
 */
export async function drive(
  askers: readonly (() => Promise<unknown>)[],
  isOver: () => boolean,
  note: (ms: number) => void,
): Promise<void> {
  const run = async (ask: () => Promise<unknown>) => {
    for (let before = performance.now(); !isOver(); ) {
      const counts = (await ask()) !== false;
      const after = performance.now();
      if (counts) note(after - before);
      before = after;
    }
  };
  await Promise.all(askers.map(run));
}

/** Lets them ask for some seconds. */
export async function driveFor(askers: readonly (() => Promise<unknown>)[], seconds: number): Promise<Load> {
  const times: number[] = [];
  const begun = performance.now();
  const end = begun + seconds * 1000;
  await drive(
    askers,
    () => performance.now() >= end,
    (ms) => times.push(ms),
  );
  return {
    p50_ms: quantile(times, 0.5),
    p99_ms: quantile(times, 0.99),
    per_second: (1000 * times.length) / (performance.now() - begun),
  };
}
