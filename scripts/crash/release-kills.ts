import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, utimesSync, watch } from 'node:fs';
import { join } from 'node:path';
import { verifyReleases } from '../../src/publish/verify.ts';
import type { SqlJsStatic } from '../../src/search/sqlite.ts';

export interface ReleaseKillOptions {
  /** The built program. */
  readonly program: string;
  readonly dir: string;
  readonly dataset: string;
  /** File of the private key. */
  readonly key: string;
  readonly kills: number;
  readonly sqlite: SqlJsStatic;
  /** Changes the dataset, so that there is something to release. */
  readonly change: (round: number) => void;
  /** From 0 to below 1. */
  readonly random: () => number;
}

export interface ReleaseKillReport {
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
const mostSigns = 24;

/** Kills `release` at any time, and looks after each kill whether the directory holds the old version or the new one, whole. */
export async function killReleases(options: ReleaseKillOptions): Promise<ReleaseKillReport> {
  const { dir, kills, change, random } = options;
  const faults: string[] = [];
  const counts = { kills: 0, before: 0, after: 0, unharmed: 0 };
  for (let round = 0; round < 2; round++) {
    change(round);
    await run(options, undefined);
  }
  let round = 2;
  change(round);
  while (counts.kills < kills) {
    const before = latest(dir);
    const wasKilled = await run(options, 1 + Math.floor(random() * mostSigns));
    const isOut = latest(dir) !== before;
    for (const fault of await faultsOf(options)) faults.push(`after ${counts.kills} kills: ${fault}`);
    if (wasKilled) {
      counts.kills += 1;
      counts[isOut ? 'after' : 'before'] += 1;
      expire(join(dir, 'release.lock'));
    } else {
      counts.unharmed += 1;
    }
    if (isOut) change(++round);
  }
  await run(options, undefined);
  faults.push(...(await faultsOf(options)));
  return { ...counts, faults };
}

/** True if the program was killed before it ended: when something had happened in the directory so many times. */
async function run(
  { program, dir, dataset, key }: ReleaseKillOptions,
  killAtSign: number | undefined,
): Promise<boolean> {
  const args = ['release', '--releases', dir, '--dataset', dataset, '--key', key, '--without-contributions'];
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
  let told = '';
  child.stderr.on('data', (text: Buffer) => {
    told += text.toString('utf8');
  });
  let signs = 0;
  const watcher =
    killAtSign === undefined
      ? undefined
      : watch(dir, { recursive: true }, () => {
          signs += 1;
          if (signs === killAtSign) child.kill('SIGKILL');
        });
  const [code] = (await once(child, 'close')) as [number | null];
  watcher?.close();
  if (code !== null && code !== 0) throw new Error(`release ended with ${code}: ${told}`);
  return code === null;
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
