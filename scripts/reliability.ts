/** Writes docs/reliability.md from the reports in docs/reliability: `npm run docs:reliability`. */
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { writePage } from './reliability/page.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
await writeFile(`${root}docs/reliability.md`, writePage(root));
