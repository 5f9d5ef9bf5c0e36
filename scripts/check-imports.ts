import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findViolations, readImports, readLateImports, readValueImports } from './imports/imports.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const sources = ['src', 'bin'].flatMap((folder) =>
  readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`),
);

const violations = findViolations(
  await readImports(root, sources),
  await readValueImports(root, sources),
  await readLateImports(root, sources),
);
for (const violation of violations) console.error(violation);
if (violations.length > 0) process.exitCode = 1;
else console.log(`The imports of ${sources.length} files run downwards, without a cycle.`);
