import { join } from 'node:path';
import { z } from 'zod';
import { replaceFile } from '../../lib/atomic-file.ts';
import { DataError, isDataError, readVersioned } from '../../lib/data-error.ts';
import { readIfThere } from '../../lib/file-system.ts';
import { realSystem, type System } from '../../lib/system.ts';

const occurrence = z.object({
  eventId: z.string(),
  name: z.string(),
  timestamp: z.string(),
  data: z.record(z.string(), z.unknown()),
});

/** What was told of arXiv, which knows nothing of cursors. */
const arxiv = z.object({
  /** The day from which on papers are told. */
  since: z.iso.date(),
  told: z.array(z.string()),
  /** The last ones, for the feed. */
  recent: z.array(occurrence),
});
export type ArxivProgress = z.infer<typeof arxiv>;

const watch = z.object({
  number: z.int().min(1),
  /** As it was written. */
  words: z.string(),
  names: z.array(z.string()).min(1),
  args: z.record(z.string(), z.unknown()),
  cursor: z.string(),
  /** Day and time at which the cursor was moved last, in ISO 8601. */
  told: z.string(),
  arxiv: arxiv.optional(),
});
export type Watch = z.infer<typeof watch>;

const FORMAT = 1;
const document = z.object({
  format: z.literal(FORMAT),
  /** Numbers are not given twice. */
  next: z.int().min(1),
  watches: z.array(watch),
});
type Watches = z.infer<typeof document>;

const NONE: Watches = { format: FORMAT, next: 1, watches: [] };
const MAX_TRIES = 20;
/** Of several who change it at one time each tries again after another while. */
const PAUSE_MS = 40;
const MAX_WATCHES = 100;

/** What is followed from this data directory. */
export class WatchesFile {
  readonly path: string;
  readonly #directory: string;
  readonly #system: System;

  constructor(directory: string, system: System = realSystem) {
    this.#directory = directory;
    this.path = join(directory, 'watches.json');
    this.#system = system;
  }

  /** Throws a DataError for a file that cannot be read. */
  async read(): Promise<Watches> {
    return this.#parse(await readIfThere(this.#system.files, this.path));
  }

  /**
   * Replaces the file by what is made of it; where somebody else replaces it at the same time, by what is made of theirs.
   * Rejected, the file is as it was, or else whole and new.
   */
  async change(make: (watches: Watches) => Watches): Promise<Watches> {
    const { files, clock, random } = this.#system;
    await files.makeDirectory(this.#directory);
    for (let tries = 1; ; tries++) {
      const content = await readIfThere(files, this.path);
      const before = this.#parse(content);
      const after = make(before);
      if (after === before) return after;
      if (after.watches.length > MAX_WATCHES)
        throw new DataError('full', `There are ${MAX_WATCHES} watches already: remove some first.`);
      try {
        const text = `${JSON.stringify(after, null, 1)}\n`;
        await replaceFile(this.path, text, { replaces: { content }, system: this.#system });
        return after;
      } catch (error) {
        if (!isDataError(error, 'overtaken') || tries === MAX_TRIES) throw this.#unwritten(error);
        await clock.sleep(PAUSE_MS * random.fraction());
      }
    }
  }

  #parse(content: Uint8Array | undefined): Watches {
    if (content === undefined) return NONE;
    return readVersioned({ schema: document, format: FORMAT }, new TextDecoder().decode(content), (fault) => {
      const newer = fault.problem === 'newer_format';
      const why = newer
        ? 'is of a newer version of this program'
        : `is damaged (${fault.detail || 'no JSON'})`;
      return new DataError(
        'watches',
        `${this.path} ${why}. Nothing was changed; move it away to begin anew.`,
      );
    });
  }

  #unwritten(error: unknown): DataError {
    if (isDataError(error)) return error;
    const why = error instanceof Error ? error.message : String(error);
    return new DataError(
      'unwritten',
      `${this.path} could not be written (${why}): what was told may be told again.`,
      error,
    );
  }
}

/** The watches with one of them changed; the same object if there is no such watch any more. */
export function withWatch(watches: Watches, number: number, change: (watch: Watch) => Watch): Watches {
  if (!watches.watches.some((one) => one.number === number)) return watches;
  return { ...watches, watches: watches.watches.map((one) => (one.number === number ? change(one) : one)) };
}
