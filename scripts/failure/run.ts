import { Random } from '../harness/random.ts';
import { Cluster } from './cluster.ts';
import { Contributions } from './contributions.ts';
import type { Fault } from './faults.ts';
import type { Bounds, Verdict } from './history.ts';
import { play } from './play.ts';
import { Reviewers } from './reviewers.ts';

export interface RunOptions {
  readonly runs: number;
  /** Of the first run; the next ones follow it. */
  readonly seed: number;
  readonly longMs: number;
  readonly bounds: Bounds;
}

export interface Outcome {
  readonly runs: number;
  readonly broken: readonly { readonly seed: number; readonly faults: readonly string[] }[];
  readonly sum: Readonly<
    Record<'acknowledged' | 'refused' | 'unknown' | 'unknownKept' | 'lostWithPrimary' | 'reads', number>
  >;
  readonly appearedMs: readonly number[];
}

/** Lets one fault strike so many times, all in one cluster; after a broken promise in a new one. */
export async function runFault(fault: Fault, options: RunOptions): Promise<Outcome> {
  const sum = { acknowledged: 0, refused: 0, unknown: 0, unknownKept: 0, lostWithPrimary: 0, reads: 0 };
  const broken: { seed: number; faults: readonly string[] }[] = [];
  const appearedMs: number[] = [];
  const { runs, seed: first } = options;
  let stage: Stage | undefined;
  try {
    for (let seed = first; seed < first + runs; seed++) {
      stage ??= await openStage(fault, seed);
      const verdict = await playOnce(stage, fault, { ...options, seed });
      for (const name of Object.keys(sum) as (keyof typeof sum)[]) sum[name] += verdict[name];
      appearedMs.push(...verdict.appearedMs);
      if (verdict.faults.length === 0) continue;
      broken.push({ seed, faults: verdict.faults });
      await closeStage(stage);
      stage = undefined;
    }
  } finally {
    if (stage !== undefined) await closeStage(stage);
  }
  return { runs, broken, sum, appearedMs };
}

/** A cluster, whoever reviews there, and what is drawn to be contributed. */
export interface Stage {
  readonly cluster: Cluster;
  readonly reviewers: Reviewers;
  readonly draw: Contributions;
}

export async function openStage(
  { cluster: wanted, diskBytes }: Partial<Fault>,
  seed: number,
  nodes = 3,
): Promise<Stage> {
  const cluster = await Cluster.start({ nodes, ...wanted, diskBytes });
  return { cluster, reviewers: await Reviewers.open(cluster), draw: new Contributions(new Random(seed)) };
}

export async function closeStage({ cluster, reviewers }: Stage): Promise<void> {
  await reviewers.close();
  await cluster.close();
}

/** One run. What ends it early is a broken promise too. */
export async function playOnce(
  stage: Stage,
  fault: Fault,
  { seed, longMs, bounds }: Omit<RunOptions, 'runs'>,
): Promise<Verdict> {
  try {
    return await play({ ...stage, fault, seed, longMs, bounds });
  } catch (error) {
    const logs = stage.cluster.nodes.map(({ name, log }) => `${name}: ${log.slice(-600)}`);
    return { ...nothingSeen, faults: [`The run ended with ${(error as Error).stack}`, ...logs] };
  }
}

const nothingSeen: Verdict = {
  faults: [],
  acknowledged: 0,
  refused: 0,
  unknown: 0,
  unknownKept: 0,
  lostWithPrimary: 0,
  reads: 0,
  appearedMs: [],
};
