import { dirname } from 'node:path';
import { replaceFile } from '../../lib/atomic-file.ts';
import { isDataError } from '../../lib/data-error.ts';
import { type FileSystem, readIfThere } from '../../lib/file-system.ts';
import { realSystem, type System } from '../../lib/system.ts';
import type { Client } from './clients.ts';
import { CANNOT_EDIT, cannotEdit, type Editor } from './editor.ts';

const BOM = '\ufeff';
const CHANGED = 'another program has just changed it; try again';
const BY_HAND = 'Put that right first, or do it by hand: install with --print shows what belongs where.';

/** What an edit of a file came to. */
interface Outcome {
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
export async function editFile(
  path: string,
  edit: (text: string) => string,
  system = realSystem,
): Promise<Outcome> {
  try {
    return await write(path, edit, system);
  } catch (error) {
    const why = isDataError(error, 'overtaken')
      ? CHANGED
      : error instanceof Error
        ? error.message
        : String(error);
    const advice = isDataError(error, CANNOT_EDIT) ? ` ${BY_HAND}` : '';
    throw new Error(`${path} was left as it is: ${why}.${advice}`, { cause: error });
  }
}

async function write(path: string, edit: (text: string) => string, system: System): Promise<Outcome> {
  const { files } = system;
  const found = await readIfThere(files, path);
  const before = found && Buffer.from(found);
  const text = before?.toString('utf8') ?? '';
  // Bytes that are no UTF-8 would not come out as they went in.
  if (before && !Buffer.from(text, 'utf8').equals(before)) throw cannotEdit('it is not written in UTF-8');
  const bom = text.startsWith(BOM) ? BOM : '';
  const edited = bom + edit(text.slice(bom.length));
  if (edited === text) {
    // Whoever wrote it so may have been killed before it was flushed.
    if (before !== undefined) await files.flushDirectory(dirname(path));
    return { done: 'unchanged' };
  }
  await refuseLost(path, files);
  await files.makeDirectory(dirname(path), 0o777);
  let backup: string | undefined;
  const beforeRename = async (): Promise<void> => {
    backup = before && (await backUp(path, before, files));
  };
  const replaces = { content: before };
  // A file that is a link, as those who keep their settings in a repository have it, stays one.
  await replaceFile(path, edited, { mode: 0o666, keepMode: true, beforeRename, replaces, system });
  return backup === undefined ? { done: 'created' } : { done: 'changed', backup };
}

/** Throws where the file or its directory is a link into a directory that is not there: it may be on a disk that is away. */
async function refuseLost(path: string, files: FileSystem): Promise<void> {
  for (const link of [dirname(path), path]) {
    const target = await files.resolve(link);
    const directory = link === path ? dirname(target) : target;
    if (target !== link && files.stat(directory) === undefined)
      throw cannotEdit(`${link} is a link to ${target}, and there is no directory ${directory}`);
  }
}

/** Copies a file beside itself, under the first name that is free. */
async function backUp(path: string, bytes: Uint8Array, files: FileSystem): Promise<string> {
  const mode = (files.stat(path)?.mode ?? 0o600) & 0o7777;
  for (let number = 0; ; number += 1) {
    const backup = number === 0 ? `${path}.bak` : `${path}.bak.${number}`;
    try {
      await writeNew(backup, bytes, mode, files);
      return backup;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

async function writeNew(path: string, bytes: Uint8Array, mode: number, files: FileSystem): Promise<void> {
  const file = await files.create(path, mode);
  try {
    await file.write(bytes);
    await file.setMode(mode);
    await file.flush();
  } catch (error) {
    await files.remove(path).catch(() => undefined);
    throw error;
  } finally {
    await file.close();
  }
}
