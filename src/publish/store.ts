import { basename, dirname, join } from 'node:path';
import {
  deltaFile,
  folders,
  latestFile,
  manifestFile,
  snapshotFile,
} from '../data/releases/release-files.ts';
import {
  parseEnvelope,
  type ReleaseManifest,
  readReleaseManifest,
  wasReleased,
} from '../data/releases/release-manifest.ts';
import { compareVersions } from '../data/snapshot/version.ts';
import { isDraft, replaceFile } from '../lib/atomic-file.ts';
import { diskFiles } from '../lib/disk.ts';
import { readTextIfThere } from '../lib/file-system.ts';
import { Lock } from '../lib/lock.ts';
import type { Cut } from './cut.ts';
import type { Issued } from './issue.ts';
import type { Previous } from './previous.ts';
import { ReleaseError } from './release-error.ts';

/** Snapshots that are kept: somebody may be in the middle of fetching one that is not the newest any more. */
const keptSnapshots = 3;

/** A lock whose holder was killed is free after six seconds. */
const LOCK_WAIT = { patienceMs: 10_000, pauseMs: 250 };

/** What is served may be read by everybody. */
const SERVED_FOLDER = 0o755;
const SERVED_FILE = 0o644;

/** Another process has released something since this one looked. */
export class OvertakenError extends ReleaseError {
  constructor(dir: string) {
    super(`Another process has released to ${dir} meanwhile. Run it again.`);
    this.name = 'OvertakenError';
  }
}

/**
 * Writes to a releases directory while no other process does, and only if the newest release is still the one that
 * the writing was made for. Throws an OvertakenError if it is not.
 */
export async function commit(
  dir: string,
  madeFor: Previous | undefined,
  write: () => Promise<void>,
): Promise<void> {
  await diskFiles.makeDirectory(dir, SERVED_FOLDER);
  const lock = await takeLock(dir);
  try {
    if ((await readTextIfThere(diskFiles, latestFile(dir))) !== madeFor?.text) throw new OvertakenError(dir);
    await write();
  } finally {
    await lock.release();
  }
}

async function takeLock(dir: string): Promise<Lock> {
  const path = join(dir, 'release.lock');
  const lock = await Lock.wait(path, LOCK_WAIT);
  if (lock !== undefined) return lock;
  throw new ReleaseError(
    `Another process is writing to ${dir}. If none is, see that it can be written, and remove ${path}.`,
  );
}

/**
 * Writes a version: what its manifest names first, the manifest that all begin with last. Killed anywhere, the
 * directory hands out the version before or this one, whole.
 */
export async function writeRelease(dir: string, { files, ...issued }: Cut): Promise<void> {
  for (const { path, bytes } of files) await put(path, bytes);
  await writeManifest(dir, issued);
  await tidy(dir, issued.manifest);
}

/** Replaces the manifest of the newest version. */
export async function writeManifest(dir: string, { manifest, text }: Issued): Promise<void> {
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
