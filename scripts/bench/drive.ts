import { quantile } from './statistics.ts';

export interface Load {
  readonly p50_ms: number;
  readonly p99_ms: number;
  readonly per_second: number;
}

/** Lets every asker ask again as soon as it has its answer, for some seconds. */
export async function drive(askers: readonly (() => Promise<unknown>)[], seconds: number): Promise<Load> {
  const times: number[] = [];
  const begun = performance.now();
  const end = begun + seconds * 1000;
  const run = async (ask: () => Promise<unknown>) => {
    for (let before = performance.now(); before < end; ) {
      await ask();
      const after = performance.now();
      times.push(after - before);
      before = after;
    }
  };
  await Promise.all(askers.map(run));
  const elapsed = performance.now() - begun;
  return {
    p50_ms: quantile(times, 0.5),
    p99_ms: quantile(times, 0.99),
    per_second: (1000 * times.length) / elapsed,
  };
}
