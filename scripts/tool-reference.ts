import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { writeReference } from './tool-reference/reference.ts';

await writeFile(fileURLToPath(new URL('../docs/tools.md', import.meta.url)), await writeReference());
