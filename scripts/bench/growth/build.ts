/** Builds a snapshot with more papers: `tsx build.ts FACTOR FOLDER`. Prints what it cost as JSON. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readDataset } from '../../../src/data/dataset/read.ts';
import { buildSnapshot } from '../../../src/data/snapshot/build.ts';
import type { RecordsByKind } from '../../../src/kinds/kinds.ts';
import { datasetFolder } from '../../harness/program.ts';
import { timed } from '../../harness/statistics.ts';
import { sqliteEngine } from '../../sync/small-versions.ts';
import { morePapers } from './more-papers.ts';

export interface BuildResult {
  readonly papers: number;
  readonly read_ms: number;
  readonly build_ms: number;
  readonly bytes: number;
}

/** The papers `factor` times; of the other kinds what there is, below 1 a part of it. */
function multiplied(records: RecordsByKind, factor: number): RecordsByKind {
  const share = Math.min(1, factor);
  const parts = Object.entries(records).map(([kind, list]) => [
    kind,
    list.slice(0, Math.ceil(share * list.length)),
  ]);
  return { ...Object.fromEntries(parts), publications: morePapers(records.publications, factor) };
}

const [factor = '1', folder = '.'] = process.argv.slice(2);
const sqlite = await sqliteEngine();
const { ms: read_ms, value: dataset } = await timed(() => readDataset(datasetFolder));
const records = multiplied(dataset.records, Number(factor));
const { ms: build_ms, value } = await timed(() => buildSnapshot(sqlite, { ...dataset, records }));
writeFileSync(join(folder, value.manifest.file), value.bytes);
writeFileSync(join(folder, 'manifest.json'), JSON.stringify(value.manifest));
const papers = records.publications.length;
const result: BuildResult = { papers, read_ms, build_ms, bytes: value.bytes.byteLength };
console.log(JSON.stringify(result));
