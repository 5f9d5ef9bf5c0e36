import { dirname, join } from 'node:path';
import type { Kind } from '../../kinds/kinds.ts';
import { replaceFile } from '../../lib/atomic-file.ts';
import { DataError } from '../../lib/data-error.ts';
import { diskFiles, type FileSystem, readTextNow } from '../../lib/file-system.ts';
import { realSystem, type System } from '../../lib/system.ts';
import { byCodePoint, fileOf } from './canonical.ts';

/** One file of a dataset folder: its path in the folder, such as `publications/2021.jsonl`, and its text. */
export interface DatasetFile {
  readonly file: string;
  readonly text: string;
}

/** Something wrong in the dataset: where (`robots.jsonl:unitree-g1` or file and line) and what to do about it. */
export interface Fault {
  /** Name of the check that found it. */
  readonly check: string;
  readonly where: string;
  readonly message: string;
}

/** Papers from before this year are few, and stand in one file. */
const FIRST_FULL_YEAR = 2000;

type Part = (record: { readonly year?: unknown }) => string;

/** By what the records of a kind are divided where it has a folder: papers by year, since one file of all would be too large to read. */
const parts: { readonly [K in Kind]?: Part } = {
  publications: ({ year }) => (Number(year) < FIRST_FULL_YEAR ? `before-${FIRST_FULL_YEAR}` : String(year)),
};

/**
 * The files that hold a kind's records: `<kind>.jsonl`, or all of `<kind>/` where papers are divided by year. Throws a
 * DataError where both are there, an ENOENT where neither is.
 */
export function readKindFiles(dir: string, kind: Kind, files = diskFiles): DatasetFile[] {
  const whole = fileOf(kind);
  const read = (file: string) => ({ file, text: readTextNow(files, join(dir, file)) });
  if (partOf(dir, kind, files) === undefined) return [read(whole)];
  if (files.stat(join(dir, whole)) !== undefined) {
    const message = `${dir} holds ${kind} both in ${whole} and in ${kind}/. Move the lines of ${whole} into the files there.`;
    throw new DataError('dataset_faults', message);
  }
  const names = (files.list(join(dir, kind)) ?? []).filter((name) => name.endsWith('.jsonl'));
  return names.sort(byCodePoint).map((name) => read(`${kind}/${name}`));
}

/** The non-empty lines of a kind's files, in the order of their files. */
export function readKindLines(dir: string, kind: Kind): string[] {
  return readKindFiles(dir, kind).flatMap(({ text }) =>
    text.split('\n').filter((line) => line.trim() !== ''),
  );
}

/** The file of its dataset folder in which a record stands. */
export function fileOfRecord(dir: string, kind: Kind, files = diskFiles): (record: object) => string {
  const part = partOf(dir, kind, files);
  return (record) => (part === undefined ? fileOf(kind) : `${kind}/${part(record)}.jsonl`);
}

interface WriteOptions {
  /** The files that the lines were made from; left out, those that are there now. */
  readonly from?: readonly DatasetFile[] | undefined;
  readonly system?: System | undefined;
}

/**
 * Writes a kind's lines, in the order of their ids, into its files: each that changes is replaced as a whole, by way
 * of a draft. A file that loses its last line stays, empty. Returns the files as they are then, on the disk. Throws a
 * DataError, overtaken, where somebody else has changed a file that was read.
 */
export async function writeKindLines(
  dir: string,
  kind: Kind,
  lines: readonly string[],
  { system = realSystem, from = readKindFiles(dir, kind, system.files) }: WriteOptions = {},
): Promise<DatasetFile[]> {
  const before = new Map(from.map(({ file, text }) => [file, text]));
  const after = new Map([...before.keys()].map((file) => [file, [] as string[]]));
  const place = fileOfRecord(dir, kind, system.files);
  for (const line of lines) {
    const file = place(JSON.parse(line) as object);
    const own = after.get(file) ?? [];
    after.set(file, own);
    own.push(`${line}\n`);
  }
  // A paper mostly moves to a later year: written there first, a kill leaves it twice, not lost.
  const latestFirst = [...after].sort(([a], [b]) => byCodePoint(b, a));
  const written: DatasetFile[] = [];
  for (const [file, own] of latestFirst) {
    const text = own.join('');
    const content = before.get(file);
    if (text !== content)
      await replaceFile(join(dir, file), text, { mode: 0o644, system, replaces: { content } });
    written.push({ file, text });
  }
  // What is there already may be of somebody who was killed before it was flushed.
  if (!written.some(({ file, text }) => text !== before.get(file))) {
    await system.files.flushDirectory(dirname(join(dir, written[0]?.file ?? fileOf(kind))));
  }
  return written;
}

function partOf(dir: string, kind: Kind, files: FileSystem): Part | undefined {
  const part = parts[kind];
  return part !== undefined && files.stat(join(dir, kind)) !== undefined ? part : undefined;
}
