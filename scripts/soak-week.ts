/**
 * A week of a service in minutes: `npm run soak:week -- [--days 7] [--weeks 1] [--seed S] [--json FILE]`. The program's own
 * servers and commands in one process, whose clock is set from hour to hour, and now and then wrong: searches,
 * contributions, review, the daily harvest and release, a second node that syncs and a client that comes at the end, changes of
 * keys, restarts. Ends with 1 if a promise was broken; the same seed draws the same week.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { diskFiles } from '../src/lib/file-system.ts';
import { cleanUpAtExit, temporaryFolder } from './harness/processes.ts';
import { builtProgram } from './harness/program.ts';
import { Random } from './harness/random.ts';
import { SimulatedClock } from './week/simulated-clock.ts';
import type { WeekReport } from './week/week.ts';

const { values } = parseArgs({
  options: {
    days: { type: 'string', default: '7' },
    weeks: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
    json: { type: 'string' },
  },
});

/** Newer than all data that come with a program of these years. */
const START = Date.UTC(2031, 2, 3);

cleanUpAtExit();
// It applies what was synced, in a thread of its own.
builtProgram();
const clock = new SimulatedClock(START);
clock.install(diskFiles);
// Only now, so that the clock of all of it is the one that is set.
const [{ main }, { Week }] = await Promise.all([import('../src/cli/main.ts'), import('./week/week.ts')]);
const first = Number(values.seed);
const last = first + Number(values.weeks) - 1;
const begun = performance.now();
const weeks: (WeekReport & { readonly seed: number })[] = [];
for (let seed = first; seed <= last; seed++) {
  clock.set(START);
  const random = new Random(seed);
  const options = { days: Number(values.days), random, clock, main, folder: temporaryFolder() };
  const report = await Week.run({ ...options, onDay: (line) => console.error(line) });
  weeks.push({ seed, ...report });
  const {
    hours,
    searches,
    acknowledged,
    reviewed,
    versions,
    restarts,
    clock_steps: steps,
    memory_mb: mb,
  } = report;
  console.log(
    `seed ${seed}: ${hours} h, ${versions.length} versions, ${searches} searches, ${acknowledged} contributions, ${reviewed} decided, ${restarts} restarts, the clock set wrong ${Math.ceil(steps.length / 2)} times, ${mb.join(' ')} MB`,
  );
  for (const fault of report.faults) console.log(`seed ${seed}: ${fault}`);
}
const seconds = Math.round((performance.now() - begun) / 1000);
const faults = weeks.flatMap((week) => week.faults.map((fault) => `seed ${week.seed}: ${fault}`));
const report = {
  what: 'a week in simulated time',
  runs: weeks.length,
  seeds: [first, last],
  seconds,
  faults,
  weeks,
};
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(report, null, 1)}\n`);
console.log(
  faults.length === 0 ? `No promise was broken in ${seconds} s.` : `${faults.length} promises were broken.`,
);
process.exit(faults.length === 0 ? 0 : 1);
