import { basename, dirname, join } from 'node:path';
import { DataError } from './data-error.ts';
import { type AppendFile, type FileStat, type FileSystem, isAbsence, readIfThere } from './file-system.ts';
import { refuseIrregular } from './regular-file.ts';
import { realSystem, type System } from './system.ts';

/** What stood in a file that is replaced. */
export type Replaced = { readonly content: Uint8Array | string | undefined } | 'unreadable';

export interface ReplaceOptions {
  /** Permissions of a new file, less what the user's mask takes away. Left out, it is its owner's alone. */
  readonly mode?: number;
  /**
   * Leaves the permissions of a file that is there as they are, and whom it belongs to; where this user may not do that,
   * nothing is replaced: a DataError, not_theirs. Left out, whom it belongs to is kept where this user may.
   */
  readonly keepAccess?: boolean;
  /**
   * What the new content was made from: the file as it was read, undefined where there was none. Of several who replace
   * it from the same content by others one alone does, whatever clocks and locks say; the rest get a DataError, overtaken.
   * A file that could not be read is replaced only where it still cannot be.
   */
  readonly replaces?: Replaced;
  /** Called when the disk has the new content beside the file; if it rejects, nothing is replaced. */
  readonly beforeRename?: () => Promise<void>;
  readonly system?: System;
}

/** How the name of a file ends that is being written: name, process, a number by chance. */
const draftName = /\.(\d+)-[0-9a-f]+\.tmp$/;

/**
 * Replaces or creates a file atomically; its directory must exist. A link is followed, also one whose file is not there
 * yet: it stays, and the file is replaced; what is no regular file is left alone. A reader meanwhile, or after a kill or power
 * failure at any step, sees the old content or the new one, whole. Resolved, the disk has the new one under its
 * name. Whoever takes the draft away meanwhile has overtaken it. Rejected, nothing was replaced, unless the
 * directory's flush is what failed: then the new content is there, and a loss of power might still bring the old one
 * back. A killed process leaves its draft beside the file: isDraft() tells it by its name.
 */
export async function replaceFile(
  name: string,
  content: Uint8Array | string,
  options: ReplaceOptions = {},
): Promise<void> {
  const { system = realSystem, beforeRename, replaces } = options;
  const { files } = system;
  const path = await files.resolve(name);
  const draft = `${path}.${system.processes.pid}-${system.random.hex(4)}.tmp`;
  try {
    await writeDraft(draft, path, content, options, system);
    await beforeRename?.();
    if (replaces !== undefined) await refuseOvertaken(draft, path, replaces, content, system);
    await files.rename(draft, path).catch((error: unknown) => {
      throw files.stat(draft) === undefined && isRemoval(error) ? overtaken(path, error) : error;
    });
  } catch (error) {
    await files.remove(draft).catch(() => undefined);
    throw error;
  }
  await files.flushDirectory(dirname(path));
}

/**
 * Of two whose drafts lie there at one time the later finds the other's and removes it, so that its renaming fails; if it
 * was renamed before, the content is another. Whoever comes after the renaming finds other content too. So no clock and
 * no lock is needed for one alone to succeed.
 */
async function refuseOvertaken(
  draft: string,
  path: string,
  replaces: Replaced,
  content: Uint8Array | string,
  { files }: System,
): Promise<void> {
  const [directory, own] = [dirname(path), basename(draft)];
  const isOfOthers = (name: string) =>
    name !== own && isDraft(name) && name.replace(draftName, '') === basename(path);
  for (const name of (files.list(directory) ?? []).filter(isOfOthers)) {
    await files.remove(join(directory, name)).catch((error: unknown) => {
      if (!isAbsence(error)) throw error;
    });
  }
  let found: Uint8Array | undefined;
  try {
    found = await readIfThere(files, path);
  } catch (error) {
    if (replaces === 'unreadable') return;
    throw error;
  }
  if (replaces !== 'unreadable' && isSame(found, replaces.content)) return;
  if (!isSame(found, content)) throw overtaken(path);
}

function isSame(found: Uint8Array | undefined, content: Uint8Array | string | undefined): boolean {
  if (found === undefined || content === undefined) return found === content;
  return Buffer.from(found.buffer, found.byteOffset, found.byteLength).equals(
    typeof content === 'string' ? Buffer.from(content) : content,
  );
}

/** Windows refuses to touch a file that is removed as soon as nobody has it open. */
function isRemoval(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return isAbsence(error) || code === 'EPERM' || code === 'EACCES' || code === 'EBUSY';
}

function overtaken(path: string, cause?: unknown): DataError<'overtaken'> {
  return new DataError('overtaken', `Others have changed ${path} at the same time. Try again.`, cause);
}

/** True for the name of a file that a process is writing, or was when it was killed. */
export function isDraft(name: string): boolean {
  return draftName.test(name);
}

/** True for the draft of a process of this machine that has ended. */
export function isAbandonedDraft(name: string, { processes }: System = realSystem): boolean {
  const pid = draftName.exec(name)?.[1];
  return pid !== undefined && !processes.isRunning(Number(pid));
}

async function writeDraft(
  draft: string,
  path: string,
  content: Uint8Array | string,
  { mode, keepAccess = false }: ReplaceOptions,
  { files }: System,
): Promise<void> {
  const old = files.stat(path);
  if (old !== undefined) refuseIrregular(path, old.mode);
  const kept = keepAccess ? old?.mode : undefined;
  const file = await files.create(draft, kept === undefined ? mode : undefined);
  try {
    await file.write(typeof content === 'string' ? Buffer.from(content) : content);
    if (old !== undefined && !(await giveTo(file, draft, old, files)) && keepAccess)
      throw notTheirs(path, old);
    // Afterwards: another owner takes bits away.
    if (kept !== undefined) await file.setMode(kept & 0o7777);
    await file.flush();
  } finally {
    await file.close();
  }
}

/** Makes a file that was just made belong to whom another belongs to; false where this user may not. */
export async function giveTo(
  file: AppendFile,
  path: string,
  { uid, gid }: FileStat,
  files: FileSystem,
): Promise<boolean> {
  const own = files.stat(path);
  if (own === undefined || (own.uid === uid && own.gid === gid)) return true;
  try {
    await file.setOwner(uid, gid);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
    return false;
  }
}

function notTheirs(path: string, { uid, gid }: FileStat): DataError<'not_theirs'> {
  const says = `${path} belongs to user ${uid} and group ${gid}, and this user cannot make a file theirs; run it as that user`;
  return new DataError('not_theirs', says);
}
