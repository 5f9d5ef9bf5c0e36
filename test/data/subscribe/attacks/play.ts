import { rmSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { isSyncError, type SyncProblem } from '../../../../src/data/releases/release-source.ts';
import { generateKeys } from '../../../../src/data/releases/signing.ts';
import { compareVersions } from '../../../../src/data/snapshot/manifest.ts';
import { type SyncOptions, sync } from '../../../../src/data/subscribe/sync.ts';
import type { Attack } from './attack.ts';
import type { AttackFixture } from './fixture.ts';
import { diskFaults, filesIn, inUse, messageFaults } from './judge.ts';
import { TamperingProxy } from './tampering-proxy.ts';

/** How long an attacked client waits where nothing but its patience ends an attack, and where it is not to matter. */
const short = { requestMs: 400, wholeMs: 1_200 };
const long = { requestMs: 10_000, wholeMs: 20_000 };
/** Beyond its patience a client takes no longer than this, on a machine that does other things as well. */
const BEYOND_MS = 8_000;
/** All that a client takes from a service before it gives up: some answers of four MiB, and what lies in buffers. */
const MOST_BYTES = 64_000_000;
/** Requests for a manifest, a few files, and what is begun with, three times. */
const MOST_REQUESTS = 120;

/** What came of an attack. */
interface Verdict {
  /** What the client said of it: a problem's name, or how it ended. */
  readonly outcome: SyncProblem | 'updated' | 'current' | 'older';
  readonly message: string;
  readonly ms: number;
  /** Sentences on promises that were broken. */
  readonly faults: readonly string[];
}

/** Lets an attack befall a client, on a real socket, and looks at what it is left with. */
export async function play(attack: Attack, fixture: AttackFixture): Promise<Verdict> {
  const home = fixture.newHome();
  attack.home?.(home, fixture);
  const before = { files: filesIn(home), version: (await inUse(home, fixture)).version };
  const { ms, outcome, message, faults } = await attacked(home, attack, fixture);
  const isRefused = !['updated', 'current', 'older'].includes(outcome);
  if (isRefused && !isDeepStrictEqual(filesIn(home), before.files))
    faults.push('what is kept has changed, although it was refused');
  faults.push(...diskFaults(home, fixture.snapshotBytes));
  const after = await inUse(home, fixture);
  faults.push(...after.faults);
  if (compareVersions(after.version, before.version) < 0)
    faults.push(`version ${after.version} is in use after ${before.version}`);
  const isFar = after.version === fixture.far.manifest.version;
  if (isFar && attack.hasKey !== true) faults.push('the version of the year 9999 is in use');
  attack.mend?.(home);
  faults.push(...(await recoveryFaults(home, fixture, isFar)));
  rmSync(home, { recursive: true, force: true });
  return { outcome, message, ms, faults };
}

/** What a client says under attack, how long that takes, and what it takes from the service. */
async function attacked(
  home: string,
  attack: Attack,
  fixture: AttackFixture,
): Promise<Ended & { readonly ms: number; readonly faults: string[] }> {
  const honest = fixture.offerOf(fixture.version(3));
  fixture.offered = attack.offer?.(honest, fixture) ?? honest;
  const proxy = await TamperingProxy.start(fixture.address, attack.reply ?? ((reply) => reply));
  const patience = attack.isSlow === true ? short : long;
  const options = { patience, ...attack.options };
  const begun = performance.now();
  const ended = await syncOnce(fixture.client(home, proxy.url, options));
  const ms = performance.now() - begun;
  await proxy.close();
  const faults = [...ended.faults];
  if (ms > 3 * patience.wholeMs + BEYOND_MS) faults.push(`it took ${Math.round(ms)} ms`);
  if (proxy.bytesSent > MOST_BYTES) faults.push(`it took ${proxy.bytesSent} bytes from the service`);
  if (proxy.requests > MOST_REQUESTS) faults.push(`it made ${proxy.requests} requests`);
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
async function recoveryFaults(home: string, fixture: AttackFixture, isFar: boolean): Promise<string[]> {
  const { manifest } = fixture.version(3);
  const fresh = generateKeys();
  const envelope = isFar ? fixture.publisher.sign(manifest, fresh.privateKey) : fixture.signed(manifest);
  fixture.offered = { ...fixture.offerOf(fixture.version(3)), manifest: async () => envelope };
  try {
    const trust = { keys: isFar ? [fresh.publicKey] : fixture.keys, allowUnsigned: false };
    const { version } = await sync(fixture.client(home, fixture.address, { trust }));
    const { version: used, faults } = await inUse(home, fixture);
    if (version === manifest.version && used === version)
      return [...faults, ...diskFaults(home, fixture.snapshotBytes)];
    return [...faults, `afterwards the honest service leads to ${version}, and ${used} is in use`];
  } catch (error) {
    return [`afterwards the honest data are refused: ${(error as Error).message}`];
  }
}
