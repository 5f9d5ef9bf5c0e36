import { open, rename, unlink } from 'node:fs/promises';
import { flushDirectory, makeDirectory } from '../../lib/directories.ts';

/** All that keeping data asks of a file system; tests put a failing one in its place. */
export interface Disk {
  /** Makes a directory and those above it. */
  makeDirectory(path: string): Promise<void>;
  /** Writes a file that does not exist yet; resolves when the disk has it. */
  write(path: string, bytes: Uint8Array): Promise<void>;
  /** Gives a file another name, in place of what has it. */
  rename(from: string, to: string): Promise<void>;
  /** Resolves when the disk knows the names in a directory. */
  flushDirectory(path: string): Promise<void>;
  remove(path: string): Promise<void>;
}

/** While another process has a file open, Windows refuses to replace it: at most two seconds of tries. */
const replaceTries = 40;
const replacePauseMs = 50;
const passing = new Set(['EPERM', 'EACCES', 'EBUSY']);

export const realDisk: Disk = {
  makeDirectory,
  write,
  rename: renameWithTries,
  flushDirectory,
  remove: unlink,
};

async function write(path: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(path, 'wx', 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function renameWithTries(from: string, to: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await rename(from, to);
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (process.platform !== 'win32' || tries >= replaceTries || !passing.has(code)) throw error;
      await new Promise((resolve) => setTimeout(resolve, replacePauseMs));
    }
  }
}
