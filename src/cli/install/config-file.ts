import { constants } from 'node:fs';
import { copyFile, realpath } from 'node:fs/promises';
import { dirname } from 'node:path';
import { replaceFile } from '../../lib/atomic-file.ts';
import { isDataError } from '../../lib/data-error.ts';
import { readIfThere } from '../../lib/file-system.ts';
import { realSystem } from '../../lib/system.ts';
import type { Client } from './clients.ts';
import { CANNOT_EDIT, cannotEdit, type Editor } from './editor.ts';

const BOM = '\ufeff';
const BY_HAND = 'Put that right first, or do it by hand: install with --print shows what belongs where.';

/** What an edit of a file came to. */
export interface Outcome {
  readonly done: 'created' | 'changed' | 'unchanged';
  /** The copy of the file as it was. */
  readonly backup?: string;
}

/** Parsers are loaded when they are needed: a server needs none. */
export async function editorOf({ format }: Client): Promise<Editor> {
  if (format === 'toml') return (await import('./edit-toml.ts')).tomlEditor;
  return (await import('./edit-json.ts')).jsonEditor;
}

/** Edits a text file: as a whole or not at all, with a copy of what was there. */
export async function editFile(path: string, edit: (text: string) => string): Promise<Outcome> {
  try {
    return await write(path, edit);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const advice = isDataError(error, CANNOT_EDIT) ? ` ${BY_HAND}` : '';
    throw new Error(`${path} was left as it is: ${why}.${advice}`, { cause: error });
  }
}

async function write(path: string, edit: (text: string) => string): Promise<Outcome> {
  const before = await readBytes(path);
  const text = before?.toString('utf8') ?? '';
  // Bytes that are no UTF-8 would not come out as they went in.
  if (before && !Buffer.from(text, 'utf8').equals(before)) throw cannotEdit('it is not written in UTF-8');
  const bom = text.startsWith(BOM) ? BOM : '';
  const edited = bom + edit(text.slice(bom.length));
  if (edited === text) return { done: 'unchanged' };
  await realSystem.files.makeDirectory(dirname(path), 0o777);
  // A file that is a link, as those who keep their settings in a repository have it, stays one.
  const target = before === undefined ? path : await realpath(path);
  let backup: string | undefined;
  const beforeRename = async (): Promise<void> => {
    backup = before && (await backUp(path));
    const now = await readBytes(path);
    if (!(before === undefined ? now === undefined : now?.equals(before)))
      throw cannotEdit('another program has just changed it; try again');
  };
  await replaceFile(target, edited, { mode: 0o666, keepMode: true, beforeRename });
  return backup === undefined ? { done: 'created' } : { done: 'changed', backup };
}

async function readBytes(path: string): Promise<Buffer | undefined> {
  const bytes = await readIfThere(realSystem.files, path);
  return bytes && Buffer.from(bytes);
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
