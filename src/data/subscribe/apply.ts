import { isDataError } from '../../lib/data-error.ts';
import { realSystem, type System } from '../../lib/system.ts';
import { Catalogue } from '../../search/catalogue.ts';
import { continued } from '../../search/change-table.ts';
import type { SqlJsStatic } from '../../search/sqlite.ts';
import { contentHash } from '../dataset/canonical.ts';
import { applyDeltas, type Delta, readDelta } from '../releases/delta.ts';
import { historyOf } from '../releases/history.ts';
import type { DeltaEntry, PackedFile, ReleaseManifest } from '../releases/release-manifest.ts';
import { type SyncError, syncError } from '../releases/release-source.ts';
import { buildSnapshot, type Content } from '../snapshot/build.ts';
import { unpack } from '../snapshot/compress.ts';
import { type Manifest, SNAPSHOT_FORMAT } from '../snapshot/manifest.ts';
import { formatOf, loadEngine, readStated } from '../snapshot/open.ts';
import { SyncStore, snapshotName } from './store.ts';

/** What was fetched, and on what it is to be applied. Only plain values: it is handed to another thread. */
export interface ApplyTask {
  /** The data directory. */
  readonly home: string;
  /** sql.js's `sql-wasm.wasm`. */
  readonly wasm: string;
  /** What the new version must turn out to be. */
  readonly manifest: Pick<ReleaseManifest, 'version' | 'date' | 'counts' | 'content_sha256'>;
  /** The local data that deltas lead on from. */
  readonly base: { readonly manifest: Manifest; readonly directory: string };
  readonly fetched:
    | { readonly way: 'snapshot'; readonly stated: PackedFile; readonly bytes: Uint8Array }
    | {
        /** Without a delta the local data are indexed anew. */
        readonly way: 'deltas';
        readonly entries: readonly DeltaEntry[];
        readonly files: readonly Uint8Array[];
      };
}

/** A version that was checked and lies in the store; nothing uses it yet. */
export interface Applied {
  readonly manifest: Manifest;
  /** The versions that deltas led through, this one last. */
  readonly passed: readonly { readonly version: string; readonly date: string }[];
}

/**
 * Checks what was fetched against its manifest, makes the new version of it, and writes its file. Throws a
 * SyncError for anything that is not what the manifest states; then nothing was written.
 */
export async function apply(
  task: ApplyTask,
  system = realSystem,
  loading = loadEngine(task.wasm),
): Promise<Applied> {
  const engine = await loading;
  const { fetched, manifest } = task;
  const { file, sha256, passed } =
    fetched.way === 'snapshot'
      ? {
          ...(await fromSnapshot(engine, manifest, fetched.stated, fetched.bytes, system)),
          passed: [manifest],
        }
      : await fromDeltas(engine, task, fetched.entries, fetched.files, system);
  const stated = statedFor(manifest, file, sha256);
  await new SyncStore(task.home, system).writeSnapshot(stated, file);
  return { manifest: stated, passed: passed.map(({ version, date }) => ({ version, date })) };
}

function statedFor(
  { version, date, counts, content_sha256 }: ApplyTask['manifest'],
  file: Uint8Array,
  sha256: string,
): Manifest {
  return {
    format: SNAPSHOT_FORMAT,
    version,
    date,
    counts,
    content_sha256,
    file: snapshotName(version, sha256),
    sha256,
    size_bytes: file.byteLength,
  };
}

interface HashedFile {
  readonly file: Uint8Array;
  readonly sha256: string;
}

/** The snapshot's file, once it was found to hold exactly the records that the manifest states; in this format. */
async function fromSnapshot(
  engine: SqlJsStatic,
  manifest: ApplyTask['manifest'],
  stated: PackedFile,
  bytes: Uint8Array,
  system: System,
): Promise<HashedFile> {
  const what = `The snapshot ${manifest.version}`;
  const file = await unpacked(bytes, stated, 'altered_snapshot', what, system);
  const format = formatOf(file);
  if (format === undefined) throw altered('altered_snapshot', `${what} is of another program`);
  if (format > SNAPSHOT_FORMAT) {
    throw syncError('newer_format', `${what} has a newer format. Update robotics-mcp. The local data stay.`);
  }
  const found = readContent(engine, file);
  if (found?.version !== manifest.version || contentHash(found.content.records) !== manifest.content_sha256) {
    throw altered('altered_snapshot', `${what} does not hold the records that its manifest states`);
  }
  return format === SNAPSHOT_FORMAT
    ? { file, sha256: stated.sha256 }
    : indexed(engine, manifest, found.content);
}

/** Version and records of a database; undefined for one that is none. */
function readContent(
  engine: SqlJsStatic,
  file: Uint8Array,
): { version: string; content: Pick<Content, 'records' | 'terms' | 'meaning'> } | undefined {
  let catalogue: Catalogue | undefined;
  try {
    catalogue = new Catalogue(new engine.Database(file));
    const content = {
      records: catalogue.records(),
      terms: catalogue.indexTerms(),
      meaning: catalogue.meaning(),
    };
    return { version: catalogue.info.version, content };
  } catch {
    return undefined;
  } finally {
    catalogue?.close();
  }
}

function indexed(
  engine: SqlJsStatic,
  { version, date }: ApplyTask['manifest'],
  content: Omit<Content, 'version'>,
): HashedFile & { readonly content_sha256: string } {
  const { bytes, manifest } = buildSnapshot(engine, { version: { version, date }, ...content });
  return { file: bytes, sha256: manifest.sha256, content_sha256: manifest.content_sha256 };
}

async function fromDeltas(
  engine: SqlJsStatic,
  { manifest, base }: ApplyTask,
  entries: readonly DeltaEntry[],
  files: readonly Uint8Array[],
  system: System,
): Promise<HashedFile & { readonly passed: readonly { version: string; date: string }[] }> {
  const deltas: Delta[] = [];
  for (const [index, entry] of entries.entries()) {
    const what = `The delta from ${entry.from} to ${entry.to}`;
    const text = await unpacked(files[index] ?? new Uint8Array(), entry, 'altered_delta', what, system);
    deltas.push(matching(readDeltaText(Buffer.from(text).toString('utf8')), entry, what));
  }
  const before = await readStated(base.manifest, base.directory, engine, system);
  const records = inDeltas(() => applyDeltas(before.records, deltas));
  const history = continued(before.history, historyOf(before.records, deltas));
  // Deltas hold no index terms and no vectors: papers that stay keep theirs.
  const { terms, meaning } = before;
  const built = indexed(engine, manifest, { records, history, terms, meaning });
  if (built.content_sha256 !== manifest.content_sha256) {
    throw altered(
      'altered_delta',
      `The deltas do not lead to what the manifest of ${manifest.version} states`,
    );
  }
  return {
    ...built,
    passed: deltas.map(({ to, date: day }) => ({ version: to, date: day })),
  };
}

function readDeltaText(text: string): Delta {
  return inDeltas(() => readDelta(text));
}

/** A delta that says of itself what the signed manifest says of it. */
function matching(delta: Delta, entry: DeltaEntry, what: string): Delta {
  const fits = (['from', 'to', 'content_before', 'content_after'] as const).every(
    (name) => delta[name] === entry[name],
  );
  if (fits) return delta;
  throw altered('altered_delta', `${what} is not the one that its manifest names`);
}

async function unpacked(
  bytes: Uint8Array,
  stated: Parameters<typeof unpack>[1],
  problem: 'altered_snapshot' | 'altered_delta',
  what: string,
  { aside }: System,
): Promise<Uint8Array> {
  try {
    return await unpack(bytes, stated, aside);
  } catch (error) {
    if (!isDataError(error, 'not_as_stated')) throw error;
    throw altered(problem, `${what} is not what its manifest states: ${error.message}`, error);
  }
}

function inDeltas<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!isDataError(error)) throw error;
    const problem = error.code === 'newer_format' ? 'newer_format' : 'altered_delta';
    throw syncError(problem, `${error.message} The local data stay.`, error);
  }
}

function altered(problem: 'altered_snapshot' | 'altered_delta', what: string, cause?: unknown): SyncError {
  return syncError(
    problem,
    `${what}. It was changed on its way, or the service is broken. The local data stay.`,
    cause,
  );
}
