import { closeSync, constants, fstatSync, openSync, statSync } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';

/** Opening a pipe waits for somebody at its other end, unless it is said that nobody waits. Windows has no such thing. */
const READ_NOW = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * Throws for the mode of what is no regular file: with the system's EISDIR for a directory, and with EFTYPE, as some
 * systems call a file of the wrong kind, for what may never end or changes by being read, as a pipe or device does. A
 * mode that says nothing of it is a file's.
 */
export function refuseIrregular(path: string, mode: number): void {
  const type = mode & constants.S_IFMT;
  if (type === 0 || type === constants.S_IFREG) return;
  const [code, kind] = type === constants.S_IFDIR ? ['EISDIR', 'directory'] : ['EFTYPE', 'pipe or device'];
  throw Object.assign(new Error(`${path} is a ${kind}, not a file`), { code });
}

/**
 * Opens a regular file to be read, and throws for anything else: nobody who names a file can keep the program waiting.
 * It is looked at before, since some devices do something when they are opened, and after, since it may be another by then.
 */
export async function openRegular(path: string): Promise<FileHandle> {
  refuseIrregular(path, (await stat(path)).mode);
  const file = await open(path, READ_NOW);
  try {
    refuseIrregular(path, (await file.stat()).mode);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** As `openRegular`, before anything else happens; returns the descriptor. */
export function openRegularNow(path: string): number {
  refuseIrregular(path, statSync(path).mode);
  const file = openSync(path, READ_NOW);
  try {
    refuseIrregular(path, fstatSync(file).mode);
    return file;
  } catch (error) {
    closeSync(file);
    throw error;
  }
}
