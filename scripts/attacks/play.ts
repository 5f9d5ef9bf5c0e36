import { rmSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { isSyncError, type SyncProblem } from '../../src/data/releases/release-source.ts';
import { generateKeys } from '../../src/data/releases/signing.ts';
import { compareVersions } from '../../src/data/snapshot/manifest.ts';
import { type SyncOptions, sync } from '../../src/data/subscribe/sync.ts';
import type { Attack } from './attack.ts';
import { Front } from './front.ts';
import { diskFaults, filesIn, inUse, messageFaults } from './judge.ts';
import type { Stage } from './stage.ts';

/** How long an attacked client waits where nothing but its patience ends an attack, and where it is not to matter. */
const short = { requestMs: 400, wholeMs: 1_200 };
const long = { requestMs: 10_000, wholeMs: 20_000 };
/** Beyond its patience a client takes no longer than this, on a machine that does other things as well. */
const BEYOND_MS = 8_000;
/** All that a client takes from a service before it gives up: some answers of four MiB, and what lies in buffers. */
const MOST_BYTES = 64_000_000;
/** Requests for a manifest, a few files, and what is begun with, three times. */
const MOST_REQUESTS = 120;

/** What came of some attacks at once. */
export interface Verdict {
  /** What the client said of it: a problem's name, or how it ended. */
  readonly outcome: SyncProblem | 'updated' | 'current' | 'older';
  readonly message: string;
  readonly ms: number;
  /** Sentences on promises that were broken. */
  readonly faults: readonly string[];
}

/** Lets attacks befall one client at the same time, on a real socket, and looks at what it is left with. */
export async function play(attacks: readonly Attack[], stage: Stage): Promise<Verdict> {
  const home = stage.newHome();
  for (const attack of attacks) attack.home?.(home, stage);
  const before = { files: filesIn(home), version: (await inUse(home, stage)).version };
  const { ms, outcome, message, faults } = await attacked(home, attacks, stage);
  const isRefused = !['updated', 'current', 'older'].includes(outcome);
  if (isRefused && !isDeepStrictEqual(filesIn(home), before.files))
    faults.push('what is kept has changed, although it was refused');
  faults.push(...diskFaults(home, stage.snapshotBytes));
  const after = await inUse(home, stage);
  faults.push(...after.faults);
  if (compareVersions(after.version, before.version) < 0)
    faults.push(`version ${after.version} is in use after ${before.version}`);
  const isFar = after.version === stage.far.manifest.version;
  if (isFar && !attacks.some(({ hasKey }) => hasKey)) faults.push('the version of the year 9999 is in use');
  for (const attack of attacks) attack.mend?.(home);
  faults.push(...(await recoveryFaults(home, stage, isFar)));
  rmSync(home, { recursive: true, force: true });
  return { outcome, message, ms, faults };
}

/** What a client says under attack, how long that takes, and what it takes from the service. */
async function attacked(
  home: string,
  attacks: readonly Attack[],
  stage: Stage,
): Promise<Ended & { readonly ms: number; readonly faults: string[] }> {
  stage.offered = attacks.reduce(
    (inner, attack) => attack.offer?.(inner, stage) ?? inner,
    stage.offerOf(stage.version(3)),
  );
  const front = await Front.start(stage.address, (reply, asked) =>
    attacks.reduce((changed, attack) => attack.reply?.(changed, asked) ?? changed, reply),
  );
  const patience = attacks.some(({ isSlow }) => isSlow) ? short : long;
  const options = Object.assign({ patience }, ...attacks.map(({ options: own }) => own));
  const begun = performance.now();
  const ended = await syncOnce(stage.client(home, front.url, options));
  const ms = performance.now() - begun;
  await front.close();
  const faults = [...ended.faults];
  if (ms > 3 * patience.wholeMs + BEYOND_MS) faults.push(`it took ${Math.round(ms)} ms`);
  if (front.bytesSent > MOST_BYTES) faults.push(`it took ${front.bytesSent} bytes from the service`);
  if (front.requests > MOST_REQUESTS) faults.push(`it made ${front.requests} requests`);
  return { ...ended, ms, faults };
}

interface Ended extends Pick<Verdict, 'outcome' | 'message' | 'faults'> {}

async function syncOnce(options: SyncOptions): Promise<Ended> {
  try {
    const { status, warnings } = await sync(options);
    return { outcome: status, message: warnings.join(' '), faults: [] };
  } catch (error) {
    if (isSyncError(error))
      return { outcome: error.code, message: error.message, faults: [...messageFaults(error)] };
    const said = error instanceof Error ? error.stack : String(error);
    return { outcome: 'malformed', message: '', faults: [`it ended with ${said}`] };
  }
}

/** Nothing may be left that keeps the honest data out; what a thief of the key has done needs another key. */
async function recoveryFaults(home: string, stage: Stage, isFar: boolean): Promise<string[]> {
  const { manifest } = stage.version(3);
  const fresh = generateKeys();
  const envelope = isFar ? stage.publisher.sign(manifest, fresh.privateKey) : stage.signed(manifest);
  stage.offered = { ...stage.offerOf(stage.version(3)), manifest: async () => envelope };
  try {
    const trust = { keys: isFar ? [fresh.publicKey] : stage.keys, allowUnsigned: false };
    const { version } = await sync(stage.client(home, stage.address, { trust }));
    const { version: used, faults } = await inUse(home, stage);
    if (version === manifest.version && used === version)
      return [...faults, ...diskFaults(home, stage.snapshotBytes)];
    return [...faults, `afterwards the honest service leads to ${version}, and ${used} is in use`];
  } catch (error) {
    return [`afterwards the honest data are refused: ${(error as Error).message}`];
  }
}
