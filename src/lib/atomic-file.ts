import { dirname } from 'node:path';
import { realSystem, type System } from './system.ts';

export interface ReplaceOptions {
  /** Permissions of a new file, less what the user's mask takes away. Left out, it is its owner's alone. */
  readonly mode?: number;
  /** Leaves the permissions of a file that is there as they are. */
  readonly keepMode?: boolean;
  /** Called when the disk has the new content beside the file; if it rejects, nothing is replaced. */
  readonly beforeRename?: () => Promise<void>;
  readonly system?: System;
}

/** How the name of a file ends that is being written: name, process, a number by chance. */
const draftName = /\.(\d+)-[0-9a-f]+\.tmp$/;

/**
 * Replaces or creates a file atomically; its directory must exist. A reader meanwhile, or after a kill or power
 * failure at any step, sees the old content or the new one, whole. Resolved, the disk has the new one under its
 * name. Rejected, nothing was replaced, unless the directory's flush is what failed: then the new content is
 * there, and a loss of power might still bring the old one back. A killed process leaves its draft beside the
 * file: isDraft() tells it by its name.
 */
export async function replaceFile(
  path: string,
  content: Uint8Array | string,
  options: ReplaceOptions = {},
): Promise<void> {
  const { system = realSystem, beforeRename } = options;
  const { files } = system;
  const draft = `${path}.${system.processes.pid}-${system.random.hex(4)}.tmp`;
  try {
    await writeDraft(draft, path, content, options, system);
    await beforeRename?.();
    await files.rename(draft, path);
  } catch (error) {
    await files.remove(draft).catch(() => undefined);
    throw error;
  }
  await files.flushDirectory(dirname(path));
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
  { mode, keepMode = false }: ReplaceOptions,
  { files }: System,
): Promise<void> {
  const kept = keepMode ? files.stat(path)?.mode : undefined;
  const file = await files.create(draft, kept === undefined ? mode : undefined);
  try {
    await file.write(typeof content === 'string' ? Buffer.from(content) : content);
    if (kept !== undefined) await file.setMode(kept & 0o7777);
    await file.flush();
  } finally {
    await file.close();
  }
}
