import type { Layer } from '../contributions/state.ts';
import { canonicalLine, fileOf } from '../data/dataset/canonical.ts';
import { checkDataset } from '../data/dataset/checks/all.ts';
import { placeOf } from '../data/dataset/checks/check.ts';
import { DatasetError, type Fault } from '../data/dataset/fault.ts';
import type { DatasetFiles, DatasetVersion } from '../data/dataset/read.ts';
import { type Kind, kinds, type RecordOf } from '../kinds/kinds.ts';
import { type Laid, layOver, toSource } from './accepted.ts';

/** What may become the next version. */
export interface Candidate extends Laid {
  /** What was contributed and does not pass the dataset's checks. */
  readonly leftOut: readonly Fault[];
  /** What is left of the contributions. */
  readonly layers: readonly Layer[];
}

/**
 * Lays contributions over a dataset and checks the whole as `npm run check:dataset` does, by the date of the version
 * that it is to be. A contribution with a fault is left out; a fault of the dataset's own throws a DatasetError.
 */
export function prepare(
  dataset: DatasetFiles,
  contributed: readonly Layer[],
  version: DatasetVersion,
): Candidate {
  const leftOut: Fault[] = [];
  let layers = contributed;
  for (;;) {
    const laid = layOver(dataset.records, layers);
    const faults = checkDataset({
      ...dataset,
      version,
      records: laid.records,
      lines: linesOf(dataset, laid),
    });
    if (faults.length === 0) return { ...laid, leftOut, layers };
    const own = layers.length === 0 ? faults : checkDataset({ ...dataset, version });
    if (own.length > 0) throw new DatasetError(own);
    const blamed = layers.filter((layer) => faults.some((fault) => isAbout(fault, layer)));
    // Each round leaves out at least one, so this ends.
    if (blamed.length === 0) throw new DatasetError(faults);
    leftOut.push(...faults);
    layers = layers.filter((layer) => !blamed.includes(layer));
  }
}

/** The lines as they would stand in the dataset's files. */
function linesOf(dataset: DatasetFiles, { records, touched }: Laid): DatasetFiles['lines'] {
  const lines = kinds.map((kind) => {
    if (touched[kind].size === 0) return [kind, dataset.lines[kind]];
    return [kind, datasetLines(kind, dataset.lines[kind], { records, touched })];
  });
  return Object.fromEntries(lines) as unknown as DatasetFiles['lines'];
}

/** The lines of one file: as they were, but for those of the records that are touched. */
export function datasetLines(kind: Kind, before: readonly string[], { records, touched }: Laid): string[] {
  const known = new Map(before.map((line) => [(JSON.parse(line) as { id: string }).id, line]));
  return (records[kind] as readonly RecordOf<Kind>[]).map((record) => {
    const line = touched[kind].has(record.id) ? undefined : known.get(record.id);
    return line ?? canonicalLine(kind, toSource(kind, record));
  });
}

function isAbout({ where, message }: Fault, { kind, id }: Layer): boolean {
  return where === placeOf(kind, id) || (where.startsWith(fileOf(kind)) && words(message).includes(id));
}

function words(message: string): string[] {
  return message.split(/[^\w-]+/);
}
