import { randomBytes } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** How the name of a file ends that is being written: what a killed process leaves is known by it. */
export const draftEnding = '.draft';

/** While another process has a file open, Windows refuses to replace it: at most two seconds of tries. */
const replaceTries = 40;
const replacePauseMs = 50;
const passing = new Set(['EPERM', 'EACCES', 'EBUSY']);

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
    await replace(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await flushFolder(dirname(path));
}

/** Makes a folder and those above it, each known to the disk. */
export async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true });
  if (first === undefined) return;
  for (let made = path; made.length >= first.length; made = dirname(made)) await flushFolder(dirname(made));
}

async function replace(from: string, to: string): Promise<void> {
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

/** Windows has no such thing: names are in its own journal. */
async function flushFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
