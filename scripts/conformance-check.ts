import { fileURLToPath } from 'node:url';
import { cleanUpAtExit, stop } from './bench/children.ts';
import { startHttpServer } from './bench/http-server.ts';
import { checker } from './protocol/checker.ts';

/** Scenarios that no revision requires yet, and that the product passes all the same. */
const BEYOND: Readonly<Record<string, readonly string[]>> = {
  '2025-11-25': [],
  '2026-07-28': ['http-header-validation'],
};

cleanUpAtExit();
const conformance = checker('conformance');
const { child, url } = await startHttpServer();
for (const revision of Object.keys(BEYOND)) await check(revision, url);
await stop(child);

/** Runs what a revision requires; what fails must stand in the revision's baseline, and only that. */
async function check(revision: string, url: string): Promise<void> {
  const baseline = fileURLToPath(new URL(`../test/conformance/baseline-${revision}.yml`, import.meta.url));
  const args = ['server', '--url', url, '--requirements', revision, '--expected-failures', baseline];
  const { code, stdout, stderr } = await conformance(args);
  const summary = stdout.slice(stdout.indexOf('=== SUMMARY ==='));
  const passed = [...summary.matchAll(/^✓ (\S+): (\d+) passed, 0 failed$/gm)].map(([, scenario]) => scenario);
  const lost = (BEYOND[revision] ?? []).filter((scenario) => !passed.includes(scenario));
  if (code !== 0 || passed.length === 0 || lost.length > 0) {
    console.error(summary.length > 1 ? summary : stderr);
    for (const scenario of lost) console.error(`${scenario} passed before.`);
    console.error(`Conformance to ${revision} is not as test/conformance has it (exit code ${code}).`);
    process.exitCode = 1;
    return;
  }
  const excused = [...summary.matchAll(/^ {2}~ /gm)].length;
  console.log(`${revision}: ${passed.length} scenarios pass whole; the baseline excuses ${excused} checks.`);
}
