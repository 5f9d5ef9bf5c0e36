import { join } from 'node:path';
import { z } from 'zod';
import { partialDate } from '../../kinds/common.ts';
import { type Kind, kinds, type RecordOf, type RecordsByKind } from '../../kinds/kinds.ts';
import { classifyTopics } from '../../kinds/vocabularies/topics.ts';
import { DataError } from '../../lib/data-error.ts';
import { diskFiles, readTextNow } from '../../lib/file-system.ts';
import { validated } from '../../lib/validated.ts';
import type { IndexTerms } from '../../search/index-terms.ts';
import type { MeaningData } from '../../search/meaning/stored.ts';
import { byCodePoint, fileOf, type SourceOf, sourceSchemas } from './canonical.ts';
import { type DatasetFile, type Fault, fileOfRecord, readKindFiles } from './files.ts';
import { readMeaningFiles } from './meaning-files.ts';
import { readTermsFile } from './terms-file.ts';

const SHOWN = 20;

/** The error of a dataset that cannot be used: the message lists its faults. */
export function datasetError(faults: readonly Fault[]): DataError<'dataset_faults'> {
  const list = faults.slice(0, SHOWN).map(({ where, message }) => `${where}: ${message}`);
  if (faults.length > SHOWN) list.push(`and ${faults.length - SHOWN} more`);
  return new DataError('dataset_faults', `The dataset has ${faults.length} faults:\n${list.join('\n')}`);
}

const datasetVersion = z.strictObject({
  version: z.string().regex(/^\d{4}\.\d{2}\.\d{2}(\.\d+)?$/, 'use a version such as 2026.11.20'),
  date: partialDate,
});
/** Version and date of the data: `{ version: '2026.11.20', date: '2026-11-20' }`. */
export type DatasetVersion = z.infer<typeof datasetVersion>;

export interface Dataset {
  readonly version: DatasetVersion;
  /** In the order of their files (by id). */
  readonly records: RecordsByKind;
  /** Of papers, beside their own words; left out where nobody gathered any. */
  readonly terms?: IndexTerms | undefined;
  /** By what records are found beside their words. */
  readonly meaning?: MeaningData | undefined;
}

/** A dataset together with the text of its lines and what is wrong with them. */
export interface DatasetFiles extends Dataset {
  /** The non-empty lines of each file; only those without a fault have a record. */
  readonly lines: { readonly [K in Kind]: readonly string[] };
  /** The files as they were read; left out for records of no folder. */
  readonly files?: { readonly [K in Kind]: readonly DatasetFile[] };
  readonly faults: readonly Fault[];
}

/**
 * Reads every record of a dataset folder; publications get their topics.
 * Throws a DataError that names file and line of each fault.
 */
export function readDataset(dir: string): Dataset {
  const { version, records, terms, meaning, faults } = readDatasetFiles(dir);
  if (faults.length > 0) throw datasetError(faults);
  return { version, records, ...(terms && { terms }), ...(meaning && { meaning }) };
}

/** As readDataset, but faults of single lines are handed back. Throws where a file cannot be read at all. */
export function readDatasetFiles(dir: string, disk = diskFiles): DatasetFiles {
  const faults: Fault[] = [];
  const files = {} as Record<Kind, readonly DatasetFile[]>;
  const lines = {} as Record<Kind, string[]>;
  const records = {} as Record<Kind, unknown[]>;
  for (const kind of kinds) {
    const parsed = withTopics(kind, readKind(dir, kind, disk));
    files[kind] = parsed.files;
    lines[kind] = parsed.lines;
    records[kind] = parsed.records;
    faults.push(...parsed.faults);
  }
  const all = records as unknown as RecordsByKind;
  const found = readTermsFile(dir, new Set(all.publications.map(({ id }) => id)), disk);
  const { meaning, faults: odd } = readMeaningFiles(dir, disk);
  faults.push(...found.faults, ...odd);
  return { version: readVersion(dir, disk), records: all, terms: found.terms, meaning, lines, files, faults };
}

/** Reads `dataset/VERSION`. Throws if it is not `{ "version": ..., "date": ... }`. */
export function readVersion(dir: string, files = diskFiles): DatasetVersion {
  return datasetVersion.parse(JSON.parse(readTextNow(files, join(dir, 'VERSION'))));
}

/** As parseLines; publications get their topics. */
export function parseFile<K extends Kind>(
  kind: K,
  text: string,
): { records: RecordOf<K>[]; lines: string[]; faults: Fault[] } {
  return withTopics(kind, parseLines(kind, text));
}

/** What the file of a kind holds, or the files of a divided one: then in the order of ids. */
export function readKind<K extends Kind>(
  dir: string,
  kind: K,
  disk = diskFiles,
): ParsedLines<K> & { readonly files: readonly DatasetFile[] } {
  const files = readKindFiles(dir, kind, disk);
  const read = files.map(({ file, text }) => ({ file, ...parseLines(kind, text, file) }));
  const [only] = read;
  if (only?.file === fileOf(kind)) return { ...only, files };
  const place = fileOfRecord(dir, kind, disk);
  return {
    files,
    records: read.flatMap(({ records }) => records).sort((a, b) => byCodePoint(a.id, b.id)),
    lines: read.flatMap(({ lines }) => lines).sort((a, b) => byCodePoint(idOf(a), idOf(b))),
    faults: read.flatMap((part) => [...part.faults, ...misplaced(part, place)]),
  };
}

/** The id with which a line in canonical form begins; empty for any other. */
function idOf(line: string): string {
  return /^\{"id":"([^"]*)"/.exec(line)?.[1] ?? '';
}

/** Lines that stand in another file than their record belongs to, or not in the order of ids. */
function* misplaced(
  { file, records }: { readonly file: string; readonly records: readonly { readonly id: string }[] },
  place: (record: object) => string,
): Generator<Fault> {
  let last = '';
  for (const record of records) {
    const where = `${file}:${record.id}`;
    const wanted = place(record);
    if (wanted !== file)
      yield { check: 'sorted-lines', where, message: `belongs to ${wanted}; move the line` };
    if (byCodePoint(last, record.id) > 0) {
      yield {
        check: 'sorted-lines',
        where,
        message: `stands after ${last}; sort the lines by id, by code point`,
      };
    }
    last = record.id;
  }
}

/** Records, their lines, and a fault for each line that is no record of the kind. */
interface ParsedLines<K extends Kind> {
  readonly records: SourceOf<K>[];
  /** Of one file, every line that is not empty. */
  readonly lines: string[];
  readonly faults: Fault[];
}

/** The records of one file's text, its lines, and a fault for each line that is no record of the kind. */
export function parseLines<K extends Kind>(kind: K, text: string, file = fileOf(kind)): ParsedLines<K> {
  const records: SourceOf<K>[] = [];
  const faults: Fault[] = [];
  const lines: string[] = [];
  text.split('\n').forEach((line, index) => {
    if (line.trim() === '') return;
    lines.push(line);
    const result = parseLine(kind, line);
    if ('record' in result) records.push(result.record);
    else faults.push({ check: 'schema', where: `${file}:${index + 1}`, message: result.message });
  });
  return { records, lines, faults };
}

function parseLine<K extends Kind>(kind: K, line: string): { record: SourceOf<K> } | { message: string } {
  let raw: unknown;
  try {
    raw = JSON.parse(line);
  } catch (error) {
    return { message: `is not JSON (${(error as Error).message}); write one record a line` };
  }
  const parsed = validated(sourceSchemas[kind], raw);
  if (parsed.success) return { record: parsed.data as SourceOf<K> };
  const id = (raw as { id?: unknown } | null)?.id;
  const problems = parsed.error.issues.map(
    (issue) => `${issue.path.join('.') || 'record'}: ${issue.message}`,
  );
  return { message: `${String(id ?? 'record without id')}: ${problems.join('; ')}` };
}

function withTopics<K extends Kind, Parsed extends ParsedLines<K>>(kind: K, parsed: Parsed) {
  const records =
    kind === 'publications'
      ? (parsed.records as SourceOf<'publications'>[]).map((paper) => ({
          ...paper,
          topics: classifyTopics(paper),
        }))
      : parsed.records;
  return { ...parsed, records: records as unknown as RecordOf<K>[] };
}
