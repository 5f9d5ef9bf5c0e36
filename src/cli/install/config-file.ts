import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, mkdir, open, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { EditError } from './edit.ts';

const BOM = '\ufeff';
const BY_HAND = 'Put that right first, or do it by hand: install with --print shows what belongs where.';

/** What an edit of a file came to. */
export interface Outcome {
  readonly done: 'created' | 'changed' | 'unchanged';
  /** The copy of the file as it was. */
  readonly backup?: string;
}

/** Edits a text file: as a whole or not at all, with a copy of what was there. */
export async function editFile(path: string, edit: (text: string) => string): Promise<Outcome> {
  try {
    return await write(path, edit);
  } catch (error) {
    if (error instanceof EditError)
      throw new Error(`${path} was left as it is: ${error.message}. ${BY_HAND}`);
    throw new Error(`${path} was left as it is: ${error instanceof Error ? error.message : error}.`);
  }
}

async function write(path: string, edit: (text: string) => string): Promise<Outcome> {
  const before = await readIfThere(path);
  const text = before?.toString('utf8') ?? '';
  // Bytes that are no UTF-8 would not come out as they went in.
  if (before && !Buffer.from(text, 'utf8').equals(before)) throw new EditError('it is not written in UTF-8');
  const bom = text.startsWith(BOM) ? BOM : '';
  const edited = bom + edit(text.slice(bom.length));
  if (edited === text) return { done: 'unchanged' };
  await mkdir(dirname(path), { recursive: true });
  // A file that is a link, as those who keep their settings in a repository have it, stays one.
  const target = before === undefined ? path : await realpath(path);
  const draft = `${target}.${randomBytes(4).toString('hex')}.tmp`;
  try {
    await writeDraft(draft, edited, before && (await stat(target)).mode);
    const backup = before && (await backUp(path));
    const now = await readIfThere(path);
    if (!sameBytes(before, now)) throw new EditError('another program has just changed it; try again');
    await rename(draft, target);
    return backup === undefined ? { done: 'created' } : { done: 'changed', backup };
  } finally {
    await rm(draft, { force: true });
  }
}

async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function writeDraft(path: string, text: string, mode: number | undefined): Promise<void> {
  const file = await open(path, 'wx', mode === undefined ? 0o666 : 0o600);
  try {
    await file.writeFile(text, 'utf8');
    if (mode !== undefined) await file.chmod(mode & 0o7777);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Copies a file beside itself, under the first name that is free. */
async function backUp(path: string): Promise<string> {
  for (let number = 0; ; number += 1) {
    const backup = number === 0 ? `${path}.bak` : `${path}.bak.${number}`;
    try {
      await copyFile(path, backup, constants.COPYFILE_EXCL);
      return backup;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

function sameBytes(one: Buffer | undefined, other: Buffer | undefined): boolean {
  return one === undefined || other === undefined ? one === other : one.equals(other);
}
