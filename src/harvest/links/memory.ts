import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { replaceFile } from '../dataset-draft.ts';

const failure = z.object({
  /** `YYYY-MM-DD` of the first and the last day on which it failed, and on how many. */
  first: z.string(),
  last: z.string(),
  days: z.number().int().positive(),
});
export type Failure = z.infer<typeof failure>;

const memoryFile = z.object({
  format: z.literal(1),
  /** The next address in the order of the rotation is the first behind this. */
  behind: z.string(),
  failures: z.record(z.string(), failure),
});

/** What link checks remember from day to day. */
export interface LinkMemory {
  behind: string;
  readonly failures: Record<string, Failure>;
}

/** Reads it from a directory; none there, or one that cannot be read, begins the rotation again. */
export async function readLinkMemory(directory: string): Promise<LinkMemory> {
  try {
    return memoryFile.parse(JSON.parse(await readFile(join(directory, 'links.json'), 'utf8')));
  } catch {
    return { behind: '', failures: {} };
  }
}

export async function writeLinkMemory(directory: string, { behind, failures }: LinkMemory): Promise<void> {
  const path = join(directory, 'links.json');
  await mkdir(dirname(path), { recursive: true });
  await replaceFile(path, `${JSON.stringify({ format: 1, behind, failures }, null, 2)}\n`);
}
