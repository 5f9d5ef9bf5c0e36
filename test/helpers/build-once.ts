import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** What the program is built from, beside its data, and by. */
const INPUTS = [
  'src',
  'bin',
  'skills',
  'scripts/build.ts',
  'scripts/bundle',
  'dataset/taxonomy',
  'package.json',
  'package-lock.json',
];

/**
 * Builds what the end-to-end tests run, once for all of them, if anything that it is built from was changed since. Data
 * that are there already are taken as they are.
 */
export function setup(): void {
  if (isBuilt()) return;
  const script = existsSync(`${root}dist/dataset/manifest.json`) ? 'build:code' : 'build';
  execFileSync('npm', ['run', '--silent', script], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
}

/** What a build writes last is as new as all that it reads. */
function isBuilt(): boolean {
  const last = `${root}dist/sql-wasm.wasm`;
  if (!existsSync(last) || !existsSync(`${root}dist/dataset/manifest.json`)) return false;
  return INPUTS.flatMap(withAllInside).every((path) => timeOf(path) <= timeOf(last));
}

/** Folders too: one that has lost a file is as new as the loss. */
function withAllInside(path: string): string[] {
  if (!statSync(root + path).isDirectory()) return [root + path];
  const inside = readdirSync(root + path, { recursive: true, encoding: 'utf8' });
  return [root + path, ...inside.map((name) => `${root}${path}/${name}`)];
}

function timeOf(path: string): number {
  return statSync(path).mtimeMs;
}
