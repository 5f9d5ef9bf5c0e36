/** Turns `dataset/` into the snapshot that the package carries: `npm run build:dataset [-- OUT_DIR [DATASET_DIR]]`. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { readDataset } from '../src/data/dataset/read.ts';
import { buildSnapshot } from '../src/data/snapshot/build.ts';
import { loadSqlite } from '../src/search/sqlite.ts';

const [out = 'dist/dataset', dataset = 'dataset'] = process.argv.slice(2);
const wasm = createRequire(import.meta.url).resolve('sql.js/dist/sql-wasm.wasm');
const { bytes, manifest } = buildSnapshot(await loadSqlite(readFileSync(wasm)), readDataset(dataset));
mkdirSync(out, { recursive: true });
writeFileSync(join(out, manifest.file), bytes);
writeFileSync(join(out, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
console.log(`${manifest.version}: ${JSON.stringify(manifest.counts)}`);
console.log(`${join(out, manifest.file)}: ${bytes.byteLength} bytes, SHA-256 ${manifest.sha256}`);
