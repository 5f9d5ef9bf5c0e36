/**
 * Turns the research records into the dataset: `tsx scripts/import-research.ts RESEARCH_DIR [DATASET_DIR]`.
 * Prints what was read, written, mended, merged and refused; exits 1 if anything was refused.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { byCodePoint, fileOf, sourceSchemas } from '../src/data/dataset/canonical.ts';
import { type Kind, kinds } from '../src/kinds/kinds.ts';
import { withRecurrence } from './import-research/challenge.ts';
import { disambiguated, isSameThing, type Mergeable, merged } from './import-research/merge.ts';
import { publicationOf, type ResearchPaper } from './import-research/publication.ts';
import { describeReport, type KindReport, mendInto, newReport } from './import-research/report.ts';
import { tidy } from './import-research/tidy.ts';

const usage = 'usage: tsx scripts/import-research.ts RESEARCH_DIR [DATASET_DIR]';

function importKind(kind: Kind, text: string): { lines: string[]; report: KindReport } {
  const report = newReport();
  const records = new Map<string, Mergeable>();
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    report.read += 1;
    try {
      addRecord(kind, canonicalRecord(kind, line, report), records, report);
    } catch (error) {
      report.refused.push({ id: `line ${index + 1}`, reason: reasonOf(error) });
    }
  }
  const sorted = [...records.values()].sort((a, b) => byCodePoint(a.id, b.id));
  report.written = sorted.length;
  return { lines: sorted.map((record) => JSON.stringify(record)), report };
}

function canonicalRecord(kind: Kind, line: string, report: KindReport): Mergeable {
  const mend = mendInto(report);
  const tidied = tidy(JSON.parse(line), mend) as Record<string, unknown>;
  const shaped = shape(kind, tidied, report);
  return sourceSchemas[kind].parse(shaped) as Mergeable;
}

function shape(kind: Kind, record: Record<string, unknown>, report: KindReport): Record<string, unknown> {
  if (kind === 'publications') return publicationOf(record as unknown as ResearchPaper);
  if (kind === 'challenges') return withRecurrence(record, mendInto(report));
  return record;
}

function addRecord(kind: Kind, record: Mergeable, records: Map<string, Mergeable>, report: KindReport): void {
  const other = records.get(record.id);
  if (other === undefined) {
    records.set(record.id, record);
  } else if (isSameThing(other, record)) {
    const one = sourceSchemas[kind].parse(merged(other, record)) as Mergeable;
    records.set(record.id, one);
    report.merged.push(record.id);
  } else {
    const id = disambiguated(record);
    mendInto(report)(`id ${record.id} belongs to another record: ${id}`);
    addRecord(kind, { ...record, id }, records, report);
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof z.ZodError) return z.prettifyError(error).replaceAll('\n', ' ');
  return error instanceof Error ? error.message : String(error);
}

function main([research, dataset = 'dataset']: string[]): void {
  if (research === undefined) {
    console.error(usage);
    process.exitCode = 2;
    return;
  }
  for (const kind of kinds) {
    const { lines, report } = importKind(kind, readFileSync(join(research, fileOf(kind)), 'utf8'));
    writeFileSync(join(dataset, fileOf(kind)), lines.map((line) => `${line}\n`).join(''));
    console.log(describeReport(kind, report));
    if (report.refused.length > 0) process.exitCode = 1;
  }
}

main(process.argv.slice(2));
