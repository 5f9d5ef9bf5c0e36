import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A package whose code is in the bundle. */
interface Bundled {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  /** The text of its licence file. */
  readonly text: string;
}

/**
 * The licences of all packages that the inputs of a bundle come from, as one text. `inputs` are paths from
 * `root`. Throws for a package that names no licence, since it must not be shipped.
 */
export async function bundledLicences(root: string, inputs: readonly string[]): Promise<string> {
  const folders = new Set(inputs.map(packageFolder).filter((folder) => folder !== undefined));
  const packages = await Promise.all([...folders].sort().map((folder) => readPackage(join(root, folder))));
  return packages
    .map(({ name, version, license, text }) => `${name} ${version} (${license})\n\n${text.trim()}\n`)
    .join(`\n${'-'.repeat(78)}\n\n`);
}

/** `node_modules/@scope/name` of a file in it; undefined for our own. */
function packageFolder(input: string): string | undefined {
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(input)?.[0];
}

async function readPackage(folder: string): Promise<Bundled> {
  const { name, version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
    name: string;
    version: string;
    license?: string;
  };
  if (license === undefined) throw new Error(`${name} states no licence: it cannot be bundled.`);
  const file = (await readdir(folder)).find((entry) => /^licen[cs]e(\.|$)/i.test(entry));
  const text = file === undefined ? `Licence: ${license}` : await readFile(join(folder, file), 'utf8');
  return { name, version, license, text };
}
