/**
 * Writes the manifests by which hosts, directories and registries know the program, from `packaging/listing.json` and
 * `packaging/identity.json`: `npm run plugin`. Once the identity has a name on npm, also `packaging/plugin`, the folder
 * that directories take. To try it before: `npm run plugin -- --identity FILE --out DIRECTORY`, which writes nothing here.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { faultsOf, readIdentity } from './plugin/identity.ts';
import {
  installButtons,
  PLUGIN_FOLDER,
  packageMembers,
  pluginFolder,
  rootManifests,
  withButtons,
  writeFiles,
} from './plugin/manifests.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values } = parseArgs({ options: { identity: { type: 'string' }, out: { type: 'string' } } });
if ((values.identity === undefined) !== (values.out === undefined))
  throw new Error(
    'Another identity is for trying, elsewhere: give both --identity FILE and --out DIRECTORY.',
  );

/** What package.json has of the identity, and nothing else. */
const PACKAGE_KEYS = ['name', 'mcpName', 'author', 'homepage', 'repository', 'bugs'];

const out = resolve(values.out ?? root);
const identity = readIdentity(values.identity ?? join(root, 'packaging/identity.json'));
const faults = faultsOf(identity);
for (const fault of faults) console.error(fault);
if (faults.length > 0 && values.out === undefined) process.exit(1);

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
writeFiles(out, rootManifests({ identity, version }));
const folder = join(out, PLUGIN_FOLDER);
if (existsSync(folder)) rmSync(folder, { recursive: true });
if (identity.npm === null) {
  console.log('Manifests start what is built in the clone: packaging/identity.json has no name on npm yet.');
} else {
  writeFiles(folder, pluginFolder({ identity, version }));
  console.log(`${folder} starts ${identity.npm}@${version} by npx.`);
}

if (values.out === undefined) {
  const members = packageMembers(identity);
  const manifest = join(root, 'package.json');
  const found = Object.entries(JSON.parse(readFileSync(manifest, 'utf8')) as object);
  const others = Object.fromEntries(found.filter(([key]) => !PACKAGE_KEYS.includes(key)));
  writeFileSync(manifest, `${JSON.stringify({ ...members, ...others }, null, 2)}\n`);
  const readme = join(root, 'README.md');
  writeFileSync(readme, withButtons(readFileSync(readme, 'utf8'), installButtons({ identity, version })));
  // What is committed is written as the linter has it.
  const files = ['package.json', ...rootManifests({ identity, version }).keys()].filter((path) =>
    path.endsWith('.json'),
  );
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
  execFileSync(process.execPath, [biome, 'format', '--write', ...files], { cwd: root, stdio: 'ignore' });
}
