import { basename, dirname, join } from 'node:path';
import { contentHash } from '../data/dataset/canonical.ts';
import {
  deltaFile,
  folders,
  latestFile,
  manifestFile,
  snapshotFile,
} from '../data/releases/folder-source.ts';
import {
  type Envelope,
  parseEnvelope,
  type ReleaseManifest,
  readReleaseManifest,
  wasReleased,
} from '../data/releases/release-manifest.ts';
import { unpack } from '../data/snapshot/compress.ts';
import { compareVersions } from '../data/snapshot/manifest.ts';
import type { RecordsByKind } from '../kinds/kinds.ts';
import { isDraft, replaceFile } from '../lib/atomic-file.ts';
import { DataError, isDataError } from '../lib/data-error.ts';
import { diskFiles } from '../lib/disk.ts';
import { readIfThere, readTextIfThere } from '../lib/file-system.ts';
import { Lock } from '../lib/lock.ts';
import { Catalogue } from '../search/catalogue.ts';
import type { SqlJsStatic } from '../search/sqlite.ts';

/** The newest release of a directory. */
export interface Previous {
  /** `latest.json` as it was read. */
  readonly text: string;
  readonly envelope: Envelope;
  readonly manifest: ReleaseManifest;
}

/** The newest release; undefined for a directory that has none yet, or is not there. */
export async function readPrevious(dir: string): Promise<Previous | undefined> {
  const text = await readTextIfThere(diskFiles, latestFile(dir));
  if (text === undefined) {
    checkIsNew(dir);
    return undefined;
  }
  try {
    const envelope = parseEnvelope(text);
    return { text, envelope, manifest: readReleaseManifest(envelope.payload) };
  } catch (error) {
    if (!isDataError(error)) throw error;
    throw new DataError(
      'not_released',
      `${latestFile(dir)}: ${error.message} A copy of each version's manifest is in ${folders.manifests}.`,
    );
  }
}

/** The records of a release that is kept whole. Throws a DataError if its files are not what was released. */
export async function readReleasedRecords(
  dir: string,
  manifest: ReleaseManifest,
  sqlite: SqlJsStatic,
): Promise<RecordsByKind> {
  const path = snapshotFile(dir, manifest);
  const compressed = await readIfThere(diskFiles, path);
  if (compressed === undefined) throw damaged(path, 'it is missing');
  const bytes = await unpack(compressed, manifest.snapshot).catch((error: unknown) => {
    throw isDataError(error, 'not_as_stated') ? damaged(path, error.message) : error;
  });
  const catalogue = new Catalogue(new sqlite.Database(bytes));
  try {
    const records = catalogue.records();
    if (contentHash(records) !== manifest.content_sha256) throw damaged(path, 'its records are others');
    return records;
  } finally {
    catalogue.close();
  }
}

/** Beginning anew where there were versions would break every client's chain. */
function checkIsNew(dir: string): void {
  const known = (diskFiles.list(join(dir, folders.manifests)) ?? []).filter((name) => name.endsWith('.json'));
  // One may be of a first release that was interrupted.
  if (known.length <= 1) return;
  throw new DataError(
    'not_released',
    `${latestFile(dir)} is missing, though ${known.length} versions are there. Copy the newest of ${join(dir, folders.manifests)} to its place.`,
  );
}

function damaged(path: string, what: string): DataError {
  return new DataError(
    'not_released',
    `${path} is not what was released: ${what}. Put it back from a copy of the directory; "robotics-mcp release verify" shows what else is wrong.`,
  );
}

/** Snapshots that are kept: somebody may be in the middle of fetching one that is not the newest any more. */
const keptSnapshots = 3;

/** A lock whose holder was killed is free after six seconds. */
const LOCK_WAIT = { patienceMs: 10_000, pauseMs: 250 };

/** What is served may be read by everybody. */
const SERVED_FOLDER = 0o755;
const SERVED_FILE = 0o644;

/**
 * Writes to a releases directory while no other process does, and only if the newest release is still the one that
 * the writing was made for. Throws a DataError, overtaken, if it is not.
 */
export async function commit(
  dir: string,
  madeFor: Previous | undefined,
  write: () => Promise<void>,
): Promise<void> {
  await diskFiles.makeDirectory(dir, SERVED_FOLDER);
  const lock = await takeLock(dir);
  try {
    if ((await readTextIfThere(diskFiles, latestFile(dir))) !== madeFor?.text) {
      throw new DataError('overtaken', `Another process has released to ${dir} meanwhile. Run it again.`);
    }
    await write();
  } finally {
    await lock.release();
  }
}

async function takeLock(dir: string): Promise<Lock> {
  const path = join(dir, 'release.lock');
  const lock = await Lock.wait(path, LOCK_WAIT);
  if (lock !== undefined) return lock;
  throw new DataError(
    'not_released',
    `Another process is writing to ${dir}. If none is, see that it can be written, and remove ${path}.`,
  );
}

/** A manifest, and its envelope as it is handed out. */
export interface ReleaseText {
  readonly manifest: ReleaseManifest;
  readonly text: string;
}

/** A snapshot or a delta, compressed. */
export interface ReleaseFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/**
 * Writes a version: what its manifest names first, the manifest that all begin with last. Killed anywhere, the
 * directory hands out the version before or this one, whole.
 */
export async function writeRelease(
  dir: string,
  { files, ...issued }: ReleaseText & { readonly files: readonly ReleaseFile[] },
): Promise<void> {
  for (const { path, bytes } of files) await put(path, bytes);
  await writeManifest(dir, issued);
  await tidy(dir, issued.manifest);
}

/** Replaces the manifest of the newest version. */
export async function writeManifest(dir: string, { manifest, text }: ReleaseText): Promise<void> {
  await put(manifestFile(dir, manifest.version), text);
  await put(latestFile(dir), text);
}

async function put(path: string, content: Uint8Array | string): Promise<void> {
  await diskFiles.makeDirectory(dirname(path), SERVED_FOLDER);
  await replaceFile(path, content, { mode: SERVED_FILE });
}

/** The versions that a directory knows. */
export interface KnownReleases {
  /** The newest first; those that were never out are passed over. */
  readonly manifests: readonly ReleaseManifest[];
  /** Names of manifests that cannot be read. */
  readonly damaged: readonly string[];
}

/** The versions of a directory, as far as their manifests are kept; `latest` is the newest that is out. */
export async function listReleases(dir: string, latest: ReleaseManifest): Promise<KnownReleases> {
  const manifests: ReleaseManifest[] = [latest];
  const damaged: string[] = [];
  for (const name of namesIn(join(dir, folders.manifests))) {
    const path = join(dir, folders.manifests, name);
    const text = name.endsWith('.json') ? await readTextIfThere(diskFiles, path) : undefined;
    if (text === undefined) continue;
    try {
      const manifest = readReleaseManifest(parseEnvelope(text).payload);
      if (manifest.version !== latest.version && wasReleased(manifest.version, latest))
        manifests.push(manifest);
    } catch {
      damaged.push(name);
    }
  }
  return { manifests: manifests.sort((a, b) => compareVersions(b.version, a.version)), damaged };
}

/** Removes what no client can ask for any more, and what killed processes left. */
async function tidy(dir: string, latest: ReleaseManifest): Promise<void> {
  const { manifests, damaged } = await listReleases(dir, latest);
  const kept = {
    [folders.snapshots]: manifests.slice(0, keptSnapshots).map((manifest) => snapshotFile(dir, manifest)),
    [folders.deltas]: latest.deltas.map((delta) => deltaFile(dir, delta)),
    [folders.manifests]: [...manifests.map(({ version }) => manifestFile(dir, version)), ...damaged],
  };
  for (const [folder, paths] of Object.entries(kept)) {
    const names = new Set(paths.map((path) => basename(path)));
    for (const name of namesIn(join(dir, folder))) {
      if (isOurs(name) && !names.has(name)) await diskFiles.remove(join(dir, folder, name));
    }
  }
  for (const name of namesIn(dir)) if (isDraft(name)) await diskFiles.remove(join(dir, name));
}

/** What somebody else has put there is left alone. */
function isOurs(name: string): boolean {
  return /^\d{4}\.[\d.-]+\b.*\.(json|sqlite\.br|json\.br)$/.test(name) || isDraft(name);
}

/** Names in a folder, sorted; none if it is not there. */
export function namesIn(path: string): string[] {
  return [...(diskFiles.list(path) ?? [])].sort();
}
