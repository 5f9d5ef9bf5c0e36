import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  cleanUpAtExit,
  listening,
  type RunningServer,
  startHttpServer,
  startNode,
  stop,
} from './harness/processes.ts';
import { checker } from './protocol/checker.ts';
import { conformancePage, type Run, type Verdict } from './protocol/conformance-page.ts';

const REVISIONS = ['2025-11-25', '2026-07-28'];

/** Scenarios that no revision requires yet, and that pass all the same: on the product itself, and with fixtures. */
const BEYOND: Readonly<Record<Run['server'], readonly string[]>> = {
  product: ['http-header-validation'],
  fixtures: ['http-header-validation', 'json-schema-2020-12'],
};

/** Extensions are in no revision's requirements, and a suite skips what is not declared: so many checks have to pass. */
const EXTENSIONS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'sep-2640-skills-enumeration': { '2025-11-25': 30, '2026-07-28': 32 },
  'sep-2640-skills-manifest': { '2025-11-25': 6, '2026-07-28': 6 },
};

const pageFile = fileURLToPath(new URL('../docs/conformance.md', import.meta.url));

cleanUpAtExit();
const conformance = checker('conformance');
const runs = [
  ...(await runAll('product', await startHttpServer())),
  ...(await runAll('fixtures', await startFixtureServer())),
];
const page = conformancePage(runs);
if (process.argv.includes('--write')) writeFileSync(pageFile, page);
else if (readFileSync(pageFile, 'utf8') !== page) {
  fail(
    'docs/conformance.md says something else: run npm run check:conformance -- --write and look at the change.',
  );
}

/** The product's hosting and factory, from their sources, with what the suite wants of a test server. */
function startFixtureServer(): Promise<RunningServer> {
  const file = fileURLToPath(new URL('../test/conformance/fixtures/server.ts', import.meta.url));
  return listening(startNode(['--import', 'tsx', file]));
}

async function runAll(server: Run['server'], { child, url }: RunningServer): Promise<Run[]> {
  const done: Run[] = [];
  for (const revision of REVISIONS) {
    const { verdicts, ...about } = await run(server, revision, url);
    const extensions = server === 'product' ? await runExtensions(revision, url) : [];
    done.push({ ...about, verdicts: [...verdicts, ...extensions] });
  }
  await stop(child);
  return done;
}

/** Runs what a revision requires. What the plain product fails must stand in the baseline, and only that. */
async function run(server: Run['server'], revision: string, url: string): Promise<Run> {
  const args = ['server', '--url', url, '--requirements', revision];
  if (server === 'product') args.push('--expected-failures', baselineOf(revision));
  const { code, stdout, stderr } = await conformance(args);
  const summary = stdout.slice(stdout.indexOf('=== SUMMARY ==='));
  const verdicts = readSummary(summary);
  const passed = verdicts.filter(({ ok, checks }) => ok && checks > 0).map(({ scenario }) => scenario);
  const known = new Set(verdicts.map(({ scenario }) => scenario));
  const lost = BEYOND[server].filter((scenario) => known.has(scenario) && !passed.includes(scenario));
  if (code !== 0 || passed.length === 0 || lost.length > 0) {
    fail(summary.length > 1 ? summary : stderr);
    for (const scenario of lost) fail(`${scenario} passed before.`);
    fail(`Conformance to ${revision} (${server}) is not as test/conformance has it (exit code ${code}).`);
  }
  const name = server === 'product' ? 'the plain product' : 'with fixtures';
  console.log(`${revision}, ${name}: ${passed.length} scenarios pass whole.`);
  return { server, revision, verdicts };
}

/** Runs the scenarios of the extensions that the product declares. */
async function runExtensions(revision: string, url: string): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const [scenario, wanted] of Object.entries(EXTENSIONS)) {
    const args = ['server', '--url', url, '--scenario', scenario, '--spec-version', revision, '--force'];
    const { stdout, stderr } = await conformance(args);
    const [, passed = 0, failed = 1, warned = 1] =
      /^Passed: (\d+)\/\d+, (\d+) failed, (\d+) warnings/m.exec(stdout)?.map(Number) ?? [];
    const ok = failed === 0 && warned === 0 && passed === wanted[revision];
    if (!ok)
      fail(`${scenario}, ${revision}: ${passed} of ${wanted[revision]} checks pass.\n${stdout}${stderr}`);
    verdicts.push({ scenario, unscored: true, ok, checks: passed });
  }
  return verdicts;
}

function baselineOf(revision: string): string {
  return fileURLToPath(new URL(`../test/conformance/baseline-${revision}.yml`, import.meta.url));
}

/** A line a scenario; below it, indented, which of them the revision does not score. */
function readSummary(summary: string): Verdict[] {
  const unscored = new Set([...summary.matchAll(/^ {2}[✓✗] (\S+) \(/gm)].map(([, scenario]) => scenario));
  return [...summary.matchAll(/^[✓✗~] (\S+): (\d+) passed, (\d+) failed/gm)].map(
    ([, scenario = '', passed, failed]) => ({
      scenario,
      unscored: unscored.has(scenario),
      ok: failed === '0',
      checks: Number(passed),
    }),
  );
}

function fail(message: string): void {
  console.error(message);
  process.exitCode = 1;
}
