import { Lock } from '../../lib/lock.ts';
import { shownAddress } from '../../lib/shown-address.ts';
import { realSystem, type System } from '../../lib/system.ts';
import type { ReleaseManifest } from '../releases/release-manifest.ts';
import {
  fetchDeltas,
  fetchSnapshot,
  isSyncError,
  type ReleaseSource,
  syncError,
} from '../releases/release-source.ts';
import { type Patience, ServiceSource, type ServiceSourceOptions } from '../releases/service-source.ts';
import { SNAPSHOT_FORMAT } from '../snapshot/manifest.ts';
import type { Applied, ApplyTask } from './apply.ts';
import type { DataOrigin } from './local-data.ts';
import { type Believed, believe, planOf, rootsOf, type SyncPlan } from './plan.ts';
import { goingOnFrom, refuseIfLost, type StartOptions, startOf } from './start.ts';
import { LONGEST_HISTORY, SEEN_FORMAT, type SeenData, SyncStore, syncedData } from './store.ts';

/** The progress of syncing. */
export type SyncProgress =
  | { readonly phase: 'connecting' | 'waiting' }
  | {
      readonly phase: 'fetching' | 'applying';
      readonly way: 'deltas' | 'snapshot';
      readonly from_version: string;
      readonly version: string;
      readonly bytes: number;
      readonly total_bytes: number;
    };

export interface SyncOptions extends StartOptions {
  /** Endpoint of the service. */
  readonly address: string;
  /** Of this program. */
  readonly version: string;
  /** How long to wait for another process that syncs. */
  readonly waitMs?: number;
  /** How long to wait for the service, if not as long as usual. */
  readonly patience?: Patience;
  readonly onProgress?: (progress: SyncProgress) => void;
  readonly now?: () => Date;
  readonly system?: System;
  /** Reaches the service; left out, as an MCP client over HTTP. */
  readonly connect?: (options: ServiceSourceOptions) => Promise<ConnectedSource>;
}

/** A service, until it is closed. */
export interface ConnectedSource extends ReleaseSource {
  close(): Promise<void>;
}

/** The result of syncing. */
export interface SyncOutcome {
  /** `older`: the service has an older version than came with the program, which stays in use. */
  readonly status: 'updated' | 'current' | 'older';
  readonly from_version: string;
  /** In use now. */
  readonly version: string;
  readonly content_sha256: string;
  readonly way: 'deltas' | 'snapshot' | 'none';
  /** Bytes fetched, without the manifest. */
  readonly bytes: number;
  readonly signed_by: string | null;
  /** Sentences on what is to be known of it. */
  readonly warnings: readonly string[];
}

/** A service that moves on to a new version while its data are fetched is asked once more. */
const ATTEMPTS = 3;
const LOCK_PAUSE_MS = 200;

/** Fetches and applies the newest data. Throws a SyncError; then the data are as they were. */
export async function sync(options: SyncOptions): Promise<SyncOutcome> {
  const store = new SyncStore(options.home, options.system);
  await store.prepare();
  const lock = await takeLock(store, options);
  try {
    for (let attempt = 1; ; attempt++) {
      try {
        // Deltas that the service names and does not have, or no longer, are not asked for again.
        return await syncOnce(store, lock, options, attempt === 1);
      } catch (error) {
        const isPassing = isSyncError(error) && error.code === 'changed_meanwhile';
        if (!isPassing || attempt >= ATTEMPTS) throw error;
      }
    }
  } finally {
    await lock.release();
  }
}

async function syncOnce(
  store: SyncStore,
  lock: Lock,
  options: SyncOptions,
  mayUseDeltas: boolean,
): Promise<SyncOutcome> {
  options.onProgress?.({ phase: 'connecting' });
  await store.begin();
  const start = await startOf(store, lock, options);
  const service = await (options.connect ?? ServiceSource.connect)(options);
  try {
    const envelope = await service.manifest();
    const believed = believe(envelope, options.trust, start.seen);
    const { seen, local, isLeft, warnings } = await goingOnFrom(believed.manifest, start, store, options);
    const plan = planOf(believed.manifest, local.manifest, seen, mayUseDeltas);
    const said = [...warnings, ...warningsOf(believed, plan, options)];
    if (plan.way === 'none') {
      // Where it cannot be read that newer data were seen, older ones would be remembered in their place.
      if (plan.reason === 'current' || local.synced === undefined)
        await store.writeSeen(seenOf(believed, options, seen));
      if (isLeft) await store.leaveCurrent();
      return outcome(plan.reason, local, local.manifest, plan, believed, said);
    }
    const fetched = await fetchAll(service, believed.manifest, plan, local, options);
    const { manifest } = believed;
    const task = { home: options.home, wasm: options.wasm, manifest, base: local, fetched };
    const applied = await options.apply(task, options.signal);
    await takeIntoUse(store, lock, envelope, believed, applied, local, seen, options);
    return outcome('updated', local, applied.manifest, plan, believed, said);
  } finally {
    await service.close();
  }
}

async function fetchAll(
  source: ReleaseSource,
  manifest: ReleaseManifest,
  plan: Exclude<SyncPlan, { way: 'none' }>,
  local: DataOrigin,
  options: SyncOptions,
): Promise<ApplyTask['fetched']> {
  let bytes = 0;
  const report = (phase: 'fetching' | 'applying') =>
    options.onProgress?.({
      phase,
      way: plan.way,
      from_version: local.manifest.version,
      version: manifest.version,
      bytes,
      total_bytes: plan.bytes,
    });
  const onBytes = (more: number) => {
    bytes += more;
    report('fetching');
  };
  report('fetching');
  const fetched =
    plan.way === 'snapshot'
      ? {
          way: plan.way,
          stated: manifest.snapshot,
          bytes: await fetchSnapshot(source, manifest, onBytes),
        }
      : { way: plan.way, entries: plan.deltas, files: await fetchDeltas(source, plan.deltas, onBytes) };
  report('applying');
  return fetched;
}

/** `current.json` comes last: until then the old version is in use, whole. */
async function takeIntoUse(
  store: SyncStore,
  lock: Lock,
  envelope: string,
  believed: Believed,
  applied: Applied,
  local: DataOrigin,
  seen: SeenData | undefined,
  options: SyncOptions,
): Promise<void> {
  await refuseIfLost(lock);
  const { version, date } = local.manifest;
  const known = local.synced?.history ?? [{ version, date }];
  await store.writeSeen(seenOf(believed, options, seen));
  await store.makeCurrent(envelope, {
    format: SNAPSHOT_FORMAT,
    manifest: applied.manifest,
    from: options.address,
    issued_at: believed.manifest.issued_at,
    signed_by: believed.signed_by,
    applied_at: nowOf(options).toISOString(),
    history: [...known, ...applied.passed].slice(-LONGEST_HISTORY),
    before: local.synced && syncedData.parse(local.synced),
  });
  await store.tidy([applied.manifest, local.manifest]);
}

function seenOf(
  { manifest, signed_by, keys }: Believed,
  options: SyncOptions,
  before: SeenData | undefined,
): SeenData {
  const { version, content_sha256, issued_at } = manifest;
  return {
    format: SEEN_FORMAT,
    highest: { version, content_sha256 },
    signed_by,
    issued_at,
    // A clock that was set back does not make the last check older.
    checked_at: laterOf(nowOf(options).toISOString(), before?.checked_at),
    roots: rootsOf(options.trust),
    keys: [...keys],
  };
}

function laterOf(now: string, before: string | undefined): string {
  const isAhead = before !== undefined && Date.parse(before) > Date.parse(now);
  // A time far ahead was a clock that was wrong.
  return isAhead && Date.parse(before) - Date.parse(now) < 86_400_000 ? before : now;
}

function warningsOf({ manifest, signed_by }: Believed, plan: SyncPlan, options: SyncOptions): string[] {
  const warnings: string[] = [];
  if (signed_by === null && plan.way !== 'none') {
    warnings.push(
      `The data of ${shownAddress(options.address)} were taken unsigned: nobody vouches that they are the publisher's.`,
    );
  }
  if (Date.parse(manifest.issued_at) > nowOf(options).getTime() + 3_600_000) {
    warnings.push(
      `The manifest was signed at ${manifest.issued_at}, which is still to come by the clock of this machine. Is the clock right?`,
    );
  }
  return warnings;
}

function outcome(
  status: SyncOutcome['status'],
  local: DataOrigin,
  { version, content_sha256 }: DataOrigin['manifest'],
  plan: SyncPlan,
  { signed_by }: Believed,
  warnings: readonly string[],
): SyncOutcome {
  return {
    status,
    from_version: local.manifest.version,
    version,
    content_sha256,
    way: plan.way,
    bytes: plan.way === 'none' ? 0 : plan.bytes,
    signed_by,
    warnings,
  };
}

async function takeLock(store: SyncStore, options: SyncOptions): Promise<Lock> {
  const { waitMs: patienceMs = 0, signal, onProgress } = options;
  const onWaiting = () => onProgress?.({ phase: 'waiting' });
  const waiting = Lock.wait(store.lockPath, {
    patienceMs,
    pauseMs: LOCK_PAUSE_MS,
    signal,
    onWaiting,
    system: store.system,
  });
  const lock = await waiting.catch((error: unknown) => {
    if (signal?.aborted) throw syncError('stopped', 'Syncing was stopped. Nothing was changed.', error);
    throw error;
  });
  if (lock !== undefined) return lock;
  // A lock that nobody holds and that cannot be taken: nothing can be written there.
  if (!(await Lock.exists(store.lockPath, store.system))) {
    throw syncError(
      'storage',
      `${store.directory} cannot be written. Nothing was changed. Is the disk full, or is it another user's? Choose another place with --data-dir.`,
    );
  }
  throw syncError(
    'busy',
    `Another process is syncing into ${store.directory}. Wait until it is done. Nothing was changed.`,
  );
}

function nowOf({ now, system = realSystem }: SyncOptions): Date {
  return now?.() ?? new Date(system.clock.now());
}
