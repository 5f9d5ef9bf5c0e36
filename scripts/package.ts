/** Makes standalone executables of the built program: `npm run package [-- TARGET…]`, all five without a name. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from './bundle/bundle.ts';
import { filesInside } from './bundle/plugins.ts';
import { nodeBinary, seed } from './package/node-binaries.ts';
import { chooseTargets, NODE_VERSION, type Target, targets } from './package/targets.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const cache = join(root, 'node_modules/.cache/robotics-mcp');
const output = join(root, 'executables');

/** It needs a newer Node.js than the project, so that it is no dependency of it: it is fetched where it is used. */
const PKG = '@yao-pkg/pkg@6.23.0';

/** The program of pkg; its package is fetched unless it is there from an earlier time. */
function fetchedPkg(): string {
  const place = join(cache, 'pkg-6.23.0');
  const program = join(place, 'node_modules/@yao-pkg/pkg/lib-es5/bin.js');
  if (!existsSync(program)) {
    const quiet = ['--no-audit', '--no-fund', '--no-save', '--loglevel=error'];
    execFileSync('npm', ['install', '--prefix', place, ...quiet, PKG], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }
  return program;
}

/** What runs pkg: the maker of the program inside must be of the version that will read it. */
async function hostNode(): Promise<string> {
  if (process.version === `v${NODE_VERSION}`) return process.execPath;
  const platform = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const own = targets.find(({ node }) => node === platform);
  if (own === undefined)
    throw new Error(`Run this with Node.js ${NODE_VERSION}: there is none for ${platform} here.`);
  return nodeBinary(cache, own);
}

/** The program as pkg takes it in: bundled for it, and beside it what is in `dist`, with a package.json that says what it consists of. */
async function stage(place: string): Promise<void> {
  const { name = '', version = '' } = JSON.parse(
    await readFile(join(root, 'package.json'), 'utf8'),
  ) as Record<string, string>;
  for (const part of ['dataset', 'sql-wasm.wasm', 'view.html', 'skills.json', 'THIRD-PARTY-LICENSES.txt']) {
    await cp(join(root, 'dist', part), join(place, part), { recursive: true });
  }
  await bundle({ root, outdir: place, version, plugins: [filesInside] });
  const contents = {
    name,
    version,
    type: 'module',
    bin: 'cli.js',
    pkg: {
      scripts: ['*.js'],
      assets: ['*.wasm', 'dataset/*', 'view.html', 'skills.json', 'THIRD-PARTY-LICENSES.txt'],
    },
  };
  await writeFile(join(place, 'package.json'), JSON.stringify(contents));
}

function fileOf({ name, binary }: Target): string {
  return `robotics-mcp-${name}${binary.endsWith('.exe') ? '.exe' : ''}`;
}

/** Returns the targets whose executables are as small as they should be. */
async function build(chosen: readonly Target[], place: string): Promise<readonly Target[]> {
  const [program, home] = [join(place, 'program'), join(place, 'home')];
  await stage(program);
  const small: Target[] = [];
  for (const target of chosen) {
    if (await seed(home, target, await nodeBinary(cache, target))) small.push(target);
  }
  const names = chosen.map((target) => `node${NODE_VERSION}-${target.pkg}`);
  for (const [index, target] of chosen.entries()) {
    const args = [
      fetchedPkg(),
      program,
      '--sea',
      '--targets',
      names[index] ?? '',
      '--output',
      join(output, fileOf(target)),
    ];
    execFileSync(await hostNode(), args, {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, HOME: home, USERPROFILE: home },
    });
  }
  return small;
}

/** Writes SHA256SUMS beside the executables, in the form that `sha256sum -c` reads. */
async function writeSums(chosen: readonly Target[]): Promise<void> {
  const lines: string[] = [];
  for (const file of chosen.map(fileOf).sort()) {
    const path = join(output, file);
    lines.push(
      `${createHash('sha256')
        .update(await readFile(path))
        .digest('hex')}  ${file}\n`,
    );
    console.log(`${file}: ${await megabytes(file)} MB`);
  }
  await writeFile(join(output, 'SHA256SUMS'), lines.join(''));
}

async function megabytes(file: string): Promise<number> {
  return Math.round((await stat(join(output, file))).size / 1e6);
}

/** The page that names the executables says how large they are. */
async function writeSizes(measured: readonly Target[]): Promise<void> {
  const page = join(root, 'docs/executables.md');
  let text = await readFile(page, 'utf8');
  for (const file of measured.map(fileOf)) {
    text = text.replace(new RegExp(`(?<=\\| \`${file}\` \\| )\\d+(?= MB)`), String(await megabytes(file)));
  }
  await writeFile(page, text);
}

const chosen = chooseTargets(process.argv.slice(2));
const place = await mkdtemp(join(tmpdir(), 'robotics-mcp-package-'));
try {
  await mkdir(cache, { recursive: true });
  await rm(output, { recursive: true, force: true });
  await mkdir(output);
  const small = await build(chosen, place);
  await writeSums(chosen);
  await writeSizes(small);
} finally {
  await rm(place, { recursive: true });
}
