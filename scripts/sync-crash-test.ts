/** Kills clients with SIGKILL while they sync, and opens what they leave: `npx tsx scripts/sync-crash-test.ts [kills]`. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtProgram } from './harness/program.ts';
import { crashSync } from './sync/crash.ts';
import { Publisher } from './sync/publisher.ts';
import { smallVersions, sqliteEngine } from './sync/small-versions.ts';

const kills = Number(process.argv[2] ?? 200);
const home = mkdtempSync(join(tmpdir(), 'robotics-mcp-sync-crash-'));
const report = await crashSync({
  program: [builtProgram()],
  home,
  kills,
  publisher: new Publisher(await sqliteEngine()),
  ...(await smallVersions()),
  onKill: ({ kills: done, amidst, old, fresh }) => {
    if (done % 10 === 0) {
      console.log(`${done} kills, ${amidst} amidst; then the old version ${old} times, the new one ${fresh}`);
    }
  },
});
rmSync(home, { recursive: true });
console.log(JSON.stringify(report, null, 2));
process.exitCode = report.faults.length === 0 ? 0 : 1;
