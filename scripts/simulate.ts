/**
 * Runs what the program keeps on a simulated machine that loses power, kills processes and fails at any step:
 * `npm run simulate -- [--what events] [--histories 5000] [--seed 1] [--json]`, or `--replay SEED` for
 * one history, step by step. One that breaks a promise is named by its seed, and the run ends with 1; so does one of many
 * histories in which a kind of step met a crash or a fault too seldom.
 */
import { parseArgs } from 'node:util';
import { histories as kinds } from './simulation/kinds.ts';
import { inWords, type Report, shortOf } from './simulation/report.ts';

const { values } = parseArgs({
  options: {
    what: { type: 'string', default: 'events' },
    histories: { type: 'string', default: '5000' },
    seed: { type: 'string', default: '1' },
    replay: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});

/** A run is given up after so many. */
const MOST_FAILURES = 5;

const kind = kinds[values.what];
if (kind === undefined) throw new Error(`--what is one of ${Object.keys(kinds).join(', ')}.`);
const { run, replay, takes } = kind;
if (values.replay === undefined) await runAll();
else await show(Number(values.replay));

async function runAll(): Promise<void> {
  const report = await runMany(Number(values.seed), Number(values.histories));
  const failures = [...report.failures, ...shortOf(report, takes)];
  console.log(values.json ? JSON.stringify({ ...report, failures }) : inWords({ ...report, failures }));
  if (failures.length > 0) process.exitCode = 1;
}

async function runMany(first: number, histories: number): Promise<Report> {
  const [begun, before] = [performance.now(), process.cpuUsage()];
  const met = new Map<string, number>();
  const failures: string[] = [];
  let [done, steps, operations] = [0, 0, 0];
  for (; done < histories && failures.length < MOST_FAILURES; done++) {
    const outcome = await run(first + done);
    steps += outcome.steps;
    operations += outcome.operations;
    for (const [what, times] of outcome.met) met.set(what, (met.get(what) ?? 0) + times);
    if (outcome.faults.length > 0)
      failures.push(`seed ${first + done}: ${outcome.faults.slice(0, 3).join('; ')}`);
    if (process.stderr.isTTY && done % 100 === 0) process.stderr.write(`\r${done} histories`);
  }
  const used = process.cpuUsage(before);
  return {
    what: values.what,
    histories: done,
    first,
    steps,
    operations,
    seconds: (performance.now() - begun) / 1000,
    cpu_seconds: (used.user + used.system) / 1e6,
    met: Object.fromEntries([...met].sort()),
    failures,
  };
}

async function show(seed: number): Promise<void> {
  const lines: string[] = [];
  const { plan, faults } = await replay(seed, (line) => lines.push(line));
  console.log(JSON.stringify({ ...plan, troubles: [...plan.troubles] }, null, 1));
  for (const line of lines) console.log(line);
  console.log(faults.length === 0 ? 'No promise was broken.' : faults.join('\n'));
  if (faults.length > 0) process.exitCode = 1;
}
