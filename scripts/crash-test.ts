import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { crash } from './crash/crash.ts';
import { twoServers } from './crash/two-servers.ts';

/** `npx tsx scripts/crash-test.ts [kills]`: kills the built server and looks for what it had acknowledged. */
const kills = Number(process.argv[2] ?? 300);
const program = [fileURLToPath(new URL('../dist/cli.js', import.meta.url))];
const home = mkdtempSync(join(tmpdir(), 'robotics-mcp-crash-'));
const begun = Date.now();

const shared = await twoServers(program, join(home, 'shared'), 1000);
console.log(`Two servers, 1,000 contributions each: ${JSON.stringify(shared)}`);

const report = await crash({
  program,
  home,
  kills,
  together: 2,
  longestMs: 400,
  onRound: (done, confirmed) => {
    if (done % 25 === 0) console.log(`${done} kills, ${confirmed} writes acknowledged`);
  },
});
console.log(JSON.stringify({ ...report, seconds: Math.round((Date.now() - begun) / 1000) }, null, 2));
const isShared = shared.tickets === 2000 && shared.entries === 2000 && shared.missing.length === 0;
const isGood = isShared && report.missing.length + report.twice.length + report.foreign.length === 0;
console.log(
  isGood ? 'Every acknowledged write is there, none twice, none half.' : `Something is wrong; see ${home}.`,
);
if (isGood) rmSync(home, { recursive: true });
else process.exitCode = 1;
