/** Builds a snapshot with more papers: `tsx build.ts FACTOR FOLDER`. Prints what it cost as JSON. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadSqlite } from '../../../src/catalogue/sqlite.ts';
import { readDataset } from '../../../src/dataset/read.ts';
import { buildSnapshot } from '../../../src/snapshot/build.ts';
import { datasetFolder, wasmFile } from '../program.ts';
import { timed } from '../statistics.ts';
import { morePapers } from './more-papers.ts';

export interface BuildResult {
  readonly papers: number;
  readonly read_ms: number;
  readonly build_ms: number;
  readonly bytes: number;
}

const [factor = '1', folder = '.'] = process.argv.slice(2);
const sqlite = await loadSqlite(readFileSync(wasmFile));
const { ms: read_ms, value: dataset } = await timed(() => readDataset(datasetFolder));
const publications = morePapers(dataset.records.publications, Number(factor));
const { ms: build_ms, value } = await timed(() =>
  buildSnapshot(sqlite, { ...dataset, records: { ...dataset.records, publications } }),
);
writeFileSync(join(folder, value.manifest.file), value.bytes);
writeFileSync(join(folder, 'manifest.json'), JSON.stringify(value.manifest));
const result: BuildResult = {
  papers: publications.length,
  read_ms,
  build_ms,
  bytes: value.bytes.byteLength,
};
console.log(JSON.stringify(result));
