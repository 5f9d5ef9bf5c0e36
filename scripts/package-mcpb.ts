import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packBundle } from './mcpb/bundle.ts';

const [directory = fileURLToPath(new URL('../build', import.meta.url))] = process.argv.slice(2);
const { name, bytes } = await packBundle();
const sum = createHash('sha256').update(bytes).digest('hex');
await mkdir(directory, { recursive: true });
await writeFile(join(directory, name), bytes);
await writeFile(join(directory, `${name}.sha256`), `${sum}  ${name}\n`);
// The page that names the bundle says how large it is.
const page = fileURLToPath(new URL('../docs/install.md', import.meta.url));
const megabytes = (bytes.length / 1e6).toFixed(1);
await writeFile(page, (await readFile(page, 'utf8')).replace(/(?<=\.mcpb` \()[\d.]+(?= MB\))/, megabytes));
console.log(`${join(directory, name)}: ${bytes.length} bytes, SHA-256 ${sum}`);
