import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { zipSync } from 'fflate';
import { LOCAL_USER } from '../../src/lib/caller.ts';
import { createService } from '../../src/protocol/service.ts';
import { type Identity, readIdentity } from '../plugin/identity.ts';
import { bundleMembers } from '../plugin/manifests.ts';
import { drawIcon } from './icon.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The command line tool of the bundle format. */
export const MCPB = join(root, 'node_modules/@anthropic-ai/mcpb/dist/cli/cli.js');

type Files = ReadonlyMap<string, Uint8Array>;

/**
 * Packs what is in `dist` into a bundle that says whose it is, as far as anybody's. The same input gives the same bytes, on
 * every machine.
 */
export async function packBundle(
  identity: Identity = readIdentity(join(root, 'packaging/identity.json')),
  program?: Iterable<readonly [string, Uint8Array]>,
): Promise<{ readonly name: string; readonly bytes: Uint8Array }> {
  const { name, version, description, license, engines } = JSON.parse(
    await readFile(join(root, 'package.json'), 'utf8'),
  ) as Record<string, string> & { engines: { node: string } };
  const template = JSON.parse(await readFile(join(root, 'packaging/mcpb/manifest.json'), 'utf8'));
  const manifest = {
    ...template,
    ...bundleMembers(identity),
    version,
    description,
    license,
    tools: await listTools(),
    compatibility: { ...template.compatibility, runtimes: { node: engines.node } },
  };
  const files = new Map([
    ['manifest.json', Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)],
    ['icon.png', drawIcon()],
    ...(program ?? (await readProgram())),
  ]);
  await validate(files);
  return { name: `${name}-${version}.mcpb`, bytes: zipFiles(files) };
}

async function listTools(): Promise<{ name: string; description: string }[]> {
  const onInternalError = (_reference: string, error: unknown) => {
    throw error;
  };
  const service = createService({ tools: 'default', readOnly: false, onInternalError });
  const registry = await service.registry();
  return registry.definitions(LOCAL_USER).map(({ name, description = '' }) => ({ name, description }));
}

async function readProgram(): Promise<[string, Uint8Array][]> {
  const code = (await readdir(join(root, 'dist'))).filter((name) => name.endsWith('.js'));
  const dataset = await readdir(join(root, 'dist/dataset'));
  const places = [
    ...code.map((file) => [`server/${file}`, `dist/${file}`]),
    ['server/THIRD-PARTY-LICENSES.txt', 'dist/THIRD-PARTY-LICENSES.txt'],
    ['server/sbom.cdx.json', 'dist/sbom.cdx.json'],
    ['server/sql-wasm.wasm', 'dist/sql-wasm.wasm'],
    ['server/view.html', 'dist/view.html'],
    ['server/skills.json', 'dist/skills.json'],
    ...dataset.map((file) => [`server/dataset/${file}`, `dist/dataset/${file}`]),
    ['server/dataset/LICENSE', 'dataset/LICENSE'],
    ['LICENSE', 'LICENSE'],
  ] as const;
  const read = places.map(
    async ([to = '', from = '']): Promise<[string, Uint8Array]> => [to, await readFile(join(root, from))],
  );
  // A file called .js is an ES module by the package.json beside it alone.
  return [['server/package.json', Buffer.from('{ "type": "module" }\n')], ...(await Promise.all(read))];
}

/** Lets the format's own tool judge the manifest. */
async function validate(files: Files): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'robotics-mcp-mcpb-'));
  try {
    for (const name of ['manifest.json', 'icon.png', 'server/cli.js']) {
      await mkdir(dirname(join(directory, name)), { recursive: true });
      await writeFile(join(directory, name), files.get(name) ?? '');
    }
    execFileSync(process.execPath, [MCPB, 'validate', join(directory, 'manifest.json')], { stdio: 'pipe' });
  } finally {
    await rm(directory, { recursive: true });
  }
}

/** The tool's own `pack` writes the time of day into the archive; here it is always the same. */
export function zipFiles(files: Files): Uint8Array {
  const names = [...files.keys()].sort();
  const entries = names.map((name) => {
    const attrs = (name === 'server/cli.js' ? 0o755 : 0o644) << 16;
    return [name, [files.get(name) ?? new Uint8Array(), { os: 3, attrs }]] as const;
  });
  return zipSync(Object.fromEntries(entries) as Parameters<typeof zipSync>[0], {
    level: 9,
    mtime: new Date(2000, 0, 1),
  });
}
