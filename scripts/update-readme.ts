import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { renewReadme } from './readme/readme.ts';

const file = fileURLToPath(new URL('../README.md', import.meta.url));
await writeFile(file, await renewReadme(await readFile(file, 'utf8')));
