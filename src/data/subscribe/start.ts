import { join } from 'node:path';
import { isDataError } from '../../lib/data-error.ts';
import type { Lock } from '../../lib/lock.ts';
import { isSyncError, syncError } from '../releases/release-source.ts';
import { compareVersions, SNAPSHOT_FORMAT } from '../snapshot/manifest.ts';
import type { Applied, ApplyTask } from './apply.ts';
import { type DataOrigin, type DataPlace, DataSource } from './local-data.ts';
import { isDisowned, type Trust, type VersionMark } from './plan.ts';
import { overtaken, type SeenData, type SyncStore } from './store.ts';

export interface StartOptions {
  /** The data directory. */
  readonly home: string;
  readonly trust: Trust;
  /** sql.js's `sql-wasm.wasm`. */
  readonly wasm: string;
  /** Applies what was fetched, in a thread of its own. */
  readonly apply: (task: ApplyTask, signal?: AbortSignal) => Promise<Applied>;
  readonly signal?: AbortSignal;
  /** Where the data lie that came with the program; left out, beside the program. */
  readonly bundled?: DataPlace;
}

/** What a sync begins with. */
interface Start {
  readonly seen: SeenData | undefined;
  readonly local: DataOrigin;
  readonly warnings: readonly string[];
}

/** What is there when a sync begins. */
export async function startOf(store: SyncStore, lock: Lock, options: StartOptions): Promise<Start> {
  const local = await indexedAnew(store, lock, await intactOrigin(store, options), options);
  return { ...(await readSeen(store)), local };
}

/**
 * What is gone on from to a manifest that is trusted. Where another key was configured, what only former keys signed does
 * not keep it out; `isLeft`: the data in use are of those, and lead nowhere.
 */
export async function goingOnFrom(
  { version, content_sha256 }: VersionMark,
  { seen, local, warnings }: Start,
  store: SyncStore,
  { trust, bundled }: StartOptions,
): Promise<Start & { readonly isLeft: boolean }> {
  const signer = local.synced?.signed_by;
  const isForgotten = isDisowned(seen?.signed_by ?? signer, trust, seen);
  const order = compareVersions(version, local.manifest.version);
  const isBehind = order < 0 || (order === 0 && content_sha256 !== local.manifest.content_sha256);
  const isLeft = isBehind && isDisowned(signer, trust, seen);
  const isOlder = seen !== undefined && compareVersions(version, seen.highest.version) < 0;
  const why = `Version ${version} is taken although newer ones were seen, since none of the keys that are given now signed those.`;
  return {
    seen: isForgotten ? undefined : seen,
    local: isLeft ? await new DataSource(store, undefined, bundled).bundledOrigin() : local,
    isLeft,
    warnings: isLeft || (isForgotten && isOlder) ? [...warnings, why] : warnings,
  };
}

/** The newest local data that are whole: damaged ones are fetched again. */
async function intactOrigin(store: SyncStore, { bundled }: StartOptions): Promise<DataOrigin> {
  const source = new DataSource(store, undefined, bundled);
  const { origin } = await source.newest();
  if (origin.synced === undefined) return origin;
  const bytes = await store.system.files
    .readFile(join(origin.directory, origin.manifest.file))
    .catch(() => undefined);
  const isIntact = bytes !== undefined && (await store.system.aside.sha256(bytes)) === origin.manifest.sha256;
  return isIntact ? origin : source.bundledOrigin();
}

/**
 * Data that an older program synced are not opened: their records are put into a snapshot of this program's format,
 * which takes their place whatever the service says. Where that fails, what came with the program is gone on from.
 */
async function indexedAnew(
  store: SyncStore,
  lock: Lock,
  origin: DataOrigin,
  { home, wasm, apply, signal, bundled }: StartOptions,
): Promise<DataOrigin> {
  const { manifest, directory, synced } = origin;
  if (synced === undefined || manifest.format >= SNAPSHOT_FORMAT) return origin;
  const fetched = { way: 'deltas' as const, entries: [], files: [] };
  try {
    const applied = await apply({ home, wasm, manifest, base: { manifest, directory }, fetched }, signal);
    await refuseIfLost(lock);
    const current = { ...synced, format: SNAPSHOT_FORMAT, manifest: applied.manifest };
    await store.makeCurrent(await store.envelopeOf(manifest), current);
    return { manifest: applied.manifest, directory, synced: current };
  } catch (error) {
    if (isSyncError(error) && ['storage', 'busy', 'stopped'].includes(error.code)) throw error;
    return new DataSource(store, undefined, bundled).bundledOrigin();
  }
}

async function readSeen(
  store: SyncStore,
): Promise<{ readonly seen: SeenData | undefined; readonly warnings: readonly string[] }> {
  try {
    return { seen: await store.seen(), warnings: [] };
  } catch (error) {
    if (!isDataError(error, 'damaged')) {
      throw syncError('damaged_state', `${(error as Error).message} The local data stay.`, error);
    }
    return {
      seen: undefined,
      warnings: [`${error.message} So it is not known whether this service has had newer data before.`],
    };
  }
}

/** Throws a SyncError where another process has taken the lock: then nothing more is written. */
export async function refuseIfLost(lock: Lock): Promise<void> {
  if (!(await lock.isHeld())) throw overtaken();
}
