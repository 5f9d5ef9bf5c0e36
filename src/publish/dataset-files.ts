import { join } from 'node:path';
import type { Layer } from '../contributions/state.ts';
import { fileOf } from '../data/dataset/canonical.ts';
import type { DatasetFiles, DatasetVersion } from '../data/dataset/read.ts';
import { compareVersions } from '../data/snapshot/version.ts';
import { kinds } from '../kinds/kinds.ts';
import { replaceFile } from '../lib/atomic-file.ts';
import { layOver } from './accepted.ts';
import { datasetLines } from './prepare.ts';

/**
 * Writes contributions into `dataset/`, so that it has them without the data directory, and the version that it now
 * holds. Each file is replaced as a whole. Returns how many records were written.
 */
export async function writeDataset(
  dir: string,
  dataset: DatasetFiles,
  layers: readonly Layer[],
  version: DatasetVersion,
): Promise<number> {
  const laid = layOver(dataset.records, layers.map(thatFilesCanHold));
  let written = 0;
  for (const kind of kinds) {
    if (laid.touched[kind].size === 0) continue;
    const lines = datasetLines(kind, dataset.lines[kind], laid);
    await replaceFile(join(dir, fileOf(kind)), `${lines.join('\n')}\n`, { mode: 0o644 });
    written += laid.touched[kind].size;
  }
  if (compareVersions(version.version, dataset.version.version) > 0) {
    const text = `{ "version": ${JSON.stringify(version.version)}, "date": ${JSON.stringify(version.date)} }\n`;
    await replaceFile(join(dir, 'VERSION'), text, { mode: 0o644 });
  }
  return written;
}

/** Topics are made when the files are read: a correction of them goes on to come from the data directory. */
function thatFilesCanHold(layer: Layer): Layer {
  if (layer.kind !== 'publications') return layer;
  const corrections = layer.corrections.filter(({ change }) => !/^\[?topics\b/.test(change.field));
  return { ...layer, corrections };
}
