import { join } from 'node:path';
import { z } from 'zod';
import { replaceFile } from '../lib/atomic-file.ts';
import { readTextIfThere } from '../lib/file-system.ts';
import { realSystem, type System } from '../lib/system.ts';
import { readVersioned } from '../lib/versioned.ts';

const FILE = 'cursors.json';

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);

const cursor = z.object({
  /** The day up to which a source was asked to the end. */
  done: day.optional(),
  /** A run that broke off: what it asked for, and where it was. */
  open: z.object({ since: day, started: day, position: z.unknown() }).optional(),
});
export type Cursor = z.infer<typeof cursor>;

const cursorsFile = { schema: z.object({ sources: z.record(z.string(), cursor) }), format: 1 };

/** How far each source has been read, kept in a file of the data directory. */
export class Cursors {
  readonly #directory: string;
  readonly #sources: Record<string, Cursor>;
  readonly #system: System;

  private constructor(directory: string, sources: Record<string, Cursor>, system: System) {
    this.#directory = directory;
    this.#sources = sources;
    this.#system = system;
  }

  /** Reads the file in a directory; none there is the beginning. Throws for one that cannot be read. */
  static async open(directory: string, system = realSystem): Promise<Cursors> {
    const path = join(directory, FILE);
    const text = await readTextIfThere(system.files, path);
    const refuse = () =>
      new Error(`${path} cannot be read. Correct it, or delete it to begin again from the last seven days.`);
    const sources = text === undefined ? {} : readVersioned(cursorsFile, text, refuse).sources;
    return new Cursors(directory, sources, system);
  }

  of(source: string): Cursor {
    return this.#sources[source] ?? {};
  }

  async set(source: string, next: Cursor): Promise<void> {
    this.#sources[source] = next;
    await keepDocument(this.#directory, FILE, { sources: this.#sources }, this.#system);
  }
}

/** Writes a JSON document of format 1 into a directory, which is made if need be. */
export async function keepDocument(
  directory: string,
  name: string,
  content: object,
  system: System,
): Promise<void> {
  await system.files.makeDirectory(directory, 0o777);
  const text = `${JSON.stringify({ format: 1, ...content }, null, 2)}\n`;
  await replaceFile(join(directory, name), text, { mode: 0o666, system });
}

/** `YYYY-MM-DD` so many days before another. */
export function daysBefore(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10);
}
