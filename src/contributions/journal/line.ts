import { hash } from 'node:crypto';
import type { EventBody, Seq } from '../event-store.ts';

/** One event with its sequence number. */
export interface JournalEntry {
  /** Milliseconds since 1970; never before what its writer had seen. */
  readonly t: number;
  /** The process that wrote it, followed by the suffixes of writerOf(). */
  readonly w: string;
  /** Counted by its process. */
  readonly n: number;
  readonly body: EventBody;
}

/** An entry of this type voids entries of the same writer, by their numbers, that the disk did not confirm. */
export const VOID_TYPE = 'void';

const DIGEST_LENGTH = 16;
const NEWLINE = 0x0a;
const decoder = new TextDecoder();

/** An entry as a line: a checksum, a space, the entry as JSON, a line feed. */
export function writeLine(entry: JournalEntry): string {
  const json = JSON.stringify(entry);
  return `${hashOf(json)} ${json}\n`;
}

/** The entry of a line without its line feed; undefined if it is damaged. */
export function readLine(line: string): JournalEntry | undefined {
  const json = line.slice(DIGEST_LENGTH + 1);
  if (line[DIGEST_LENGTH] !== ' ' || hashOf(json) !== line.slice(0, DIGEST_LENGTH)) return undefined;
  const entry = JSON.parse(json) as JournalEntry;
  const isEntry = Number.isFinite(entry.t) && Number.isInteger(entry.n) && typeof entry.w === 'string';
  return isEntry && typeof entry.body === 'object' && entry.body !== null ? entry : undefined;
}

interface ReadLines {
  readonly entries: readonly JournalEntry[];
  /** Whole lines that are damaged. */
  readonly damaged: readonly DamagedLine[];
  /** Bytes that were read: up to the last line feed, or to the end where the last line is whole without one. */
  readonly consumed: number;
  /** Line feeds among them. */
  readonly lines: number;
}

/** A line whose checksum does not fit. */
interface DamagedLine {
  /** From 0, counted from the beginning of the bytes. */
  readonly index: number;
  readonly text: string;
}

/**
 * Reads the whole lines at the beginning of some bytes; half a line at their end is left. An editor may have put carriage
 * returns before the line feeds, or taken the last line feed away.
 */
export function readLines(bytes: Uint8Array): ReadLines {
  const end = bytes.lastIndexOf(NEWLINE) + 1;
  const texts = decoder.decode(bytes.subarray(0, end)).split('\n');
  const last = end === bytes.byteLength ? '' : decoder.decode(bytes.subarray(end));
  const isWhole = last !== '' && readLine(withoutReturn(last)) !== undefined;
  if (isWhole) texts.push(texts.pop() + last);
  const entries: JournalEntry[] = [];
  const damaged: DamagedLine[] = [];
  for (const [index, text] of texts.entries()) {
    const line = withoutReturn(text);
    if (line === '') continue;
    const entry = readLine(line);
    if (entry === undefined) damaged.push({ index, text: line });
    else entries.push(entry);
  }
  return { entries, damaged, consumed: isWhole ? bytes.byteLength : end, lines: texts.length - 1 };
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}

/** Time, writer and number: the one order in which all processes read. */
export function seqOf({ t, w, n }: JournalEntry): Seq {
  return [t, w, n];
}

/** Identifies an entry, even where compaction has written it a second time. */
export function entryId({ w, n }: Pick<JournalEntry, 'w' | 'n'>): string {
  return `${w}:${n}`;
}

/**
 * The writer of entries that a process writes together: its own name, behind a dot the hash of their key if they have
 * one, behind another their number if they are several. Older programs take it for a name like any other.
 */
export function writerOf(process: string, keyHash: string | undefined, together: number): string {
  if (together > 1) return `${process}.${keyHash ?? ''}.${together}`;
  return keyHash === undefined ? process : `${process}.${keyHash}`;
}

/** The hash of the key that an entry was written under; undefined without one. What voids entries holds no key. */
export function keyHashOf({ w, body }: JournalEntry): string | undefined {
  const start = w.indexOf('.') + 1;
  if (start === 0 || body.type === VOID_TYPE) return undefined;
  const end = w.indexOf('.', start);
  return w.slice(start, end < 0 ? undefined : end) || undefined;
}

/** How many entries of the same writer and time were written together with this one, itself counted. */
export function togetherWith({ w, body }: JournalEntry): number {
  const start = w.lastIndexOf('.') + 1;
  if (start === 0 || w.indexOf('.') + 1 === start || body.type === VOID_TYPE) return 1;
  return Number(w.slice(start));
}

/** The ids of the entries that a void entry voids; none for any other. */
export function voidedBy({ w, body }: JournalEntry): string[] {
  if (body.type !== VOID_TYPE || !Array.isArray(body.entries)) return [];
  return body.entries.map((n) => entryId({ w, n: Number(n) }));
}

/** The hash of a line, and of a key within one. */
export function hashOf(text: string): string {
  return hash('sha256', text).slice(0, DIGEST_LENGTH);
}
