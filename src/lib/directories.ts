import { mkdir, open, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes a directory and those above it, each known to the disk before it resolves; for the user alone unless another
 * `mode` is given. Node's own way to make parents too never ends where the system denies that they exist, as in /proc.
 */
export async function makeDirectory(path: string, mode = 0o700): Promise<void> {
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

/** Resolves when the disk knows the names in a directory. Windows has no such thing: names are in its own journal. */
export async function flushDirectory(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
