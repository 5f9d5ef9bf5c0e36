import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeKeyFile } from '../src/publish/issue.ts';
import { loadSqlite } from '../src/search/sqlite.ts';
import { wasmPath } from '../test/helpers/catalogue.ts';
import { Publisher } from '../test/publish/publisher.ts';
import { killReleases } from './crash/release-kills.ts';

/** `npx tsx scripts/release-crash-test.ts [kills]`: kills the built program's `release`, and looks at what it left. */
const publisher = new Publisher();
const key = join(publisher.root, 'key.pem');
await makeKeyFile(key);
const report = await killReleases({
  program: fileURLToPath(new URL('../dist/cli.js', import.meta.url)),
  dir: publisher.dir,
  dataset: publisher.dataset,
  key,
  kills: Number(process.argv[2] ?? 200),
  sqlite: await loadSqlite(readFileSync(wasmPath)),
  change: (round) => publisher.write({ robots: [{ name: `Robot ${round}` }] }),
  random: Math.random,
});
console.log(JSON.stringify(report, null, 2));
if (report.faults.length === 0) publisher.remove();
else process.exitCode = 1;
