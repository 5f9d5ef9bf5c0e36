/**
 * Faults under a cluster: `npm run check:postgres [-- --runs 50 --seed 1 --only node-killed --together 2 --patience 1 --long]`. Three
 * nodes, haproxy before them and PostgreSQL behind are struck while callers write, review and search; what the callers
 * were told is held against what is there. A broken promise is named with its seed: `--only FAULT --seed SEED --runs 1`.
 */
import { parseArgs } from 'node:util';
import { renderSection } from './bench/section.ts';
import { hasBalancer } from './failure/cluster.ts';
import { type Fault, faults } from './failure/faults.ts';
import { runFault } from './failure/run.ts';
import { postgresPrograms } from './harness/postgres.ts';
import { cleanUpAtExit } from './harness/processes.ts';
import { quantile } from './harness/statistics.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '50' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    /** Clusters at one time. */
    together: { type: 'string', default: '1' },
    /** On a machine that does other work, a node may take so many times longer to show what others wrote. */
    patience: { type: 'string', default: '1' },
    /** What is stopped is stopped for 30 s, not 10. */
    long: { type: 'boolean', default: false },
  },
});
const chosen = faults.filter(
  ({ name }) => values.only === undefined || values.only.split(',').includes(name),
);
if (chosen.length === 0) throw new Error(`--only takes ${faults.map(({ name }) => name).join(', ')}.`);
if (postgresPrograms() === undefined || !hasBalancer())
  throw new Error('This needs PostgreSQL and haproxy: apt-get install postgresql haproxy.');
cleanUpAtExit();

const patience = Number(values.patience);
const bounds = {
  appearsWithinMs: 1000 * patience,
  catchesUpWithinMs: 6000 * patience,
  answersWithinMs: 20_000 * patience,
};
const rows: Record<string, string | number>[] = [];
let broken = 0;

async function tryFault(fault: Fault): Promise<void> {
  const why = fault.unavailable?.();
  if (why !== undefined) {
    rows.push({ fault: fault.words, runs: `not tried: ${why}` });
    return;
  }
  const [runs, seed] = [Number(values.runs), Number(values.seed)];
  const outcome = await runFault(fault, { runs, seed, longMs: values.long ? 30_000 : 10_000, bounds });
  for (const { seed: own, faults: sentences } of outcome.broken) {
    broken += 1;
    console.error(`${fault.name}, seed ${own}:\n  ${sentences.slice(0, 10).join('\n  ')}`);
  }
  const { sum, appearedMs } = outcome;
  const appearedAfter = (share: number) =>
    appearedMs.length === 0 ? 'not measured' : Math.round(quantile(appearedMs, share));
  rows.push({
    fault: fault.words,
    runs: outcome.runs,
    seeds: `${seed} to ${seed + outcome.runs - 1}`,
    acknowledged: sum.acknowledged,
    'attempts refused': sum.refused,
    'not known': sum.unknown,
    'of these kept': sum.unknownKept,
    'lost with the primary': sum.lostWithPrimary,
    reads: sum.reads,
    'seen after ms, p50': appearedAfter(0.5),
    p99: appearedAfter(0.99),
    broken: outcome.broken.length,
  });
}

const queue = [...chosen];
const lane = async (): Promise<void> => {
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    await tryFault(next);
    console.error(`${next.name} is done, ${queue.length} to go: ${JSON.stringify(rows.at(-1))}`);
  }
};
await Promise.all(Array.from({ length: Number(values.together) }, lane));
console.log(renderSection({ title: 'What was struck, and what was promised', rows, notes: [] }));
process.exitCode = broken > 0 ? 1 : 0;
