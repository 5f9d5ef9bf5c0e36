import { join } from 'node:path';
import { readWhole } from '../../lib/read-whole.ts';
import { Catalogue } from '../../search/catalogue.ts';
import { openDatabase, type SqlJsStatic, startSqlite } from '../../search/sqlite.ts';
import { programPlace, type SnapshotPlace } from '../program-place.ts';
import { compileEngine } from './compile-engine.ts';
import { applicationId, type Manifest, manifest, snapshotFormat } from './manifest.ts';
import type { ReadAhead } from './read-ahead.ts';

/** A snapshot that cannot be used. The message says what is wrong and what to do. */
export class SnapshotError extends Error {
  readonly problem: 'missing' | 'damaged' | 'newer_format';

  constructor(problem: SnapshotError['problem'], message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'SnapshotError';
    this.problem = problem;
  }
}

/**
 * Opens the data that came with the program. They are trusted as the program is, which no hash of its own could
 * vouch for; `trusted: false` looks for a damaged disk.
 */
export function openBundled({ trusted = true } = {}): Promise<Catalogue> {
  return openSnapshot({ ...programPlace(), trusted });
}

/** Where sql.js's `sql-wasm.wasm` lies that came with the program. */
export function bundledWasm(): string {
  return programPlace().wasm;
}

/** Compiles SQLite from its file. One engine serves any number of databases, in turn or at one time. */
export async function loadEngine(wasm: string): Promise<SqlJsStatic> {
  return startSqlite(await compileEngine(wasm));
}

/** The manifest in a folder. Throws a SnapshotError for one that is missing, damaged or of a newer format. */
export async function manifestIn(dir: string): Promise<Manifest> {
  return readManifest(await read(join(dir, 'manifest.json'), dir), dir);
}

/**
 * Opens the snapshot in a folder after checking its format, its size and, unless it is trusted, its SHA-256.
 * Throws a SnapshotError for one that is missing, damaged or of a newer format.
 */
export async function openSnapshot({ dir, wasm, trusted = false }: SnapshotPlace): Promise<Catalogue> {
  return openStated(await manifestIn(dir), dir, loadEngine(wasm), trusted);
}

/**
 * The same for the file in a folder that a manifest names, with an engine that may be at work already, and perhaps
 * what was read ahead.
 */
export async function openStated(
  stated: Manifest,
  dir: string,
  engine: Promise<SqlJsStatic>,
  trusted: boolean,
  ahead?: ReadAhead,
): Promise<Catalogue> {
  const path = join(dir, stated.file);
  const readNow = async () => (await ahead?.take(path)) ?? read(path, dir);
  const [bytes, sqlite] = await Promise.all([
    readNow().then(async (file) => {
      checkFile(file, stated, dir);
      if (!trusted) await checkHash(file, stated, dir);
      return file;
    }),
    engine,
  ]);
  try {
    const db = openDatabase(sqlite, bytes);
    // Pages are read from memory; a cache that holds the index spares copying them again and again.
    db.run('PRAGMA cache_size = -8192; PRAGMA temp_store = MEMORY');
    return new Catalogue(db);
  } catch (error) {
    throw damaged(dir, 'SQLite cannot read it', error);
  }
}

/** Reads and checks `manifest.json`. */
export function readManifest(bytes: Uint8Array, dir: string): Manifest {
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder().decode(bytes));
  } catch (error) {
    throw damaged(dir, 'manifest.json is not JSON', error);
  }
  const format = (json as { format?: unknown } | null)?.format;
  if (typeof format === 'number' && format > snapshotFormat) throw newerFormat(dir, format);
  const parsed = manifest.safeParse(json);
  if (!parsed.success) throw damaged(dir, 'manifest.json is incomplete', parsed.error);
  return parsed.data;
}

function checkFile(bytes: Uint8Array, stated: Manifest, dir: string): void {
  if (bytes.byteLength !== stated.size_bytes) {
    throw damaged(dir, `${stated.file} has ${bytes.byteLength} bytes instead of ${stated.size_bytes}`);
  }
  const header = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // SQLite file format, section 1.3: a header of 100 bytes, user_version at 60, application_id at 68.
  if (bytes.byteLength < 100 || header.getUint32(68) !== applicationId)
    throw damaged(dir, `${stated.file} is not a robotics-mcp snapshot`);
  if (header.getUint32(60) > snapshotFormat) throw newerFormat(dir, header.getUint32(60));
}

async function checkHash(bytes: Uint8Array<ArrayBuffer>, stated: Manifest, dir: string): Promise<void> {
  // Web Crypto hashes on another thread while SQLite compiles on this one.
  const digest = await globalThis.crypto.subtle.digest('SHA-256', bytes);
  if (Buffer.from(digest).toString('hex') !== stated.sha256) {
    throw damaged(dir, `${stated.file} does not have the SHA-256 that its manifest states`);
  }
}

async function read(path: string, dir: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return await readWhole(path);
  } catch (error) {
    throw new SnapshotError(
      'missing',
      `The data in ${dir} cannot be read. Install robotics-mcp again; in a clone, run "npm run build".`,
      error,
    );
  }
}

function damaged(dir: string, what: string, cause?: unknown): SnapshotError {
  const todo = 'Install robotics-mcp again; in a clone, run "npm run build".';
  return new SnapshotError('damaged', `The data in ${dir} are damaged: ${what}. ${todo}`, cause);
}

function newerFormat(dir: string, format: number): SnapshotError {
  const message = `The data in ${dir} have format ${format}; this program reads formats up to ${snapshotFormat}. Update robotics-mcp.`;
  return new SnapshotError('newer_format', message);
}
