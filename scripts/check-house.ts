/**
 * Measures how the code is laid out and holds each figure against its bound in `scripts/house/bounds.json`:
 * `npm run check:house`. A bound with a `target` is what was reached so far and must not grow; `-- --tighten` writes what
 * is reached now, `-- --all` lists every place of every figure.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { measure } from './house/figures.ts';
import { type Bound, judge, tighten } from './house/judge.ts';
import { readSourceFile } from './house/source-file.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const boundsFile = `${root}scripts/house/bounds.json`;

const paths = ['src', 'bin', 'scripts', 'test'].flatMap((folder) =>
  readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .filter((file) => /\.(?:tsx?|js)$/.test(file) && !file.endsWith('.d.ts')),
);
const files = [...paths, 'vitest.config.ts'].map((path) =>
  readSourceFile(path, readFileSync(`${root}${path}`, 'utf8')),
);
const figures = measure(files);
const bounds = JSON.parse(readFileSync(boundsFile, 'utf8')) as Bound[];
if (process.argv.includes('--all')) {
  for (const { name, value, where } of figures) console.log([`${name}: ${value}`, ...where].join('\n  '));
} else if (process.argv.includes('--tighten')) {
  writeFileSync(boundsFile, `${JSON.stringify(tighten(bounds, figures), null, 2)}\n`);
} else {
  const { lines, broken } = judge(figures, bounds);
  for (const line of lines) console.log(line);
  for (const fault of broken) console.error(`\nOut of bounds: ${fault}`);
  if (broken.length > 0) process.exitCode = 1;
}
