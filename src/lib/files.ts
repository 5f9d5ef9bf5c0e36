import { closeSync, fstatSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { open, rename, unlink } from 'node:fs/promises';
import { flushDirectory, makeDirectory } from './directories.ts';

/** A file that is only ever added to. */
export interface AppendFile {
  /** Adds all of the bytes; what is there after a failure is not known. */
  write(bytes: Uint8Array): Promise<void>;
  /** Resolves when the disk has what was written. */
  flush(): Promise<void>;
  truncate(size: number): Promise<void>;
  close(): Promise<void>;
}

/** All that the journal asks of a file system; tests put a failing one in its place. */
export interface Files {
  /** Makes a directory and those above it, each flushed. */
  makeDirectory(path: string): Promise<void>;
  /** Makes a file that does not exist yet. */
  create(path: string): Promise<AppendFile>;
  /** Resolves when the disk knows the names in a directory. */
  flushDirectory(path: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  /** Names in a directory; undefined if there is none. */
  list(path: string): readonly string[] | undefined;
  stat(path: string): { readonly size: number; readonly mtimeMs: number } | undefined;
  /** The bytes from a position to the end. */
  read(path: string, from: number): Uint8Array;
}

/** The file system of this machine. Files and directories are the user's own: reports may hold a contact. */
export const diskFiles: Files = {
  makeDirectory,
  create,
  flushDirectory,
  rename,
  remove: unlink,
  list: (path) => absent(() => readdirSync(path)),
  stat: (path) => statSync(path, { throwIfNoEntry: false }),
  read,
};

async function create(path: string): Promise<AppendFile> {
  const handle = await open(path, 'ax', 0o600);
  return {
    write: async (bytes) => {
      let written = 0;
      while (written < bytes.byteLength) {
        written += (await handle.write(bytes, written)).bytesWritten;
      }
    },
    flush: () => handle.sync(),
    truncate: (size) => handle.truncate(size),
    close: () => handle.close(),
  };
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

function absent<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
