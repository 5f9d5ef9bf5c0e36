import { dirname } from 'node:path';
import { giveTo, replaceFile } from '../../lib/atomic-file.ts';
import { isDataError } from '../../lib/data-error.ts';
import { type FileStat, type FileSystem, readIfThere } from '../../lib/file-system.ts';
import { realSystem, type System } from '../../lib/system.ts';
import type { Client } from './clients.ts';
import { CANNOT_EDIT, cannotEdit, type Editor } from './editor.ts';
import { type ConfigFile, findPlace } from './place.ts';

const BOM = '\ufeff';
/** Bits of a mode by which anybody may change a file. */
const WRITABLE = 0o222;
const CHANGED = 'another program has just changed it; try again';
const BY_HAND = 'Put that right first, or do it by hand: install with --print shows what belongs where.';

/** What an edit of a file came to. */
interface Outcome {
  readonly done: 'created' | 'changed' | 'unchanged';
  /** The copy of the file as it was, beside it. */
  readonly backup?: string;
  /** Where the file itself is, if its name or a directory on the way to it is a link. */
  readonly leadsTo?: string;
}

/** Parsers are loaded when they are needed: a server needs none. */
export async function editorOf({ format }: Client): Promise<Editor> {
  if (format === 'toml') return (await import('./edit-toml.ts')).tomlEditor;
  if (format === 'yaml') return (await import('./edit-yaml.ts')).yamlEditor;
  return (await import('./edit-json.ts')).jsonEditor;
}

/** Edits a text file: as a whole or not at all, with a copy of what was there. */
export async function editFile(
  file: ConfigFile,
  edit: (text: string) => string,
  system = realSystem,
): Promise<Outcome> {
  const { path } = file;
  try {
    const { place, isLinked } = await findPlace(file, system.files);
    await refuseLost(path, system.files);
    return { ...(await write(place, edit, system)), ...(isLinked && { leadsTo: place }) };
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
  const stat = files.stat(path);
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
  if (stat !== undefined && (stat.mode & WRITABLE) === 0) throw cannotEdit('it is read-only');
  await files.makeDirectory(dirname(path), 0o777);
  let backup: string | undefined;
  const beforeRename = async (): Promise<void> => {
    backup = before && stat && (await backUp(path, before, stat, files));
  };
  const replaces = { content: before };
  await replaceFile(path, edited, { mode: 0o666, keepAccess: true, beforeRename, replaces, system });
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
async function backUp(path: string, bytes: Uint8Array, stat: FileStat, files: FileSystem): Promise<string> {
  for (let number = 0; ; number += 1) {
    const backup = number === 0 ? `${path}.bak` : `${path}.bak.${number}`;
    try {
      await writeNew(backup, bytes, stat, files);
      return backup;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

async function writeNew(path: string, bytes: Uint8Array, like: FileStat, files: FileSystem): Promise<void> {
  const file = await files.create(path);
  try {
    await file.write(bytes);
    await giveTo(file, path, like, files);
    await file.setMode(like.mode & 0o7777);
    await file.flush();
  } catch (error) {
    await files.remove(path).catch(() => undefined);
    throw error;
  } finally {
    await file.close();
  }
}
