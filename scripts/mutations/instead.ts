/** What mutants do in place of what keeps data: each takes what the call was made on, and its arguments. */
import { dirname } from 'node:path';
import type { ReplaceOptions } from '../../src/lib/atomic-file.ts';
import { DataError } from '../../src/lib/data-error.ts';
import { type AppendFile, type FileSystem, isAbsence, readTextIfThere } from '../../src/lib/file-system.ts';
import type { Lock, WaitOptions } from '../../src/lib/lock.ts';
import { realSystem, type System } from '../../src/lib/system.ts';

type LockClass = typeof Lock;

/** Nothing. */
export async function leaveOut(): Promise<void> {}

/** Makes a file whether there is one or not. */
export async function createAnyway(files: FileSystem, path: string, mode?: number): Promise<AppendFile> {
  await files.remove(path).catch(ignoreAbsent);
  return files.create(path, mode);
}

/** Writes under the other name what the file holds, as a program does that knows of no renaming. */
export async function copyOver(files: FileSystem, from: string, to: string): Promise<void> {
  await writeOver(files, to, await files.readFile(from));
  await files.remove(from);
}

/** Writes to the file itself: what replaceFile() does but for the draft. */
export async function writeInPlace(
  path: string,
  content: Uint8Array | string,
  { mode, keepMode = false, beforeRename, replaces, system = realSystem }: ReplaceOptions = {},
): Promise<void> {
  if (replaces !== undefined && replaces !== 'unreadable') {
    const found = await readTextIfThere(system.files, path);
    if (found !== replaces.content?.toString())
      throw new DataError('overtaken', `Others have changed ${path}.`);
  }
  const kept = keepMode ? system.files.stat(path)?.mode : undefined;
  await beforeRename?.();
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  await writeOver(system.files, path, bytes, kept === undefined ? mode : kept & 0o7777);
}

/** A lock of its own, which excludes nobody. */
export function takeAnother(lock: LockClass, path: string, system: System = realSystem) {
  return lock.take(otherName(path, system), system);
}

export function waitForAnother(lock: LockClass, path: string, options: WaitOptions) {
  return lock.wait(otherName(path, options.system ?? realSystem), options);
}

export async function heldAnyway(): Promise<boolean> {
  return true;
}

/** Which mutant the program is just now, or in the tests that run in this process; -1 while it is as it is. */
let active = Number(process.env.MUTANT_NUMBER ?? -1);
const reached = new Set<number>();

/** Makes the program a mutant, by its number. */
export function become(number: number): void {
  active = number;
}

/** Whether the program is this mutant. Called wherever one could be. */
export function is(number: number): boolean {
  reached.add(number);
  return number === active;
}

/** The mutations that the program has come by so far. */
export function reachedSoFar(): ReadonlySet<number> {
  return reached;
}

async function writeOver(files: FileSystem, path: string, bytes: Uint8Array, mode?: number): Promise<void> {
  await files.remove(path).catch(ignoreAbsent);
  const file = await files.create(path, mode);
  try {
    await file.write(bytes);
    await file.flush();
  } finally {
    await file.close();
  }
  await files.flushDirectory(dirname(path));
}

function otherName(path: string, { random }: System): string {
  return `${path}.${random.hex(16)}`;
}

function ignoreAbsent(error: unknown): void {
  if (!isAbsence(error)) throw error;
}
