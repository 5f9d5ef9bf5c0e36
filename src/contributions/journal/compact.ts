import { join } from 'node:path';
import type { FileSystem } from '../../lib/file-system.ts';
import type { System } from '../../lib/system.ts';
import { entryId, type JournalEntry, readLines, voidedBy, writeLine } from './line.ts';
import { suffixes } from './reader.ts';

/** Of a file that is being written by a compaction; nobody reads it. */
const UNFINISHED = '.tmp';

interface CompactOptions {
  readonly system: System;
  readonly directory: string;
  /** Files that were written to later are left to their process. */
  readonly idleMs: number;
  /** Fewer files are not worth it. */
  readonly atLeast: number;
  /** False stops the work between two steps. */
  readonly mayGoOn: () => Promise<boolean>;
}

export interface Compacted {
  readonly files: number;
  readonly entries: number;
  /** Files of bytes that were no entries. */
  readonly set_aside: number;
}

/**
 * Makes one file of the many that ended processes leave. It can be killed between any two steps: a source is
 * removed only when all of its entries are flushed in the new file, and duplicate entries count once. Taking the
 * name `.sealed` tells a process that still writes to the file to write its last entry again elsewhere.
 */
export async function compact(options: CompactOptions): Promise<Compacted | undefined> {
  const { directory, mayGoOn } = options;
  const { files } = options.system;
  await removeUnfinished(options);
  const sealed = await seal(options);
  if (sealed.length === 0 || !(await mayGoOn())) return undefined;
  const { entries, aside } = collect(files, directory, sealed);
  for (const [name, bytes] of aside) await writeAside(options, name, bytes);
  if (!(await mayGoOn())) return undefined;
  await writeTogether(options, entries);
  // Not flushed: what comes back is read once, and compacted again.
  for (const name of sealed) await files.remove(join(directory, name)).catch(ignoreAbsent);
  return { files: sealed.length, entries: entries.length, set_aside: aside.size };
}

async function removeUnfinished(options: CompactOptions): Promise<void> {
  for (const name of idleNames(options, UNFINISHED)) {
    await options.system.files.remove(join(options.directory, name)).catch(ignoreAbsent);
  }
}

/** Seals idle files, so that their writers stop using them. Files sealed by an earlier compaction are included. */
async function seal(options: CompactOptions): Promise<string[]> {
  const { directory, atLeast } = options;
  const { files } = options.system;
  const left = namesOf(options, suffixes.sealed);
  const idle = idleNames(options, suffixes.journal);
  if (left.length === 0 && idle.length < atLeast) return [];
  const sealed = [...left];
  for (const name of idle) {
    const to = `${name.slice(0, -suffixes.journal.length)}${suffixes.sealed}`;
    // Flushed with the file that takes its place.
    await files.rename(join(directory, name), join(directory, to)).then(() => sealed.push(to), ignoreAbsent);
  }
  return sealed;
}

interface Collected {
  readonly entries: readonly JournalEntry[];
  /** Bytes that are no entries, by the name of their file. */
  readonly aside: ReadonlyMap<string, Uint8Array>;
}

function collect(files: FileSystem, directory: string, names: readonly string[]): Collected {
  const entries = new Map<string, JournalEntry>();
  const aside = new Map<string, Uint8Array>();
  for (const name of names) {
    const bytes = files.read(join(directory, name), 0);
    const read = readLines(bytes);
    for (const entry of read.entries) entries.set(entryId(entry), entry);
    const rest = Buffer.concat([
      Buffer.from(read.damaged.map(({ text }) => `${text}\n`).join('')),
      bytes.subarray(read.consumed),
    ]);
    if (rest.byteLength > 0) aside.set(name, rest);
  }
  // A void entry stays: the entry that it voids may be in a file that is read later.
  for (const id of [...entries.values()].flatMap(voidedBy)) entries.delete(id);
  return { entries: [...entries.values()], aside };
}

async function writeAside(options: CompactOptions, name: string, bytes: Uint8Array): Promise<void> {
  const path = join(options.directory, `${name.slice(0, -suffixes.sealed.length)}${suffixes.torn}`);
  await writeFlushed(options, path, bytes);
}

async function writeTogether(options: CompactOptions, entries: readonly JournalEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const { clock, random } = options.system;
  const name = `c-${clock.now().toString(36)}-${random.hex(4)}`;
  await writeFlushed(
    options,
    join(options.directory, `${name}${suffixes.journal}`),
    Buffer.from(entries.map(writeLine).join('')),
  );
}

/** Under its own name a file appears only when all of it is on the disk. */
async function writeFlushed(
  { system: { files, random }, directory }: CompactOptions,
  path: string,
  bytes: Uint8Array,
): Promise<void> {
  // A name of its own: one that was killed may have left a draft of the same file.
  const draft = `${path}.${random.hex(4)}${UNFINISHED}`;
  const file = await files.create(draft);
  try {
    await file.write(bytes);
    await file.flush();
  } finally {
    await file.close().catch(() => undefined);
  }
  await files.rename(draft, path);
  await files.flushDirectory(directory);
}

function namesOf({ system: { files }, directory }: CompactOptions, suffix: string): string[] {
  return (files.list(directory) ?? []).filter((name) => name.endsWith(suffix));
}

function idleNames(options: CompactOptions, suffix: string): string[] {
  const { directory, idleMs } = options;
  const { files, clock } = options.system;
  return namesOf(options, suffix).filter((name) => {
    const stat = files.stat(join(directory, name));
    return stat !== undefined && clock.now() - stat.mtimeMs >= idleMs;
  });
}

function ignoreAbsent(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}
