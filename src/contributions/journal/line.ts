import { createHash } from 'node:crypto';

/** One thing that happened, with what orders it among all others. */
export interface JournalEntry {
  /** Milliseconds since 1970; never before what its writer had seen. */
  readonly t: number;
  /** The process that wrote it. */
  readonly w: string;
  /** Counted by its writer. */
  readonly n: number;
  readonly body: Readonly<Record<string, unknown>>;
}

const digestLength = 16;
const newline = 0x0a;

/** An entry as a line: a checksum, a space, the entry as JSON, a line feed. */
export function writeLine(entry: JournalEntry): string {
  const json = JSON.stringify(entry);
  return `${digest(json)} ${json}\n`;
}

/** The entry of a line without its line feed; undefined if it is damaged. */
export function readLine(line: string): JournalEntry | undefined {
  const json = line.slice(digestLength + 1);
  if (line[digestLength] !== ' ' || digest(json) !== line.slice(0, digestLength)) return undefined;
  const entry = JSON.parse(json) as JournalEntry;
  const isEntry = Number.isFinite(entry.t) && Number.isInteger(entry.n) && typeof entry.w === 'string';
  return isEntry && typeof entry.body === 'object' ? entry : undefined;
}

export interface ReadLines {
  readonly entries: readonly JournalEntry[];
  /** Whole lines that are damaged. */
  readonly damaged: readonly string[];
  /** Bytes up to the last line feed. */
  readonly consumed: number;
}

/** Reads the whole lines at the beginning of some bytes; what follows the last line feed is left. */
export function readLines(bytes: Uint8Array): ReadLines {
  const consumed = bytes.lastIndexOf(newline) + 1;
  const text = new TextDecoder().decode(bytes.subarray(0, consumed));
  const entries: JournalEntry[] = [];
  const damaged: string[] = [];
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const entry = readLine(line);
    if (entry === undefined) damaged.push(line);
    else entries.push(entry);
  }
  return { entries, damaged, consumed };
}

/** Time, writer and sequence: the one order in which all processes fold. */
export function compareEntries(a: JournalEntry, b: JournalEntry): number {
  return a.t - b.t || (a.w < b.w ? -1 : a.w > b.w ? 1 : a.n - b.n);
}

/** What tells an entry from all others, also where compaction has written it a second time. */
export function entryKey({ w, n }: JournalEntry): string {
  return `${w}:${n}`;
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, digestLength);
}
