import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { readDataset } from '../../src/data/dataset/read.ts';
import { buildSnapshot } from '../../src/data/snapshot/build.ts';
import { openSnapshot } from '../../src/data/snapshot/open.ts';
import type { Catalogue } from '../../src/search/catalogue.ts';
import { sqlite, wasmPath } from './catalogue.ts';
import { datasetDir } from './raw-records.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** What a snapshot is made from and by. */
const inputs = [
  'dataset',
  ...['certification', 'data', 'kinds', 'search', 'text'].map((name) => `src/${name}`),
];

/** Opens all the data: those of the build if it is newer than what it was made from, else built once here. */
export async function openFull(): Promise<Catalogue> {
  return openSnapshot({ dir: await snapshotDir(), wasm: wasmPath });
}

async function snapshotDir(): Promise<string> {
  const files = inputs.flatMap((dir) => filesIn(join(root, dir))).sort();
  const newest = Math.max(...files.map((file) => statSync(file).mtimeMs));
  const built = join(root, 'dist/dataset');
  const manifest = join(built, 'manifest.json');
  if (existsSync(manifest) && statSync(manifest).mtimeMs > newest) return built;
  const state = files.map((file) => `${file} ${statSync(file).mtimeMs}`).join('\n');
  const key = createHash('sha256').update(state).digest('hex').slice(0, 12);
  return builtOnce(join(tmpdir(), `robotics-mcp-test-${key}`));
}

/** Test files run in processes of their own: the first one builds, the others wait for it. */
async function builtOnce(dir: string): Promise<string> {
  const lock = `${dir}.lock`;
  const giveUp = Date.now() + 50_000;
  while (!existsSync(dir)) {
    if (take(lock)) {
      try {
        await build(dir);
      } finally {
        rmSync(lock, { recursive: true, force: true });
      }
    } else if (Date.now() > giveUp) {
      throw new Error(`Another test has been building the data for too long. Remove ${lock} and try again.`);
    } else {
      await setTimeout(100);
    }
  }
  return dir;
}

function take(lock: string): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch {
    return false;
  }
}

async function build(dir: string): Promise<void> {
  const { bytes, manifest } = buildSnapshot(await sqlite(), readDataset(datasetDir));
  const fresh = mkdtempSync(`${dir}-`);
  writeFileSync(join(fresh, manifest.file), bytes);
  writeFileSync(join(fresh, 'manifest.json'), JSON.stringify(manifest));
  renameSync(fresh, dir);
}

function filesIn(dir: string): string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
