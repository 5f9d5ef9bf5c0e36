import { join } from 'node:path';
import type { System } from '../../lib/system.ts';
import { compareSeq } from '../event-store.ts';
import {
  entryId,
  type JournalEntry,
  keyHashOf,
  readLines,
  seqOf,
  togetherWith,
  VOID_TYPE,
  voidedBy,
} from './line.ts';

/** Suffixes of a file being written, of one sealed for compaction, and of torn bytes set aside. */
export const suffixes = { journal: '.jsonl', sealed: '.sealed', torn: '.torn' } as const;

/** The coarsest time stamps of file systems; a directory changed within this time is listed again. */
const COARSEST_TIME_MS = 2000;
/** Compaction gives files their names one after the other, and each may come between two looks. */
const MAX_ROUNDS = 30;

interface KnownFile {
  readonly path: string;
  /** Bytes whose lines have been read. */
  consumed: number;
  size: number;
  /** Line feeds among the bytes that have been read. */
  lines: number;
  /** Numbers of damaged lines, from 1, and what each has held. */
  readonly damaged: Map<number, string>;
}

interface News {
  readonly entries: readonly JournalEntry[];
  /** True if an entry was voided, so that `entries` holds all of them again. */
  readonly isAll: boolean;
}

/** What is wrong in the directory, for `info` and the operator. */
export interface JournalFaults {
  /** Files that end in the middle of a line: their process was killed, or is writing just now. */
  readonly torn: number;
  /** Whole lines whose checksum is wrong. */
  readonly damaged: number;
  /** Files of torn or damaged bytes that compaction has set aside. */
  readonly set_aside: number;
  readonly unreadable: number;
}

/**
 * Follows the files of all processes in a directory. Voided entries are hidden, and of the events of one key only
 * the first in order is shown; if either concerns an entry shown before, reading starts over.
 */
export class JournalReader {
  readonly #system: System;
  readonly #directory: string;
  readonly #known = new Map<string, KnownFile>();
  /** The file in which an entry was read last, by its id. */
  readonly #seen = new Map<string, string>();
  readonly #voided = new Set<string>();
  /** Entries that this process could not remove from disk; hidden here even before they are voided for all. */
  readonly #unconfirmed = new Set<string>();
  /** Of each key, by its hash, the first entry. */
  readonly #first = new Map<string, JournalEntry>();
  /** Entries whose writer has not written all that belong together, or was killed before it had. */
  readonly #partial = new Map<string, JournalEntry[]>();
  readonly #unreadable = new Set<string>();
  #setAside: readonly string[] = [];
  #listed: number | undefined;
  #mustRestart = false;
  /** A file that had been read has vanished since. */
  #hasDropped = false;
  readonly #onDamage: (sentence: string) => void;
  /** Damage of which was told. */
  readonly #told = new Set<string>();

  /** `onDamage` is told of each damaged line once. */
  constructor(system: System, directory: string, onDamage: (sentence: string) => void = () => undefined) {
    this.#system = system;
    this.#directory = directory;
    this.#onDamage = onDamage;
  }

  get fileCount(): number {
    return this.#known.size;
  }

  get faults(): JournalFaults {
    const files = [...this.#known.values()];
    return {
      torn: files.filter(({ consumed, size }) => consumed < size).length,
      damaged: files.reduce((sum, { damaged }) => sum + damaged.size, 0),
      set_aside: this.#setAside.length,
      unreadable: this.#unreadable.size,
    };
  }

  /** The same in sentences: which file, which line, what is lost, and what to do. */
  get warnings(): readonly string[] {
    const files = [...this.#known];
    const damaged = files.flatMap(([name, file]) =>
      [...file.damaged].map(([line, what]) => damageOf(name, line, what)),
    );
    const more = damaged.length - MOST_TOLD;
    return [
      ...damaged.slice(0, MOST_TOLD),
      ...(more > 0 ? [`${more} more lines are damaged in the same way.`] : []),
      ...files.flatMap(([name, { consumed, size, lines }]) =>
        consumed < size
          ? [
              `contributions/${name} ends in the middle of line ${lines + 1}: its process is writing, or was killed before it had confirmed anything of that line.`,
            ]
          : [],
      ),
      ...this.#setAside.map(
        (name) =>
          `contributions/${name} holds lines that could not be read and were set aside. Look whether anything in them is worth giving again, then remove the file.`,
      ),
      ...[...this.#unreadable].map(
        (name) =>
          `contributions/${name} cannot be read, and what is in it is left out. Make it readable for this user.`,
      ),
    ];
  }

  /** The first entry of a key as far as it has been read; `hash` is what hashOf() gives. */
  firstOf(hash: string): JournalEntry | undefined {
    return this.#first.get(hash);
  }

  /** Makes the next read start over. */
  restart(): void {
    this.#mustRestart = true;
  }

  /** Hides entries that the disk did not confirm to this process. */
  hide(entries: readonly JournalEntry[]): void {
    for (const entry of entries) this.#unconfirmed.add(entryId(entry));
    this.restart();
  }

  /** What has been written since the last call: one `stat` a file unless something has changed. Never throws. */
  refresh(): News {
    for (let isAll = this.#mustRestart; ; isAll = true) {
      if (isAll) this.#forget();
      const entries = this.#readNew();
      if (entries === undefined || (entries.length > 0 && !this.#take(entries))) continue;
      return { entries: entries.filter((entry) => this.#isShown(entry)), isAll };
    }
  }

  #forget(): void {
    this.#mustRestart = false;
    for (const file of this.#known.values()) {
      file.consumed = file.size = file.lines = 0;
      file.damaged.clear();
    }
    for (const memory of [this.#seen, this.#voided, this.#first, this.#partial]) memory.clear();
  }

  /**
   * Undefined if a file has become shorter, or is gone with what was in it: a process takes back what it wrote when the
   * disk does not confirm it.
   */
  #readNew(): JournalEntry[] | undefined {
    const entries: JournalEntry[] = [];
    // A file that vanishes was compacted: its entries are in a file that is not listed yet.
    for (let rounds = 0; rounds < MAX_ROUNDS; rounds++) {
      const sizes = this.#look();
      for (const [name, { consumed }] of this.#known) {
        if ((sizes.get(name) ?? consumed) < consumed) return undefined;
      }
      for (const entry of this.#whole(this.#readAll(sizes))) entries.push(entry);
      if (sizes.size === this.#known.size) break;
      for (const name of this.#known.keys()) if (!sizes.has(name)) this.#drop(name);
      this.#listed = undefined;
    }
    return this.#hasAllSeen() ? entries : undefined;
  }

  #drop(name: string): void {
    if ((this.#known.get(name)?.consumed ?? 0) > 0) this.#hasDropped = true;
    this.#known.delete(name);
  }

  /** False where an entry that was read is in no file any more. */
  #hasAllSeen(): boolean {
    if (!this.#hasDropped) return true;
    this.#hasDropped = false;
    for (const name of new Set(this.#seen.values())) if (!this.#known.has(name)) return false;
    return true;
  }

  /** Those of which all that was written together has been read; the others wait for the rest. */
  #whole(entries: readonly JournalEntry[]): readonly JournalEntry[] {
    if (entries.every((entry) => togetherWith(entry) === 1)) return entries;
    return entries.flatMap((entry) => {
      const id = `${entry.t} ${entry.w}`;
      const group = [...(this.#partial.get(id) ?? []), entry];
      const isWhole = group.length >= togetherWith(entry);
      if (isWhole) this.#partial.delete(id);
      else this.#partial.set(id, group);
      return isWhole ? group : [];
    });
  }

  /** Records voided entries and the first entry of each key; false if that concerns entries shown before. */
  #take(entries: readonly JournalEntry[]): boolean {
    let isConsistent = true;
    for (const id of entries.filter(({ body }) => body.type === VOID_TYPE).flatMap(voidedBy)) {
      if (this.#voided.has(id)) continue;
      this.#voided.add(id);
      // Of what was written together and never became whole nothing was shown.
      const unshown = [...entries, ...[...this.#partial.values()].flat()];
      if (this.#seen.has(id) && !unshown.some((entry) => entryId(entry) === id)) isConsistent = false;
    }
    for (const entry of entries) {
      const key = keyHashOf(entry);
      if (key === undefined || this.#isTakenBack(entry)) continue;
      const first = this.#first.get(key);
      if (first !== undefined && compareSeq(seqOf(first), seqOf(entry)) <= 0) continue;
      if (first !== undefined && !entries.includes(first)) isConsistent = false;
      this.#first.set(key, entry);
    }
    return isConsistent;
  }

  #isShown(entry: JournalEntry): boolean {
    if (entry.body.type === VOID_TYPE || this.#isTakenBack(entry)) return false;
    const key = keyHashOf(entry);
    if (key === undefined) return true;
    // What was written together has its time in common.
    const first = this.#first.get(key);
    return first?.t === entry.t && first.w === entry.w;
  }

  #isTakenBack(entry: JournalEntry): boolean {
    if (this.#voided.size + this.#unconfirmed.size === 0) return false;
    const id = entryId(entry);
    return this.#voided.has(id) || this.#unconfirmed.has(id);
  }

  /** Sizes of the files that are there. */
  #look(): Map<string, number> {
    const sizes = new Map<string, number>();
    try {
      this.#list();
      this.#unreadable.delete('');
    } catch {
      this.#unreadable.add('');
    }
    for (const [name, { path, size }] of this.#known) {
      try {
        const stat = this.#system.files.stat(path);
        if (stat !== undefined) sizes.set(name, stat.size);
      } catch {
        sizes.set(name, size);
      }
    }
    return sizes;
  }

  #list(): void {
    const { files, clock } = this.#system;
    const stat = files.stat(this.#directory);
    if (stat === undefined || stat.mtimeMs === this.#listed) return;
    const names = this.#stableNames();
    this.#setAside = names.filter((name) => name.endsWith(suffixes.torn));
    const journals = new Set(
      names.filter((name) => name.endsWith(suffixes.journal) || name.endsWith(suffixes.sealed)),
    );
    for (const name of this.#known.keys()) if (!journals.has(name)) this.#drop(name);
    for (const name of journals) {
      if (this.#known.has(name)) continue;
      const path = join(this.#directory, name);
      this.#known.set(name, { path, consumed: 0, size: 0, lines: 0, damaged: new Map() });
    }
    this.#listed = clock.now() - stat.mtimeMs > COARSEST_TIME_MS ? stat.mtimeMs : undefined;
  }

  /** A listing may miss a file that is renamed meanwhile; two equal ones in a row have not. */
  #stableNames(): readonly string[] {
    let names: readonly string[] = [];
    for (let tries = 0; tries < 5; tries++) {
      const before = names;
      names = this.#system.files.list(this.#directory) ?? [];
      if (tries > 0 && names.join('/') === before.join('/')) break;
    }
    return [...names].sort();
  }

  /** Takes from the sizes the files that have got another name since they were looked at. */
  #readAll(sizes: Map<string, number>): JournalEntry[] {
    const entries: JournalEntry[] = [];
    for (const [name, file] of this.#known) {
      if ((sizes.get(name) ?? file.size) === file.size) continue;
      try {
        for (const entry of this.#readEnd(name, file)) entries.push(entry);
        this.#unreadable.delete(name);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') sizes.delete(name);
        else this.#unreadable.add(name);
      }
    }
    return entries;
  }

  #readEnd(name: string, file: KnownFile): JournalEntry[] {
    const bytes = this.#system.files.read(file.path, file.consumed);
    const { entries, damaged, consumed, lines } = readLines(bytes);
    file.size = file.consumed + bytes.byteLength;
    file.consumed += consumed;
    for (const { index, text } of damaged) this.#noteDamage(name, file, file.lines + index + 1, text);
    file.lines += lines;
    return entries.filter((entry) => {
      const id = entryId(entry);
      const isNew = !this.#seen.has(id);
      this.#seen.set(id, name);
      return isNew;
    });
  }

  #noteDamage(name: string, file: KnownFile, line: number, text: string): void {
    const what = LOST[/"type":"(\w+)"/.exec(text)?.[1] ?? ''] ?? 'an entry of which no more can be read';
    file.damaged.set(line, what);
    const sentence = damageOf(name, line, what);
    if (this.#told.has(sentence) || this.#told.size >= MOST_TOLD) return;
    this.#told.add(sentence);
    this.#onDamage(sentence);
  }
}

/** More damaged lines than these are counted only. */
const MOST_TOLD = 20;

/** What a damaged line held, by the type that can still be read in it. */
const LOST: Readonly<Record<string, string>> = {
  submitted: 'a paper or address that was submitted',
  proposed: 'a record that was proposed',
  reported: 'an error report',
  decided: 'a decision on a contribution',
  forwarded: 'that a contribution was passed on',
};

function damageOf(name: string, line: number, what: string): string {
  return `contributions/${name}, line ${line} is damaged and passed over: lost is ${what}. Put the file back from a backup, or have it given again and take the line out.`;
}
