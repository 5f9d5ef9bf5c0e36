import { join } from 'node:path';
import type { RecordsByKind } from '../../kinds/kinds.ts';
import { DataError, readVersioned } from '../../lib/data-error.ts';
import { diskFiles, type FileSystem } from '../../lib/file-system.ts';
import { LazyFile, openWhole } from '../../lib/lazy-file.ts';
import { programPlace } from '../../lib/program.ts';
import { realSystem, type System } from '../../lib/system.ts';
import { isMemoryFault, noMemory } from '../../lib/webassembly-memory.ts';
import { Catalogue } from '../../search/catalogue.ts';
import type { History } from '../../search/change-table.ts';
import type { IndexTerms } from '../../search/index-terms.ts';
import type { MeaningData } from '../../search/meaning/stored.ts';
import { openDatabase, type SqlJsStatic, startSqlite } from '../../search/sqlite.ts';
import { APPLICATION_ID, type Manifest, manifest, SNAPSHOT_FORMAT } from './manifest.ts';
import { compileEngine, type ReadAhead } from './read-ahead.ts';

/** Where the files of a snapshot are. */
interface SnapshotPlace extends Pick<OpenOptions, 'trusted'> {
  /** Folder with `manifest.json` and the file that it names. */
  readonly dir: string;
  /** sql.js's `sql-wasm.wasm`. */
  readonly wasm: string;
}

interface OpenOptions {
  /** True for data that came with the program itself: their SHA-256 is not looked at. */
  readonly trusted?: boolean;
  /** What is being read already. */
  readonly ahead?: ReadAhead | undefined;
  readonly system?: System;
}

/** A snapshot that cannot be used. The message says what is wrong and what to do. */
export type SnapshotError = DataError<'missing' | 'damaged' | 'newer_format' | 'older_format'>;

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
export async function manifestIn(dir: string, files = diskFiles): Promise<Manifest> {
  return readManifest(await read(join(dir, 'manifest.json'), dir, files), dir);
}

/**
 * Opens the snapshot in a folder after checking its format, its size and, unless it is trusted, its SHA-256.
 * Throws a SnapshotError for one that is missing, damaged or of a newer format.
 */
export async function openSnapshot({ dir, wasm, trusted = false }: SnapshotPlace): Promise<Catalogue> {
  return openStated(await manifestIn(dir), dir, loadEngine(wasm), { trusted });
}

/**
 * The same for the file in a folder that a manifest names, with an engine that may be at work already, and perhaps
 * what was read ahead. One of an older format is refused: its records are read by readStated, and indexed anew.
 */
export async function openStated(
  stated: Manifest,
  dir: string,
  engine: Promise<SqlJsStatic>,
  { trusted = false, ahead, system = realSystem }: OpenOptions = {},
): Promise<Catalogue> {
  const path = join(dir, stated.file);
  const reader = system.files === diskFiles ? { readFile: openWhole } : system.files;
  const readNow = async () => (await ahead?.take(path)) ?? read(path, dir, reader);
  const [bytes, sqlite] = await Promise.all([
    readNow().then(async (file) => {
      try {
        const format = checkFile(file, stated, dir);
        if (format < SNAPSHOT_FORMAT) throw olderFormat(dir, format, 'They are indexed anew when it syncs.');
        // What is trusted needs no hash over all of it.
        if (!trusted)
          await checkHash(file instanceof LazyFile ? await file.copy() : file, stated, dir, system);
        return file;
      } catch (error) {
        if (file instanceof LazyFile) file.close();
        throw error;
      }
    }),
    engine,
  ]);
  return catalogueOf(sqlite, bytes, dir);
}

/** What a snapshot holds. */
export interface StatedContent {
  readonly records: RecordsByKind;
  readonly history: History;
  readonly terms: IndexTerms;
  readonly meaning: MeaningData;
}

/**
 * The records of the file in a folder that a manifest names, their index terms, meaning and history, once it was checked against
 * its SHA-256; of this format or an older one. Throws a SnapshotError.
 */
export async function readStated(
  stated: Manifest,
  dir: string,
  engine: SqlJsStatic,
  system = realSystem,
): Promise<StatedContent> {
  const bytes = await read(join(dir, stated.file), dir, system.files);
  checkFile(bytes, stated, dir);
  await checkHash(bytes, stated, dir, system);
  const catalogue = catalogueOf(engine, bytes, dir);
  try {
    return {
      records: catalogue.records(),
      history: catalogue.history,
      terms: catalogue.indexTerms(),
      meaning: catalogue.meaning(),
    };
  } catch (error) {
    throw damaged(dir, 'their records cannot be read', error);
  } finally {
    catalogue.close();
  }
}

function catalogueOf(engine: SqlJsStatic, bytes: Uint8Array<ArrayBuffer>, dir: string): Catalogue {
  try {
    const db = openDatabase(engine, bytes);
    // Pages are read from memory; a cache that holds the index spares copying them again and again.
    db.run('PRAGMA cache_size = -8192; PRAGMA temp_store = MEMORY');
    return new Catalogue(db);
  } catch (error) {
    throw isMemoryFault(error) ? noMemory() : damaged(dir, 'SQLite cannot read it', error);
  }
}

/** Reads and checks `manifest.json`. */
function readManifest(bytes: Uint8Array, dir: string): Manifest {
  const text = new TextDecoder().decode(bytes);
  return readVersioned({ schema: manifest, format: SNAPSHOT_FORMAT }, text, ({ problem, format, cause }) => {
    if (problem === 'newer_format') return newerFormat(dir, format);
    if (problem === 'older_format') return olderFormat(dir, format, REINSTALL);
    return damaged(dir, `manifest.json is ${problem === 'not_json' ? 'not JSON' : 'incomplete'}`, cause);
  });
}

/** The format of a database that is a snapshot; undefined for any other file. */
export function formatOf(bytes: Uint8Array): number | undefined {
  const header = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // SQLite file format, section 1.3: a header of 100 bytes, user_version at 60, application_id at 68.
  return bytes.byteLength < 100 || header.getUint32(68) !== APPLICATION_ID ? undefined : header.getUint32(60);
}

function checkFile(bytes: Uint8Array, stated: Manifest, dir: string): number {
  if (bytes.byteLength !== stated.size_bytes) {
    throw damaged(dir, `${stated.file} has ${bytes.byteLength} bytes instead of ${stated.size_bytes}`);
  }
  const format = formatOf(bytes);
  if (format === undefined) throw damaged(dir, `${stated.file} is not a robotics-mcp snapshot`);
  if (format > SNAPSHOT_FORMAT) throw newerFormat(dir, format);
  return format;
}

async function checkHash(
  bytes: Uint8Array<ArrayBuffer>,
  stated: Manifest,
  dir: string,
  { aside }: System,
): Promise<void> {
  // SQLite compiles meanwhile.
  if ((await aside.sha256(bytes)) !== stated.sha256) {
    throw damaged(dir, `${stated.file} does not have the SHA-256 that its manifest states`);
  }
}

async function read(
  path: string,
  dir: string,
  files: Pick<FileSystem, 'readFile'>,
): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return await files.readFile(path);
  } catch (error) {
    if (isMemoryFault(error)) throw noMemory();
    throw new DataError('missing', `The data in ${dir} cannot be read. ${REINSTALL}`, error);
  }
}

/** Why synced data cannot be opened: to install the program again mends those that came with it, and no others. */
export function reasonOf(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  return reason.replace(` ${REINSTALL}`, '');
}

const REINSTALL = 'Install robotics-mcp again; in a clone, run "npm run build".';

function damaged(dir: string, what: string, cause?: unknown): SnapshotError {
  return new DataError('damaged', `The data in ${dir} are damaged: ${what}. ${REINSTALL}`, cause);
}

function newerFormat(dir: string, format: number): SnapshotError {
  const message = `The data in ${dir} have format ${format}; this program reads formats up to ${SNAPSHOT_FORMAT}. Update robotics-mcp.`;
  return new DataError('newer_format', message);
}

function olderFormat(dir: string, format: number, todo: string): SnapshotError {
  const message = `The data in ${dir} have the older format ${format}; this program opens format ${SNAPSHOT_FORMAT}. ${todo}`;
  return new DataError('older_format', message);
}
