import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { contentHash } from '../../src/data/dataset/canonical.ts';
import { DataSource } from '../../src/data/subscribe/local-data.ts';
import { SyncStore } from '../../src/data/subscribe/store.ts';
import type { RecordsByKind } from '../../src/kinds/kinds.ts';
import { output, startNode } from '../harness/processes.ts';
import { builtProgram } from '../harness/program.ts';
import type { Publisher, Version } from '../sync/publisher.ts';
import { serveOffer } from '../sync/serve-offer.ts';
import { crash, pause } from './harness.ts';

interface SyncCrashOptions {
  /** The data directory. */
  readonly home: string;
  readonly kills: number;
  readonly publisher: Publisher;
  /** The versions to release, one after the other. */
  readonly versionOf: (n: number) => Version;
  readonly recordsOf: (n: number) => RecordsByKind;
  readonly onKill?: (report: SyncCrashReport) => void;
}

interface SyncCrashReport {
  readonly kills: number;
  /** How many kills came while data were being fetched, or checked and applied. */
  readonly amidst: number;
  /** Kills after which the old version was in use, and the new one. */
  readonly old: number;
  readonly fresh: number;
  /** Sentences on what was not whole. */
  readonly faults: readonly string[];
}

/** How long a sync that nobody disturbs takes, from its start and from when it begins to apply. */
interface Pace {
  readonly wholeMs: number;
  readonly applyMs: number;
}

/** Kills come at any time within that, and a little beyond, since no two take equally long. */
const BEYOND = 1.2;
/** What the program says when it begins to write. */
const APPLYING = 'Checking and applying';

/** Kills clients while they sync, and opens what they leave. */
export async function crashSync(options: SyncCrashOptions): Promise<SyncCrashReport> {
  const { publisher, home } = options;
  const contents = new Map<string, string>();
  let n = 0;
  const releaseNext = async () => {
    n += 1;
    const { manifest } = await publisher.release(options.versionOf(n), options.recordsOf(n));
    contents.set(manifest.version, manifest.content_sha256);
  };
  await releaseNext();
  const server = await serveOffer(publisher.offer());
  const args = ['sync', '--from', server.url, '--data-dir', home, '--sync-key', publisher.key.public_key];
  const report = { kills: 0, amidst: 0, old: 0, fresh: 0, faults: [] as string[] };
  try {
    const pace = await undisturbedSync(args);
    let before = await versionIn(home, contents, report.faults);
    let said = () => '';
    await crash(
      {
        begin: async () => {
          if (before === publisher.latest.manifest.version) await releaseNext();
          const child = startNode([builtProgram(), ...args], cleanEnvironment());
          said = collected(child);
          return { child, moment: momentOf(child, pace, said) };
        },
        inspect: async (wasKilled) => {
          // Nobody waits here for the lock of the dead to be free.
          rmSync(new SyncStore(home).lockPath, { force: true });
          const after = await versionIn(home, contents, report.faults);
          if (wasKilled) {
            report.kills += 1;
            if (said().includes('Fetching')) report.amidst += 1;
            if (after === before) report.old += 1;
            else if (after === publisher.latest.manifest.version) report.fresh += 1;
          }
          if (after !== before && after !== publisher.latest.manifest.version) {
            report.faults.push(`After kill ${report.kills} the version is ${after}, before ${before}.`);
          }
          before = after;
        },
      },
      { kills: options.kills, onKill: () => options.onKill?.(report) },
    );
    await checkEnd(options, args, contents, report.faults);
    return report;
  } finally {
    await server.close();
  }
}

function cleanEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith('ROBOTICS_MCP_')),
  );
}

/** What a child has written on standard error so far. */
function collected(child: ChildProcess): () => string {
  let text = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    text += chunk.toString('utf8');
  });
  return () => text;
}

async function undisturbedSync(args: readonly string[]): Promise<Pace> {
  const begun = performance.now();
  let applying = begun;
  const child = startNode([builtProgram(), ...args], cleanEnvironment());
  child.stderr.on('data', (chunk: Buffer) => {
    if (chunk.includes(APPLYING)) applying = performance.now();
  });
  const { code, errors } = await output(child);
  if (code !== 0) throw new Error(`A sync that nobody disturbed ended with ${code}: ${errors}`);
  const ended = performance.now();
  return { wholeMs: ended - begun, applyMs: ended - applying };
}

/** Half of the kills come at any time, half soon after the data began to be applied, where files are written. */
async function momentOf(child: ChildProcess, { wholeMs, applyMs }: Pace, said: () => string): Promise<void> {
  const gone = once(child, 'exit');
  const isLate = Math.random() < 0.5;
  const applying = async () => {
    while (child.exitCode === null && !said().includes(APPLYING)) await pause(1);
  };
  if (isLate) await Promise.race([applying(), gone]);
  await Promise.race([pause(Math.random() * BEYOND * (isLate ? applyMs : wholeMs)), gone]);
}

/** The version that a program which starts now would answer from. */
async function versionIn(
  home: string,
  contents: ReadonlyMap<string, string>,
  faults: string[],
): Promise<string> {
  const { catalogue, warning } = await new DataSource(new SyncStore(home)).openNewest();
  try {
    const { version } = catalogue.info;
    if (warning !== undefined) faults.push(warning);
    const expected = contents.get(version);
    if (expected !== undefined && contentHash(catalogue.records()) !== expected)
      faults.push(`Version ${version} does not hold the records that were released.`);
    return version;
  } finally {
    catalogue.close();
  }
}

/** Undisturbed, a client gets on from whatever was left, and tidies up. */
async function checkEnd(
  { home, publisher }: SyncCrashOptions,
  args: readonly string[],
  contents: ReadonlyMap<string, string>,
  faults: string[],
): Promise<void> {
  await publisher.release({ version: '2039.01.01', date: '2039-01-01' }, publisher.latest.records);
  await undisturbedSync(args);
  const version = await versionIn(home, contents, faults);
  if (version !== publisher.latest.manifest.version) faults.push(`At the end the version is ${version}.`);
  const names = readdirSync(join(home, 'data'));
  const left = names.filter((name) => name.endsWith('.tmp'));
  if (left.length > 0) faults.push(`${left.join(', ')} were left.`);
  const snapshots = names.filter((name) => name.endsWith('.sqlite'));
  if (snapshots.length > 2) faults.push(`${snapshots.length} snapshots were left.`);
}
