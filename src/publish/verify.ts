import { applyDeltas, type Delta, readDelta } from '../data/releases/delta.ts';
import { deltaFile, folders } from '../data/releases/folder-source.ts';
import type { PublisherKey } from '../data/releases/publisher-keys.ts';
import type { DeltaEntry, ReleaseManifest } from '../data/releases/release-manifest.ts';
import { verifyEnvelope } from '../data/releases/signing.ts';
import { unpack } from '../data/snapshot/compress.ts';
import { compareVersions } from '../data/snapshot/manifest.ts';
import { kinds, type RecordsByKind } from '../kinds/kinds.ts';
import { DataError } from '../lib/data-error.ts';
import { realSystem, type System } from '../lib/system.ts';
import type { SqlJsStatic } from '../search/sqlite.ts';
import { type Previous, ReleaseFolder } from './release-folder.ts';

export interface Verification {
  readonly version: string;
  readonly deltas: number;
  /** Older versions whose snapshot is kept, and from which the deltas were followed to the newest. */
  readonly followed: readonly string[];
  /** The key whose signature was checked; undefined for an unsigned release. */
  readonly signed_by: string | undefined;
  /** What is wrong; nothing if this is empty. */
  readonly faults: readonly string[];
}

interface VerifyOptions {
  readonly dir: string;
  /** The keys that clients trust; left out, those that the manifest itself names. */
  readonly trusted: readonly PublisherKey[] | undefined;
  readonly sqlite: SqlJsStatic;
  readonly onStep?: (step: string) => void;
  readonly system?: System;
}

/** Checks everything that a releases directory hands out, as a client would and beyond. */
export async function verifyReleases(options: VerifyOptions): Promise<Verification> {
  const { dir, trusted, sqlite, onStep, system = realSystem } = options;
  const folder = new ReleaseFolder(dir, system);
  const latest = await folder.previous();
  if (latest === undefined)
    throw new DataError('not_released', `${dir} has no release. "robotics-mcp release" cuts the first.`);
  const { manifest } = latest;
  const faults: string[] = [];
  const signed_by = trying(faults, 'latest.json', () => checkSignature(latest, trusted));
  onStep?.('Reading the newest snapshot');
  const newest = await tryingTo(faults, 'snapshot', () => folder.content(manifest, sqlite));
  if (newest !== undefined) checkCounts(newest.records, manifest, faults);
  onStep?.('Reading the deltas');
  const deltas = new Map<string, Delta>();
  for (const entry of manifest.deltas) {
    const delta = await tryingTo(faults, `delta ${entry.from} to ${entry.to}`, () =>
      readDeltaOf(folder, entry, system),
    );
    if (delta !== undefined) deltas.set(entry.from, delta);
  }
  const followed: string[] = [];
  const known = await folder.known(manifest);
  faults.push(...known.damaged.map((name) => `${folders.manifests}/${name}: it cannot be read`));
  for (const older of known.manifests) {
    const chain = manifest.deltas.filter(({ from }) => compareVersions(from, older.version) >= 0);
    const isWhole = chain[0]?.from === older.version && chain.every(({ from }) => deltas.has(from));
    if (!isWhole || (await folder.snapshot(older)) === undefined) continue;
    onStep?.(`Following the deltas from ${older.version}`);
    const reached = await tryingTo(faults, `from ${older.version}`, async () =>
      applyDeltas(
        (await folder.content(older, sqlite)).records,
        chain.map(({ from }) => deltas.get(from) as Delta),
      ),
    );
    if (reached !== undefined) followed.push(older.version);
  }
  return { version: manifest.version, deltas: manifest.deltas.length, followed, signed_by, faults };
}

function checkSignature(
  { envelope, manifest }: Previous,
  trusted: readonly PublisherKey[] | undefined,
): string | undefined {
  if (envelope.signatures.length === 0 && trusted === undefined) return undefined;
  return verifyEnvelope(envelope, trusted ?? manifest.keys ?? []).signed_by;
}

function checkCounts(records: RecordsByKind, { counts }: ReleaseManifest, faults: string[]): void {
  for (const kind of kinds) {
    if (records[kind].length !== counts[kind]) {
      faults.push(
        `snapshot: it has ${records[kind].length} ${kind}, and the manifest states ${counts[kind]}`,
      );
    }
  }
}

async function readDeltaOf(folder: ReleaseFolder, entry: DeltaEntry, { aside }: System): Promise<Delta> {
  const bytes = await folder.delta(entry);
  if (bytes === undefined) throw new Error(`${deltaFile(folder.dir, entry)} is missing`);
  const delta = readDelta(Buffer.from(await unpack(bytes, entry, aside)).toString('utf8'));
  for (const field of ['from', 'to', 'content_before', 'content_after'] as const) {
    if (delta[field] !== entry[field])
      throw new Error(`its ${field} is not the one that the manifest states`);
  }
  return delta;
}

function trying<T>(faults: string[], what: string, look: () => T): T | undefined {
  try {
    return look();
  } catch (error) {
    faults.push(`${what}: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}

async function tryingTo<T>(faults: string[], what: string, look: () => Promise<T>): Promise<T | undefined> {
  try {
    return await look();
  } catch (error) {
    faults.push(`${what}: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}
