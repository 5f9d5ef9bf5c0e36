import { closeSync, fstatSync, readdirSync, readSync, statSync } from 'node:fs';
import { mkdir, open, readlink, realpath, rename, stat, unlink, utimes } from 'node:fs/promises';
import { dirname, isAbsolute } from 'node:path';
import { readWhole } from './read-whole.ts';
import { openRegularNow } from './regular-file.ts';

/** A file made by `create`, to which bytes are appended. */
export interface AppendFile {
  /** Adds all of the bytes; what is there after a failure is not known. */
  write(bytes: Uint8Array): Promise<void>;
  /**
   * Resolves when the disk has what was written. After a failure it is unknown what another flush would confirm.
   */
  flush(): Promise<void>;
  truncate(size: number): Promise<void>;
  /** The permissions, as in `stat`'s mode, whatever the user's mask. */
  setMode(mode: number): Promise<void>;
  /** The user and group that it belongs to. */
  setOwner(uid: number, gid: number): Promise<void>;
  close(): Promise<void>;
}

/** What is known of a file or directory without reading it. */
export interface FileStat {
  readonly size: number;
  /** Milliseconds since 1970, with fractions; of a directory: when a name in it last changed. */
  readonly mtimeMs: number;
  /** Another for each file that ever had the name, as far as the system can tell. */
  readonly ino: number;
  /** Its permissions, and what kind of file it is where the system says so there. */
  readonly mode: number;
  /** The user and group that it belongs to; the same for all where there are none. */
  readonly uid: number;
  readonly gid: number;
}

/**
 * All that the program asks of a file system for what it keeps: journal, keys, releases, synced data, cursors. What
 * was written survives a loss of power once its file was flushed, and a name (new, changed or gone) once its
 * directory was. Methods that fail throw, or reject with, an error with Node's `code` (ENOENT, ENOSPC, EIO). Those
 * that resolve run on other threads; the others are for the look before each answer, which takes microseconds.
 */
export interface FileSystem {
  /** Makes a directory and those above it, each flushed; for the user alone unless another `mode` is given. */
  makeDirectory(path: string, mode?: number): Promise<void>;
  /** Makes a file that does not exist yet (else EEXIST); for the user alone unless another `mode` is given. */
  create(path: string, mode?: number): Promise<AppendFile>;
  /** Resolves when the names in a directory are flushed to disk. */
  flushDirectory(path: string): Promise<void>;
  /** Gives a file another name, at once and in place of what has that name. */
  rename(from: string, to: string): Promise<void>;
  /** Removes a file. */
  remove(path: string): Promise<void>;
  /** The file itself that a name stands for, where that is a link to it; also one that is not there yet. */
  resolve(path: string): Promise<string>;
  /** Sets the time of a file's last change. */
  touch(path: string, mtimeMs: number): Promise<void>;
  /** The bytes of a regular file, or `length` of them (fewer at its end) from a position on. */
  readFile(path: string, range?: FileRange): Promise<Uint8Array<ArrayBuffer>>;
  /** Names in a directory; undefined if there is none. */
  list(path: string): readonly string[] | undefined;
  /** Undefined if there is nothing of this name. */
  stat(path: string): FileStat | undefined;
  /** The bytes of a regular file from a position to the end. */
  read(path: string, from: number): Uint8Array;
}

export interface FileRange {
  readonly from: number;
  readonly length: number;
}

/** The bytes of a file; undefined if it is not there. */
export async function readIfThere(
  files: FileSystem,
  path: string,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    return await files.readFile(path);
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw error;
  }
}

/** The text of a file in UTF-8; undefined if it is not there. */
export async function readTextIfThere(files: FileSystem, path: string): Promise<string | undefined> {
  const bytes = await readIfThere(files, path);
  return bytes && textOf(bytes);
}

/** The text of a file in UTF-8. */
export async function readText(files: FileSystem, path: string): Promise<string> {
  return textOf(await files.readFile(path));
}

/** The text of a file in UTF-8, read before anything else happens. */
export function readTextNow(files: FileSystem, path: string): string {
  return textOf(files.read(path, 0));
}

function textOf({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('utf8');
}

/** Differs between any two states of a file that is only ever replaced; undefined while there is none. One `stat`. */
export function stampOf(files: FileSystem, path: string): string | undefined {
  const found = files.stat(path);
  return found && `${found.mtimeMs} ${found.size} ${found.ino}`;
}

/** True for the error of a file, or of a directory on the way to it, that is not there. */
export function isAbsence(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' || code === 'ENOTDIR';
}

/** While another process has a file open, Windows refuses to replace it: at most two seconds of tries. */
const REPLACE_TRIES = 40;
const REPLACE_PAUSE_MS = 50;
const passing = new Set(['EPERM', 'EACCES', 'EBUSY']);

/** The file system of this machine. */
export const diskFiles: FileSystem = {
  makeDirectory,
  create,
  flushDirectory,
  rename: renamePatiently,
  remove: unlink,
  resolve: resolveLinks,
  touch: (path, mtimeMs) => utimes(path, new Date(mtimeMs), new Date(mtimeMs)),
  readFile: readWhole,
  list,
  stat: (path) => statSync(path, { throwIfNoEntry: false }),
  read,
};

/** Node's own way to make parents too never ends where the system denies that they exist, as in /proc. */
function makeDirectory(path: string, mode = 0o700): Promise<void> {
  return makeDirectories(
    {
      make: (each) => mkdir(each, { mode }),
      isDirectory: async (each) => (await stat(each)).isDirectory(),
      flush: flushDirectory,
      durable: durableNames,
    },
    path,
  );
}

const durableNames = new Set<string>();

/** What making a directory and those above it takes. */
interface DirectorySteps {
  /** Makes one directory in one that is there. */
  make(path: string): Promise<void>;
  isDirectory(path: string): Promise<boolean>;
  flush(path: string): Promise<void>;
  /** Directories whose names, and those of all above, this process has flushed. */
  readonly durable: Set<string>;
}

/** Makes a directory and those above it. All of their names are flushed, as far as this user may. */
export async function makeDirectories(steps: DirectorySteps, path: string): Promise<void> {
  const parent = dirname(path);
  try {
    await steps.make(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && (await steps.isDirectory(path))) return flushUpwards(steps, parent);
    if (code !== 'ENOENT' || parent === path) throw error;
    await makeDirectories(steps, parent);
    return makeMissing(steps, path);
  }
  await flushUpwards(steps, parent);
}

/** The parent was made just now; made by another process meanwhile, the directory is as good. */
async function makeMissing(steps: DirectorySteps, path: string): Promise<void> {
  try {
    await steps.make(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EEXIST' || !(await steps.isDirectory(path))) throw error;
  }
  await steps.flush(dirname(path));
}

/** A process that made a directory and was killed, or failed, may have left its name unflushed. */
async function flushUpwards(steps: DirectorySteps, path: string): Promise<void> {
  try {
    await steps.flush(path);
  } catch (error) {
    // Whoever may not open a directory has not made the one in it.
    if (!closed.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
  if (steps.durable.has(path)) return;
  if (dirname(path) !== path) await flushUpwards(steps, dirname(path));
  steps.durable.add(path);
}

const closed = new Set(['EACCES', 'EPERM', 'EINVAL', 'ENOSYS', 'ENOTSUP']);

/** Windows has no such thing: names are in its own journal. */
async function flushDirectory(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function create(path: string, mode = 0o600): Promise<AppendFile> {
  const handle = await open(path, 'ax', mode);
  return {
    write: async (bytes) => {
      let written = 0;
      while (written < bytes.byteLength) {
        written += (await handle.write(bytes, written)).bytesWritten;
      }
    },
    flush: () => handle.sync(),
    truncate: (size) => handle.truncate(size),
    setMode: (wanted) => handle.chmod(wanted),
    setOwner: (uid, gid) => handle.chown(uid, gid),
    close: () => handle.close(),
  };
}

/** As many as Linux follows. */
const MOST_LINKS = 40;

async function resolveLinks(path: string): Promise<string> {
  let at = path;
  for (let links = 0; links < MOST_LINKS; links++) {
    const target = await realpath(at).catch(ifAbsent);
    if (target !== undefined) return target;
    const to = await readlink(at).catch(ifAbsent);
    if (to === undefined) return at;
    // Not normalized: the system knows where `..` leads from a directory that is a link.
    at = isAbsolute(to) ? to : `${dirname(at)}/${to}`;
  }
  return at;
}

/** Nothing of the name is there; or it is no link, which another process has made a file of meanwhile. */
function ifAbsent(error: unknown): undefined {
  if (!isAbsence(error) && (error as NodeJS.ErrnoException).code !== 'EINVAL') throw error;
}

async function renamePatiently(from: string, to: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await rename(from, to);
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (process.platform !== 'win32' || tries >= REPLACE_TRIES || !passing.has(code)) throw error;
      await new Promise((resolve) => setTimeout(resolve, REPLACE_PAUSE_MS));
    }
  }
}

function list(path: string): readonly string[] | undefined {
  try {
    return readdirSync(path);
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw error;
  }
}

function read(path: string, from: number): Uint8Array {
  const descriptor = openRegularNow(path);
  try {
    const bytes = Buffer.alloc(Math.max(0, fstatSync(descriptor).size - from));
    let length = 0;
    while (length < bytes.byteLength) {
      const got = readSync(descriptor, bytes, length, bytes.byteLength - length, from + length);
      if (got === 0) break;
      length += got;
    }
    return bytes.subarray(0, length);
  } finally {
    closeSync(descriptor);
  }
}
