import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { NODE_VERSION, type Target } from './targets.ts';

/**
 * The Node.js of a platform: fetched from the npm registry unless it was before, and returned only if it has the
 * SHA-256 that is pinned for it.
 */
export async function nodeBinary(cache: string, target: Target): Promise<string> {
  const file = join(cache, `${target.package}-${NODE_VERSION}`, target.binary);
  if (!existsSync(file)) await fetchBinary(cache, target, file);
  const sha256 = createHash('sha256')
    .update(await readFile(file))
    .digest('hex');
  if (sha256 === target.sha256) return file;
  await rm(file);
  throw new Error(
    `${target.package}@${NODE_VERSION} holds a ${target.binary} with SHA-256 ${sha256} instead of ${target.sha256}. It was not used.`,
  );
}

async function fetchBinary(cache: string, target: Target, file: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const place = await mkdtemp(join(cache, 'fetch-'));
  try {
    const name = `${target.package}@${NODE_VERSION}`;
    console.log(`Fetching ${name} from the npm registry`);
    const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', place, name];
    const shell = process.platform === 'win32';
    const printed = execFileSync('npm', args, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      shell,
    });
    const [{ filename = '' } = {}] = JSON.parse(printed) as { filename?: string }[];
    execFileSync('tar', ['-xzf', filename, `package/${target.binary}`], { cwd: place });
    await rename(join(place, 'package', target.binary), file);
    await chmod(file, 0o755);
  } finally {
    await rm(place, { recursive: true });
  }
}

/**
 * Lays the binary where pkg looks for what it would otherwise fetch from nodejs.org: below the home directory
 * that it is started with. What Linux programs carry for debuggers is taken out where `strip` knows the format;
 * false where it does not.
 */
export async function seed(home: string, target: Target, binary: string): Promise<boolean> {
  const cache = join(home, '.pkg-cache/sea');
  const name = `node-v${NODE_VERSION}-${target.node}`;
  const isWindows = target.node.startsWith('win');
  const place = isWindows ? join(cache, `${name}.exe`) : join(cache, name, 'bin/node');
  await mkdir(dirname(place), { recursive: true });
  const archive = join(cache, `${name}.${isWindows ? 'zip' : 'tar.gz'}`);
  for (const mark of [archive, `${archive}.ok`, `${place}.ok`]) await writeFile(mark, '');
  await copyFile(binary, place);
  if (!target.node.startsWith('linux') || strip(place)) return true;
  console.log(`${target.name}: not stripped, since this machine has no strip for it`);
  return false;
}

function strip(file: string): boolean {
  const tools = ['strip', 'x86_64-linux-gnu-strip', 'aarch64-linux-gnu-strip'];
  return tools.some((tool) => spawnSync(tool, [file], { stdio: 'ignore' }).status === 0);
}
