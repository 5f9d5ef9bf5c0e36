import { join } from 'node:path';
import { z } from 'zod';
import { replaceFile } from '../../lib/atomic-file.ts';
import { readVersioned } from '../../lib/data-error.ts';
import { type AppendFile, stampOf } from '../../lib/file-system.ts';
import { Serial } from '../../lib/serial.ts';
import { realSystem, type System } from '../../lib/system.ts';
import type { EventBody } from '../event-store.ts';
import { type JournalEntry, readLines, writeLine } from '../journal/line.ts';
import { readRow, type StoredRow } from './stored-row.ts';

const FORMAT = 1;
const foldState = z.strictObject({
  format: z.literal(FORMAT),
  /** The id of the store in the database; '' before it was ever reached. */
  store: z.string(),
  /** The file of events that holds. */
  file: z.string().regex(/^events-[0-9a-f]+\.jsonl$/),
  /** When the database was last read, in milliseconds since 1970. */
  followed_at: z.number(),
  /** Why it is not followed now, for the operator. */
  away: z.string().optional(),
  /** The version of the data that all nodes had agreed on when they were last heard of. */
  agreed: z.string().optional(),
  /** Why nothing is written although it is followed, for the operator. */
  read_only: z.string().optional(),
});
type FoldState = z.infer<typeof foldState>;

/** The directory of what a node knows of its store, so that it answers, and starts, without the database. */
export function foldIn(dataDirectory: string): string {
  return join(dataDirectory, 'store');
}

/** The keys of `--auth keys` as the store had them last. */
export function foldedKeys(directory: string): string {
  return join(directory, 'keys.json');
}

const statePath = (directory: string): string => join(directory, 'state.json');

/** Reads what the process that follows the database keeps beside it: that process itself, and its workers. */
export class FoldReader {
  readonly #system: System;
  readonly #directory: string;
  #stamp: string | undefined;
  #state: FoldState | undefined;
  #file = '';
  #consumed = 0;

  constructor(directory: string, system = realSystem) {
    this.#directory = directory;
    this.#system = system;
  }

  /** What is known of the database; undefined before it was ever followed. Never throws. */
  get state(): FoldState | undefined {
    const { files } = this.#system;
    const path = statePath(this.#directory);
    try {
      const stamp = stampOf(files, path);
      if (stamp === undefined || stamp === this.#stamp) return this.#state;
      const text = new TextDecoder().decode(files.read(path, 0));
      this.#state = readVersioned({ schema: foldState, format: FORMAT }, text, ({ cause }) => {
        return new Error('The state of the store cannot be read.', { cause });
      });
      this.#stamp = stamp;
    } catch {
      // It is written anew by the process that follows, and until then holds as it was.
    }
    return this.#state;
  }

  /** Makes the next read start over. */
  restart(): void {
    this.#file = '';
  }

  /** Rows that were added since the last call; all of them if they start over. Never throws. */
  read(): { readonly rows: readonly StoredRow[]; readonly isAll: boolean; readonly isSound: boolean } {
    const file = this.state?.file ?? '';
    const isAll = file !== this.#file || file === '';
    if (isAll) this.#consumed = 0;
    this.#file = file;
    if (file === '') return { rows: [], isAll, isSound: true };
    try {
      const path = join(this.#directory, file);
      const { files } = this.#system;
      if (!isAll && files.stat(path)?.size === this.#consumed) return { rows: [], isAll, isSound: true };
      const { entries, damaged, consumed } = readLines(files.read(path, this.#consumed));
      this.#consumed += consumed;
      return { rows: entries.map(toRow), isAll, isSound: damaged.length === 0 };
    } catch {
      this.#file = '';
      return { rows: [], isAll, isSound: false };
    }
  }
}

/** A file of rows that is being written, and the last of them. */
export interface FoldFile {
  readonly name: string;
  readonly file: AppendFile;
  /** Of its last row; `events` counts those in it. */
  last: { readonly seq: number; readonly key: string; readonly events: number };
  /** True once a write has failed: what is at its end is not known. */
  isBroken: boolean;
}

/** Writes it. One process of a directory does: whoever starts takes over what the one before it has left. */
export class FoldWriter {
  readonly #system: System;
  readonly #directory: string;
  #current: FoldFile;
  #state: Omit<FoldState, 'file' | 'format'>;
  readonly #notes = new Serial();

  private constructor(directory: string, system: System, first: FoldFile, state: FoldState | undefined) {
    this.#directory = directory;
    this.#system = system;
    this.#current = first;
    this.#state = { store: state?.store ?? '', followed_at: state?.followed_at ?? 0, agreed: state?.agreed };
  }

  /** The directory is there. Rejects with the file system's error if it cannot be written. */
  static async open(directory: string, system: System): Promise<FoldWriter> {
    const reader = new FoldReader(directory, system);
    const { rows, isSound } = reader.read();
    const first = await newFile(directory, system);
    const { state } = reader;
    const known = isSound ? state : state && { ...state, store: '', followed_at: 0 };
    const writer = new FoldWriter(directory, system, first, known);
    // A row behind a damaged one would hide what is lost: then all is loaded anew.
    await writer.add(isSound ? rows : [], first);
    await writer.use(first, writer.#state.store);
    return writer;
  }

  get current(): FoldFile {
    return this.#current;
  }

  /** The id of the store whose rows these are. */
  get store(): string {
    return this.#state.store;
  }

  newFile(): Promise<FoldFile> {
    return newFile(this.#directory, this.#system);
  }

  /** Adds rows that follow upon the last of a file. They are not flushed: what is lost is read again. */
  async add(rows: readonly StoredRow[], to = this.#current): Promise<void> {
    const last = rows[rows.length - 1];
    if (last === undefined) return;
    to.isBroken = true;
    await to.file.write(Buffer.from(rows.map((row) => writeLine(toEntry(row))).join('')));
    to.isBroken = false;
    to.last = { seq: last.seq, key: last.key, events: last.bodies.length };
  }

  /** Lets a file hold from now on, for the rows of a store. */
  async use(file: FoldFile, store: string): Promise<void> {
    const { files } = this.#system;
    const before = this.#current;
    this.#current = file;
    await this.note({ store });
    if (before !== file) await before.file.close();
    for (const name of files.list(this.#directory) ?? []) {
      if (name.endsWith('.jsonl') && name !== file.name)
        await files.remove(join(this.#directory, name)).catch(() => undefined);
    }
  }

  /** The version of the data that all nodes had agreed on. */
  get agreed(): string | undefined {
    return this.#state.agreed;
  }

  /** Writes down what is known of the database now. What was noted last is what stays. */
  note(change: Partial<Omit<FoldState, 'file' | 'format'>>): Promise<void> {
    this.#state = { ...this.#state, ...change };
    return this.#notes.run(() => {
      const state = { format: FORMAT, file: this.#current.name, ...this.#state };
      return replaceFile(statePath(this.#directory), JSON.stringify(state), { system: this.#system });
    });
  }

  /** Keeps the document of keys. */
  async keys(document: string): Promise<void> {
    await replaceFile(foldedKeys(this.#directory), document, { system: this.#system });
  }

  async close(): Promise<void> {
    await this.#current.file.close();
  }
}

async function newFile(directory: string, { files, random }: System): Promise<FoldFile> {
  const name = `events-${random.hex(6)}.jsonl`;
  return {
    name,
    file: await files.create(join(directory, name)),
    last: { seq: 0, key: '', events: 0 },
    isBroken: false,
  };
}

/** The form of a line is the journal's; its body is the array of what was appended together. */
function toEntry({ seq, key, at, bodies }: StoredRow): JournalEntry {
  return { t: at, w: key, n: seq, body: bodies as unknown as EventBody };
}

function toRow({ t, w, n, body }: JournalEntry): StoredRow {
  return readRow(n, w, t, body);
}
