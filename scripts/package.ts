/** Makes standalone executables of the built program: `npm run package [-- TARGET…]`, all five without a name. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from './bundle/bundle.ts';
import { type BundledPackage, bundledPackages, ENGINE } from './bundle/packages.ts';
import { filesInside } from './bundle/plugins.ts';
import { billOfMaterials, type Product } from './bundle/sbom.ts';
import { buildView } from './bundle/view.ts';
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

/**
 * The program as pkg takes it in: bundled for it, and beside it what is in `dist`, with a package.json that says what it
 * consists of. Returns the packages that are in it.
 */
async function stage(place: string, { name, version }: Product): Promise<readonly BundledPackage[]> {
  for (const part of ['dataset', 'sql-wasm.wasm', 'view.html', 'skills.json', 'THIRD-PARTY-LICENSES.txt']) {
    await cp(join(root, 'dist', part), join(place, part), { recursive: true });
  }
  const inputs = await bundle({ root, outdir: place, version, plugins: [filesInside] });
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
  return bundledPackages(root, [...inputs, ...(await buildView(root)).inputs, ENGINE]);
}

function fileOf({ name, binary }: Target): string {
  return `robotics-mcp-${name}${binary.endsWith('.exe') ? '.exe' : ''}`;
}

/** Returns the targets whose executables are as small as they should be. */
async function build(chosen: readonly Target[], place: string): Promise<readonly Target[]> {
  const [program, home] = [join(place, 'program'), join(place, 'home')];
  const product = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as Product;
  const packages = await stage(program, product);
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
    await writeBill(target, product, packages);
  }
  return small;
}

/** Writes what an executable is made of beside it, as CycloneDX. */
async function writeBill(
  target: Target,
  product: Product,
  packages: readonly BundledPackage[],
): Promise<void> {
  const file = join(output, fileOf(target));
  const node = { version: NODE_VERSION, sha256: target.sha256 };
  const bill = billOfMaterials({ ...product, sha256: await sha256Of(file) }, packages, node);
  await writeFile(`${file}.cdx.json`, bill);
}

async function sha256Of(path: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(path))
    .digest('hex');
}

/** Writes SHA256SUMS beside the executables, in the form that `sha256sum -c` reads. */
async function writeSums(chosen: readonly Target[]): Promise<void> {
  const lines: string[] = [];
  for (const file of chosen.map(fileOf).sort()) {
    lines.push(`${await sha256Of(join(output, file))}  ${file}\n`);
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
