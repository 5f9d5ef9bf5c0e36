import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sendMalformed } from './malformed/malformed.ts';

/** `npm run check:malformed -- --count 100000`: malformed requests to the built server, none of which may harm it. */
const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    together: { type: 'string', default: '32' },
  },
});
const home = mkdtempSync(join(tmpdir(), 'robotics-mcp-malformed-'));
const { log, ...report } = await sendMalformed({
  count: Number(values.count),
  seed: Number(values.seed),
  together: Number(values.together),
  home,
  onProgress: (done) => console.log(`${done} sent`),
});
rmSync(home, { recursive: true, force: true });
console.log(JSON.stringify(report, null, 2));
// Failures of the server's own are in its log, whatever it answered.
const failures = log.split('\n').filter((line) => / error /.test(line)).length;
if (report.faulty + report.quiet + failures === 0 && report.exit === 0) {
  console.log(
    `${report.sent} malformed requests in ${report.seconds} s: no crash, no 5xx but 503, nothing told.`,
  );
} else {
  console.log(
    `Not good: ${report.faulty} faults, ${report.quiet} connections left quiet, ${failures} failures in the log, exit ${report.exit}.`,
  );
  if (log !== '') console.log(`The log of the server ends:\n${log.slice(-3000)}`);
  process.exitCode = 1;
}
