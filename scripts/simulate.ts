/**
 * Runs what is kept on a simulated machine that loses power, kills processes and fails at any step:
 * `npm run simulate -- [--histories 5000] [--seed 1] [--json]`, or `--replay SEED` for one of them, step by step. A history
 * that breaks a promise is shrunk and shown with its seed, and the run ends with 1.
 */
import { parseArgs } from 'node:util';
import { runHistory } from './simulation/events.ts';
import { drawPlan, type Plan, shrink } from './simulation/plan.ts';

const { values } = parseArgs({
  options: {
    histories: { type: 'string', default: '5000' },
    seed: { type: 'string', default: '1' },
    replay: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});

const met = new Map<string, number>();
const failures: string[] = [];
let [steps, operations] = [0, 0];
if (values.replay !== undefined) await replay(drawPlan(Number(values.replay)));
else await runMany(Number(values.seed), Number(values.histories));

async function runMany(first: number, histories: number): Promise<void> {
  const begun = performance.now();
  for (let seed = first; seed < first + histories && failures.length < 5; seed++) {
    const outcome = await runHistory(drawPlan(seed));
    steps += outcome.steps;
    operations += outcome.operations;
    for (const [what, times] of outcome.met) met.set(what, (met.get(what) ?? 0) + times);
    if (outcome.faults.length > 0) failures.push(`seed ${seed}: ${outcome.faults.slice(0, 3).join('; ')}`);
    if (process.stderr.isTTY && seed % 100 === 0) process.stderr.write(`\r${seed - first} histories`);
  }
  const seconds = (performance.now() - begun) / 1000;
  const report = {
    histories,
    first,
    steps,
    operations,
    seconds,
    met: Object.fromEntries([...met].sort()),
    failures,
  };
  console.log(values.json ? JSON.stringify(report) : inWords(report));
  if (failures.length > 0) process.exitCode = 1;
}

function inWords({ histories, seconds }: { histories: number; seconds: number }): string {
  const table = [...met].sort().map(([what, times]) => `  ${what}: ${times}`);
  const rate = (histories / seconds).toFixed(0);
  return [
    `${histories} histories, ${operations} operations, ${steps} steps, ${seconds.toFixed(1)} s (${rate} a second)`,
    ...table,
    ...(failures.length === 0 ? ['No promise was broken.'] : failures),
  ].join('\n');
}

async function replay(plan: Plan): Promise<void> {
  const smallest = await shrink(plan, async (each) => (await runHistory(each)).faults.length > 0);
  console.log(JSON.stringify({ ...smallest, troubles: [...smallest.troubles] }, null, 1));
  const { faults } = await runHistory(smallest, (line) => console.log(line));
  console.log(faults.length === 0 ? 'No promise was broken.' : faults.join('\n'));
  if (faults.length > 0) process.exitCode = 1;
}
