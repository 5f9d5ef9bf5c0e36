import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { partialDate } from '../../kinds/common.ts';
import { scopes } from '../../lib/caller.ts';
import { diskFiles } from '../../lib/disk.ts';
import { Lock } from '../../lib/lock.ts';
import { replaceFile } from './replace-file.ts';

const format = 1;
const day = partialDate.length(10);

const keyEntry = z.strictObject({
  id: z.string().regex(/^[a-z0-9]{8}$/),
  name: z.string().min(1).max(80),
  scopes: z.array(z.enum(scopes)).min(1),
  created: day,
  /** The last day, in UTC, on which the key is good. */
  expires: day.optional(),
  revoked: day.optional(),
  /** Of the whole key; gone once it is revoked. */
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
});
export type KeyEntry = z.infer<typeof keyEntry>;

const keyFile = z.strictObject({ format: z.literal(format), keys: z.array(keyEntry) });

/** The file of keys in a data directory. */
export function keyFileIn(directory: string): string {
  return join(directory, 'keys.json');
}

/** The keys in a file, none if there is no such file. Throws an Error with a sentence if it cannot be read. */
export function readKeyFile(path: string): readonly KeyEntry[] {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return [];
    throw new Error(`The keys in ${path} cannot be read (${code}).`, { cause: error });
  }
  try {
    return keyFile.parse(JSON.parse(text)).keys;
  } catch (error) {
    throw new Error(`${path} is no file of keys that this program knows. Mend it, or move it away.`, {
      cause: error,
    });
  }
}

/** Tells one state of a file from another, for a few microseconds: the file is only ever replaced. */
export function stampOf(path: string): string {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stat === undefined ? '' : `${stat.ino} ${stat.size} ${stat.mtimeNs}`;
}

/** Changes the keys; commands that do so at one time take turns. Returns what `change` leaves. */
export async function changeKeyFile(
  path: string,
  change: (keys: readonly KeyEntry[]) => readonly KeyEntry[],
): Promise<readonly KeyEntry[]> {
  await diskFiles.makeDirectory(dirname(path));
  const lock = await takeTurn(`${path}.lock`);
  try {
    const keys = change(readKeyFile(path));
    await replaceFile(path, `${JSON.stringify({ format, keys }, null, 2)}\n`);
    return keys;
  } finally {
    await lock.release();
  }
}

const turnMs = 10_000;
/** Where nobody holds the lock and it cannot be taken so often, nothing can be written. */
const vainTries = 20;

async function takeTurn(path: string): Promise<Lock> {
  const until = Date.now() + turnMs;
  for (let inVain = 0; inVain < vainTries && Date.now() < until; ) {
    const lock = await Lock.take(path);
    if (lock !== undefined) return lock;
    // It may have been let go just now.
    inVain = (await Lock.exists(path)) ? 0 : inVain + 1;
    await pause(20);
  }
  throw new Error(`The keys cannot be changed: ${path} cannot be taken. Is the directory yours to write?`);
}
