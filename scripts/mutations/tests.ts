import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Mutation } from './sites.ts';

/** Where tests of a file of src stand that are not in its own folder of test/. */
const elsewhere: Readonly<Record<string, readonly string[]>> = {
  'src/cli/install/config-file.ts': ['test/cli/commands/install.test.ts'],
  'src/contributions/journal/': ['test/contributions/event-store.test.ts'],
  'src/contributions/postgres/': ['test/postgres'],
  'src/data/dataset/': ['test/harvest/harvest.test.ts', 'test/publish'],
  'src/data/releases/': ['test/data/subscribe', 'test/publish'],
  'src/data/snapshot/': ['test/data/subscribe'],
  'src/lib/': ['test/contributions/journal', 'test/auth/keys.test.ts', 'test/cli/commands/install.test.ts'],
};

/** The tests that are run on a mutant: those of its folder, and what else tries its file. */
export function testsOf({ file }: Pick<Mutation, 'file'>): readonly string[] {
  const own = dirname(file).replace(/^src/, 'test');
  const others = Object.entries(elsewhere).flatMap(([place, tests]) => (file.startsWith(place) ? tests : []));
  return [own, ...others];
}

/** What fails in tests of which nothing else has changed. */
interface TestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

/** Tests of a mutant that are not through after so long do not come to an end; all tests together take longer. */
const LONGEST_MS = 600_000;
const LONGEST_OF_ALL_MS = 3_600_000;

/**
 * Runs tests on a mutant, or on the program as it is, until one fails; returns which does. What a test starts as a
 * process of its own is never a mutant.
 */
export async function failingTest(
  root: string,
  directory: string,
  tests: readonly string[],
  mutation?: Mutation,
): Promise<string | undefined> {
  const outputFile = join(directory, `tests-${randomUUID()}.json`);
  const config = join(root, 'scripts/mutations/vitest.config.ts');
  const options = ['--config', config, '--bail', '1', '--reporter', 'json', '--outputFile', outputFile];
  const given = mutation && { MUTANT: JSON.stringify(mutation), MUTANT_NUMBER: '0' };
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const child = spawn(process.execPath, [vitest, 'run', ...tests, ...options], {
    cwd: root,
    env: { ...process.env, ...given },
    stdio: 'ignore',
    detached: true,
  });
  const timer = setTimeout(
    () => process.kill(-(child.pid ?? 0), 'SIGKILL'),
    mutation ? LONGEST_MS : LONGEST_OF_ALL_MS,
  );
  const [code, signal] = await new Promise<[number | null, string | null]>((resolve) =>
    child.on('close', (...ended) => resolve(ended)),
  );
  clearTimeout(timer);
  if (code === 0) return undefined;
  if (signal !== null) return 'the tests do not come to an end';
  if (!existsSync(outputFile)) throw new Error(`The tests ${tests.join(' ')} cannot be run.`);
  return firstFailure(root, JSON.parse(readFileSync(outputFile, 'utf8')) as TestReport);
}

function firstFailure(root: string, { testResults }: TestReport): string {
  for (const { name, status, message, assertionResults } of testResults) {
    if (status !== 'failed') continue;
    const failed = assertionResults.find((each) => each.status === 'failed');
    return `${relative(root, name)}: ${failed?.fullName ?? message.split('\n')[0] ?? ''}`;
  }
  return 'the tests fail';
}
