import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { LoadTest } from './load/load.ts';

/** `npm run soak -- --minutes 10 --connections 64 --workers 2`: the built server under load, killed and ended. */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    connections: { type: 'string', default: '64' },
    workers: { type: 'string', default: '2' },
    seed: { type: 'string', default: '1' },
  },
});
/** A process may grow by so much between the second and the last quarter of its life. */
const allowedGrowth = { share: 0.1, mb: 10 };

const home = mkdtempSync(join(tmpdir(), 'robotics-mcp-load-'));
const seconds = Number(values.minutes) * 60;
const { log, ...report } = await LoadTest.run({
  seconds,
  connections: Number(values.connections),
  workers: Number(values.workers),
  seed: Number(values.seed),
  home,
  questions: 200,
  onProgress: (line) => console.log(line),
});
rmSync(home, { recursive: true, force: true });
console.log(JSON.stringify(report, null, 2));

const faults = [
  ...(report.failed > 0 ? [`${report.failed} requests failed`] : []),
  ...(report.processesThatBroke > 1 ? ['connections of more than one worker broke'] : []),
  ...(report.ended.code !== 0 ? [`the server ended with ${report.ended.code}`] : []),
  ...(report.ended.ms > 10_000 ? [`the server took ${report.ended.ms} ms to end`] : []),
  ...report.memory
    // The lives of processes that a short run has are all beginning.
    .filter(({ samples }) => samples >= 60)
    .filter(({ earlyMb, lateMb }) => lateMb > earlyMb * (1 + allowedGrowth.share) + allowedGrowth.mb)
    .map(({ pid, earlyMb, lateMb }) => `process ${pid} grew from ${earlyMb} to ${lateMb} MB`),
];
if (faults.length === 0) {
  console.log(
    `${report.requests} requests in ${report.seconds} s: none failed but the ${report.lostWithWorker} under way in the worker that was killed.`,
  );
} else {
  console.log(`Not good: ${faults.join('; ')}.`);
  if (log !== '') console.log(`The log of the last server ends:\n${log.slice(-2000)}`);
  process.exitCode = 1;
}
