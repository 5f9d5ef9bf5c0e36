import { dirname } from 'node:path';
import type { AppendFile, FileStat, FileSystem } from './file-system.ts';

interface MemoryFile {
  /** With spare capacity; `size` bytes of it are used. */
  bytes: Uint8Array<ArrayBuffer>;
  size: number;
  mtimeMs: number;
  mode: number;
  readonly ino: number;
}

interface MemoryDirectory {
  readonly names: Set<string>;
  mtimeMs: number;
  readonly mode: number;
  readonly ino: number;
}

/** All in it belongs to one user, whom it does not know. */
const nobody = { uid: 0, gid: 0 };

/**
 * A file system that lasts as long as the process, with the errors that a disk gives for what is not there or there
 * already. What is written is kept at once, so that flushing does nothing.
 */
export function memoryFiles(now: () => number = Date.now): FileSystem {
  const files = new Map<string, MemoryFile>();
  const directories = new Map<string, MemoryDirectory>();
  let inodes = 0;

  const makeDirectory = async (path: string, mode = 0o700): Promise<void> => {
    if (directories.has(path)) return;
    if (files.has(path)) throw failure('EEXIST', path);
    const parent = dirname(path);
    if (parent !== path) {
      await makeDirectory(parent, mode);
      changeNames(parent, (names) => names.add(baseOf(path)));
    }
    directories.set(path, { names: new Set(), mtimeMs: now(), mode, ino: ++inodes });
  };
  /** Changes the names in a directory. */
  const changeNames = (path: string, change: (names: Set<string>) => void): void => {
    const directory = directories.get(path);
    if (directory === undefined) throw failure('ENOENT', path);
    change(directory.names);
    directory.mtimeMs = now();
  };
  const fileAt = (path: string): MemoryFile => {
    const file = files.get(path);
    if (file === undefined) throw failure(directories.has(path) ? 'EISDIR' : 'ENOENT', path);
    return file;
  };
  const bytesOf = (path: string, from: number, length = Number.POSITIVE_INFINITY) => {
    const { bytes, size } = fileAt(path);
    return bytes.slice(from, Math.min(size, from + length));
  };
  return {
    makeDirectory,
    create: async (path, mode = 0o600) => {
      if (files.has(path) || directories.has(path)) throw failure('EEXIST', path);
      changeNames(dirname(path), (names) => names.add(baseOf(path)));
      const file = { bytes: new Uint8Array(1024), size: 0, mtimeMs: now(), mode, ino: ++inodes };
      files.set(path, file);
      return openFile(file, now);
    },
    flushDirectory: async (path) => {
      if (!directories.has(path)) throw failure('ENOENT', path);
    },
    rename: async (from, to) => {
      const file = fileAt(from);
      changeNames(dirname(to), (names) => names.add(baseOf(to)));
      if (from === to) return;
      changeNames(dirname(from), (names) => names.delete(baseOf(from)));
      files.set(to, file);
      files.delete(from);
    },
    remove: async (path) => {
      fileAt(path);
      changeNames(dirname(path), (names) => names.delete(baseOf(path)));
      files.delete(path);
    },
    resolve: async (path) => path,
    touch: async (path, mtimeMs) => {
      fileAt(path).mtimeMs = mtimeMs;
    },
    readFile: async (path, range) => bytesOf(path, range?.from ?? 0, range?.length),
    list: (path) => {
      const directory = directories.get(path);
      return directory && [...directory.names];
    },
    stat: (path): FileStat | undefined => {
      const directory = directories.get(path);
      const found = directory === undefined ? files.get(path) : { ...directory, size: 0 };
      return found && { ...found, ...nobody };
    },
    read: (path, from) => bytesOf(path, from),
  };
}

function openFile(file: MemoryFile, now: () => number): AppendFile {
  return {
    write: async (bytes) => {
      const end = file.size + bytes.byteLength;
      if (end > file.bytes.byteLength) {
        const larger = new Uint8Array(Math.max(end, 2 * file.bytes.byteLength));
        larger.set(file.bytes);
        file.bytes = larger;
      }
      file.bytes.set(bytes, file.size);
      file.size = end;
      file.mtimeMs = now();
    },
    flush: async () => undefined,
    truncate: async (size) => {
      file.size = Math.min(file.size, size);
      file.mtimeMs = now();
    },
    setMode: async (mode) => {
      file.mode = mode;
    },
    setOwner: async () => undefined,
    close: async () => undefined,
  };
}

function baseOf(path: string): string {
  return path.slice(dirname(path).length).replace(/^[/\\]/, '');
}

function failure(code: string, path: string): Error {
  return Object.assign(new Error(`${code}: ${path}`), { code });
}
