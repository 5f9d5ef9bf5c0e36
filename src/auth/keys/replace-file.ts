import { randomBytes } from 'node:crypto';
import { open, rename, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { diskFiles } from '../../lib/disk.ts';

const tries = 20;

/** Puts a file that only its owner may read in the place of another; whoever reads sees the one or the other. */
export async function replaceFile(path: string, text: string): Promise<void> {
  const aside = `${path}.${randomBytes(6).toString('hex')}`;
  const handle = await open(aside, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  try {
    await renamePatiently(aside, path);
  } catch (error) {
    await unlink(aside).catch(() => undefined);
    throw error;
  }
  await diskFiles.flushDirectory(dirname(path));
}

/** On Windows a file that somebody reads in this moment cannot be replaced. */
async function renamePatiently(from: string, to: string): Promise<void> {
  for (let tried = 1; ; tried++) {
    try {
      return await rename(from, to);
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (process.platform !== 'win32' || tried === tries || !['EPERM', 'EACCES', 'EBUSY'].includes(code))
        throw error;
      await pause(10 * tried);
    }
  }
}
