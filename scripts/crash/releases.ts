import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, utimesSync, watch } from 'node:fs';
import { join } from 'node:path';
import { verifyReleases } from '../../src/publish/verify.ts';
import type { SqlJsStatic } from '../../src/search/sqlite.ts';
import { output, startNode } from '../harness/processes.ts';
import { builtProgram } from '../harness/program.ts';
import { type CrashOptions, crash } from './harness.ts';

interface ReleaseKillOptions extends CrashOptions {
  readonly dir: string;
  readonly dataset: string;
  /** File of the private key. */
  readonly key: string;
  readonly sqlite: SqlJsStatic;
  /** Changes the dataset, so that there is something to release. */
  readonly change: (round: number) => void;
  /** From 0 to below 1. */
  readonly random: () => number;
}

interface ReleaseKillReport {
  readonly kills: number;
  /** Killed before the version was out, and after it. */
  readonly before: number;
  readonly after: number;
  /** Runs that ended before they were killed. */
  readonly unharmed: number;
  /** What was found wrong after a kill; nothing if all is well. */
  readonly faults: readonly string[];
}

/** About as often something is seen to happen in the directory while a version is written. */
const MOST_SIGNS = 24;

/** Kills `release` at any time, and looks after each kill whether the directory holds the old version or the new one, whole. */
export async function crashReleases(options: ReleaseKillOptions): Promise<ReleaseKillReport> {
  const { dir, change, random } = options;
  const faults: string[] = [];
  const counts = { before: 0, after: 0, unharmed: 0 };
  let round = 0;
  const releaseOnce = async () => {
    const { code, errors } = await output(start(options));
    if (code !== 0) throw new Error(`release ended with ${code}: ${errors}`);
  };
  for (; round < 2; round++) {
    change(round);
    await releaseOnce();
  }
  change(round);
  let before = latest(dir);
  const kills = await crash(
    {
      begin: async () => {
        before = latest(dir);
        const child = start(options);
        return { child, moment: signs(dir, 1 + Math.floor(random() * MOST_SIGNS), child) };
      },
      inspect: async (wasKilled) => {
        const isOut = latest(dir) !== before;
        const done = counts.before + counts.after;
        for (const fault of await faultsOf(options)) faults.push(`after ${done} kills: ${fault}`);
        if (wasKilled) {
          counts[isOut ? 'after' : 'before'] += 1;
          expire(join(dir, 'release.lock'));
        } else {
          counts.unharmed += 1;
        }
        if (isOut) change(++round);
      },
    },
    options,
  );
  await releaseOnce();
  faults.push(...(await faultsOf(options)));
  return { kills, ...counts, faults };
}

function start({ dir, dataset, key }: ReleaseKillOptions) {
  const args = ['--releases', dir, '--dataset', dataset, '--key', key, '--without-contributions'];
  return startNode([builtProgram(), 'release', ...args]);
}

/** Resolves when something has happened in the directory so many times, or the child has ended. */
async function signs(dir: string, count: number, child: ChildProcess): Promise<void> {
  let seen = 0;
  let settle: () => void = () => undefined;
  const enough = new Promise<void>((resolve) => {
    settle = resolve;
  });
  const watcher = watch(dir, { recursive: true }, () => {
    seen += 1;
    if (seen === count) settle();
  });
  await Promise.race([enough, once(child, 'exit')]);
  watcher.close();
}

async function faultsOf({ dir, sqlite }: ReleaseKillOptions): Promise<readonly string[]> {
  return (await verifyReleases({ dir, trusted: undefined, sqlite })).faults;
}

function latest(dir: string): string | undefined {
  const path = join(dir, 'latest.json');
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

/** A lock of a killed process is free after some seconds; a test does not wait for them. */
function expire(lock: string): void {
  if (existsSync(lock)) utimesSync(lock, 0, 0);
}
