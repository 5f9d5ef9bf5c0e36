import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { partialDate } from '../../kinds/common.ts';
import { type Kind, kinds, type RecordOf, type RecordsByKind } from '../../kinds/kinds.ts';
import { classifyTopics } from '../../kinds/vocabularies/topics.ts';
import { DataError } from '../../lib/data-error.ts';
import { fileOf, type SourceOf, sourceSchemas } from './canonical.ts';

/** Something wrong in the dataset: where (`robots.jsonl:unitree-g1` or file and line) and what to do about it. */
export interface Fault {
  /** Name of the check that found it. */
  readonly check: string;
  readonly where: string;
  readonly message: string;
}

const SHOWN = 20;

/** The error of a dataset that cannot be used: the message lists its faults. */
export function datasetError(faults: readonly Fault[]): DataError<'dataset_faults'> {
  const list = faults.slice(0, SHOWN).map(({ where, message }) => `${where}: ${message}`);
  if (faults.length > SHOWN) list.push(`and ${faults.length - SHOWN} more`);
  return new DataError('dataset_faults', `The dataset has ${faults.length} faults:\n${list.join('\n')}`);
}

export const datasetVersion = z.strictObject({
  version: z.string().regex(/^\d{4}\.\d{2}\.\d{2}(\.\d+)?$/, 'use a version such as 2026.11.20'),
  date: partialDate,
});
/** Version and date of the data: `{ version: '2026.11.20', date: '2026-11-20' }`. */
export type DatasetVersion = z.infer<typeof datasetVersion>;

export interface Dataset {
  readonly version: DatasetVersion;
  /** In the order of their files (by id). */
  readonly records: RecordsByKind;
}

/** A dataset together with the text of its lines and what is wrong with them. */
export interface DatasetFiles extends Dataset {
  /** The non-empty lines of each file; only those without a fault have a record. */
  readonly lines: { readonly [K in Kind]: readonly string[] };
  readonly faults: readonly Fault[];
}

/**
 * Reads every record of a dataset folder; publications get their topics.
 * Throws a DataError that names file and line of each fault.
 */
export function readDataset(dir: string): Dataset {
  const { version, records, faults } = readDatasetFiles(dir);
  if (faults.length > 0) throw datasetError(faults);
  return { version, records };
}

/** As readDataset, but faults of single lines are handed back. Throws where a file cannot be read at all. */
export function readDatasetFiles(dir: string): DatasetFiles {
  const faults: Fault[] = [];
  const lines = {} as Record<Kind, string[]>;
  const records = {} as Record<Kind, unknown[]>;
  for (const kind of kinds) {
    const parsed = parseFile(kind, readFileSync(join(dir, fileOf(kind)), 'utf8'));
    lines[kind] = parsed.lines;
    records[kind] = parsed.records;
    faults.push(...parsed.faults);
  }
  return { version: readVersion(dir), records: records as unknown as RecordsByKind, lines, faults };
}

/** Reads `dataset/VERSION`. Throws if it is not `{ "version": ..., "date": ... }`. */
export function readVersion(dir: string): DatasetVersion {
  return datasetVersion.parse(JSON.parse(readFileSync(join(dir, 'VERSION'), 'utf8')));
}

/** As parseLines; publications get their topics. */
export function parseFile<K extends Kind>(
  kind: K,
  text: string,
): { records: RecordOf<K>[]; lines: string[]; faults: Fault[] } {
  const parsed = parseLines(kind, text);
  const records =
    kind === 'publications' ? withTopics(parsed.records as SourceOf<'publications'>[]) : parsed.records;
  return { ...parsed, records: records as unknown as RecordOf<K>[] };
}

/** The records of one file's text, its lines, and a fault for each line that is no record of the kind. */
export function parseLines<K extends Kind>(
  kind: K,
  text: string,
): { records: SourceOf<K>[]; lines: string[]; faults: Fault[] } {
  const records: SourceOf<K>[] = [];
  const faults: Fault[] = [];
  const lines: string[] = [];
  text.split('\n').forEach((line, index) => {
    if (line.trim() === '') return;
    lines.push(line);
    const result = parseLine(kind, line);
    if ('record' in result) records.push(result.record);
    else faults.push({ check: 'schema', where: `${fileOf(kind)}:${index + 1}`, message: result.message });
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
  const parsed = sourceSchemas[kind].safeParse(raw);
  if (parsed.success) return { record: parsed.data as SourceOf<K> };
  const id = (raw as { id?: unknown } | null)?.id;
  const problems = parsed.error.issues.map(
    (issue) => `${issue.path.join('.') || 'record'}: ${issue.message}`,
  );
  return { message: `${String(id ?? 'record without id')}: ${problems.join('; ')}` };
}

function withTopics(papers: readonly SourceOf<'publications'>[]): RecordOf<'publications'>[] {
  return papers.map((paper) => ({ ...paper, topics: classifyTopics(paper) }));
}
