import { randomBytes } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { realDisk } from '../data/subscribe/disk.ts';
import { makeDirectory } from '../lib/directories.ts';

/** How the name of a file ends that is being written: what a killed process leaves is known by it. */
export const draftEnding = '.draft';

/** Writes a file as a whole or not at all, and resolves when the disk has it under its name. */
export async function writeWhole(path: string, bytes: Uint8Array | string): Promise<void> {
  await makeFolder(dirname(path));
  const draft = `${path}.${randomBytes(4).toString('hex')}${draftEnding}`;
  try {
    const file = await open(draft, 'wx', 0o644);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await realDisk.rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await realDisk.flushDirectory(dirname(path));
}

/** Makes a folder that is to be served, and those above it, each known to the disk. */
export async function makeFolder(path: string): Promise<void> {
  await makeDirectory(path, 0o755);
}
