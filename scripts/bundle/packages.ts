import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The database engine, which lies beside the bundle; a path from the root. */
export const ENGINE = 'node_modules/sql.js/dist/sql-wasm.wasm';

/** A package whose code is in the bundle. */
export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression, as the package states it. */
  readonly license: string;
  /** The text of its licence file. */
  readonly text: string;
  /** SHA-512 of the package as the registry gave it, in hexadecimal digits: what `package-lock.json` pins. */
  readonly sha512: string;
}

/**
 * The packages that the inputs of a bundle come from, by path. `inputs` are paths from `root`. Throws for a package
 * that names no licence or that the lock file does not pin, since it must not be shipped.
 */
export async function bundledPackages(
  root: string,
  inputs: readonly string[],
): Promise<readonly BundledPackage[]> {
  const folders = new Set(inputs.map(packageFolder).filter((folder) => folder !== undefined));
  const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as Lock;
  const packages = await Promise.all([...folders].sort().map((folder) => readPackage(root, folder, lock)));
  // npm may install one version in several places.
  return [...new Map(packages.map((found) => [`${found.name}@${found.version}`, found])).values()];
}

/** The licences of the packages, as one text. */
export function licenceText(packages: readonly BundledPackage[]): string {
  return packages
    .map(({ name, version, license, text }) => `${name} ${version} (${license})\n\n${text.trim()}\n`)
    .join(`\n${'-'.repeat(78)}\n\n`);
}

interface Lock {
  readonly packages: Readonly<Record<string, { readonly integrity?: string } | undefined>>;
}

/** `node_modules/@scope/name` of a file in it; undefined for our own. */
function packageFolder(input: string): string | undefined {
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(input)?.[0];
}

async function readPackage(root: string, path: string, lock: Lock): Promise<BundledPackage> {
  const folder = join(root, path);
  const { name, version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
    name: string;
    version: string;
    license?: string;
  };
  if (license === undefined) throw new Error(`${name} states no licence: it cannot be bundled.`);
  const [algorithm, digest = ''] = lock.packages[path]?.integrity?.split('-') ?? [];
  if (algorithm !== 'sha512')
    throw new Error(`package-lock.json pins no SHA-512 of ${name}: it cannot be bundled.`);
  const sha512 = Buffer.from(digest, 'base64').toString('hex');
  const file = (await readdir(folder)).find((entry) => /^licen[cs]e(\.|$)/i.test(entry));
  const text = file === undefined ? `Licence: ${license}` : await readFile(join(folder, file), 'utf8');
  return { name, version, license, text, sha512 };
}
