import { closeSync, fstatSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { mkdir, open, rename, stat, unlink, utimes } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { AppendFile, FileRange, FileSystem } from './file-system.ts';
import { isAbsence } from './file-system.ts';
import { readWhole } from './read-whole.ts';

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
  touch: (path, mtimeMs) => utimes(path, new Date(mtimeMs), new Date(mtimeMs)),
  readFile: (path, range) => (range === undefined ? readWhole(path) : readRange(path, range)),
  list,
  stat: (path) => statSync(path, { throwIfNoEntry: false }),
  read,
};

/** Node's own way to make parents too never ends where the system denies that they exist, as in /proc. */
function makeDirectory(path: string, mode = 0o700): Promise<void> {
  return make(path, mode, true);
}

async function make(path: string, mode: number, mayMakeParent: boolean): Promise<void> {
  try {
    await mkdir(path, { mode });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && (await stat(path)).isDirectory()) return;
    if (code !== 'ENOENT' || !mayMakeParent || dirname(path) === path) throw error;
    await makeDirectory(dirname(path), mode);
    return make(path, mode, false);
  }
  await flushDirectory(dirname(path));
}

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
    close: () => handle.close(),
  };
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

async function readRange(path: string, { from, length }: FileRange): Promise<Uint8Array<ArrayBuffer>> {
  const handle = await open(path, 'r');
  try {
    const bytes = new Uint8Array(length);
    let filled = 0;
    while (filled < length) {
      const { bytesRead } = await handle.read(bytes, filled, length - filled, from + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return bytes.subarray(0, filled);
  } finally {
    await handle.close();
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
  const descriptor = openSync(path, 'r');
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
