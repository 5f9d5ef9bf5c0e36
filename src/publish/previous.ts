import { join } from 'node:path';
import { folders, latestFile, snapshotFile } from '../data/releases/release-files.ts';
import {
  type Envelope,
  ManifestError,
  parseEnvelope,
  type ReleaseManifest,
  readReleaseManifest,
} from '../data/releases/release-manifest.ts';
import { PackError, unpack } from '../data/snapshot/compress.ts';
import { contentHash } from '../data/snapshot/content-hash.ts';
import type { RecordsByKind } from '../kinds/kinds.ts';
import { diskFiles } from '../lib/disk.ts';
import { readIfThere, readTextIfThere } from '../lib/file-system.ts';
import { Catalogue } from '../search/catalogue.ts';
import type { SqlJsStatic } from '../search/sqlite.ts';
import { ReleaseError } from './release-error.ts';

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
    if (!(error instanceof ManifestError)) throw error;
    throw new ReleaseError(
      `${latestFile(dir)}: ${error.message} A copy of each version's manifest is in ${folders.manifests}.`,
    );
  }
}

/** The records of a release that is kept whole. Throws a ReleaseError if its files are not what was released. */
export async function readReleasedRecords(
  dir: string,
  manifest: ReleaseManifest,
  sqlite: SqlJsStatic,
): Promise<RecordsByKind> {
  const path = snapshotFile(dir, manifest);
  const compressed = await readIfThere(diskFiles, path);
  if (compressed === undefined) throw damaged(path, 'it is missing');
  const bytes = await unpack(compressed, manifest.snapshot).catch((error: unknown) => {
    throw error instanceof PackError ? damaged(path, error.message) : error;
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
  throw new ReleaseError(
    `${latestFile(dir)} is missing, though ${known.length} versions are there. Copy the newest of ${join(dir, folders.manifests)} to its place.`,
  );
}

function damaged(path: string, what: string): ReleaseError {
  return new ReleaseError(
    `${path} is not what was released: ${what}. Put it back from a copy of the directory; "robotics-mcp release verify" shows what else is wrong.`,
  );
}
