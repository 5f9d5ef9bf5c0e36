import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { replaceFile } from './dataset-draft.ts';

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);

const cursor = z.object({
  /** The day up to which a source was asked to the end. */
  done: day.optional(),
  /** A run that broke off: what it asked for, and where it was. */
  open: z.object({ since: day, started: day, position: z.unknown() }).optional(),
});
export type Cursor = z.infer<typeof cursor>;

const cursorsFile = z.object({ format: z.literal(1), sources: z.record(z.string(), cursor) });

/** How far each source has been read, kept in a file of the data directory. */
export class Cursors {
  private readonly path: string;
  private readonly sources: Record<string, Cursor>;

  private constructor(path: string, sources: Record<string, Cursor>) {
    this.path = path;
    this.sources = sources;
  }

  /** Reads the file in a directory; none there is the beginning. Throws for one that cannot be read. */
  static async open(directory: string): Promise<Cursors> {
    const path = join(directory, 'cursors.json');
    return new Cursors(path, await readCursors(path));
  }

  of(source: string): Cursor {
    return this.sources[source] ?? {};
  }

  async set(source: string, next: Cursor): Promise<void> {
    this.sources[source] = next;
    await mkdir(dirname(this.path), { recursive: true });
    await replaceFile(this.path, `${JSON.stringify({ format: 1, sources: this.sources }, null, 2)}\n`);
  }
}

async function readCursors(path: string): Promise<Record<string, Cursor>> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
  try {
    return cursorsFile.parse(JSON.parse(text)).sources;
  } catch {
    throw new Error(
      `${path} cannot be read. Correct it, or delete it to begin again from the last seven days.`,
    );
  }
}

/** `YYYY-MM-DD` so many days before another. */
export function daysBefore(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10);
}
