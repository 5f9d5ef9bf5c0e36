import { spawnSync } from 'node:child_process';
import { chmod, copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { bundledLicences } from './build-licences.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = `${root}dist`;

/** The SDK's default brings ajv, a third of the bundle; the server factory passes a validator of its own. */
const withoutAjv: Plugin = {
  name: 'without-ajv',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^@modelcontextprotocol\/(?:server|client)\/_shims$/ }, () => ({
      path: 'shims',
      namespace: 'without-ajv',
    }));
    onLoad({ filter: /.*/, namespace: 'without-ajv' }, () => ({
      contents: `export { default as process } from 'node:process';
export const CORS_IS_POSSIBLE = false;
export class DefaultJsonSchemaValidator {
  getValidator() { throw new Error('Pass a jsonSchemaValidator: this build has none of its own.'); }
}`,
    }));
  },
};

/** zod's messages in forty languages are read by nobody here: its own English ones are part of its core. */
const withoutLocales: Plugin = {
  name: 'without-locales',
  setup({ onLoad }) {
    onLoad({ filter: /zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: `export { default as en } from './en.js';`,
    }));
  },
};

/**
 * Imports of Node's own modules would all stand at the head of the bundle, and be loaded by every start: node:http
 * alone takes as long as our own code. So each is fetched where the module that wants it begins.
 */
const lazyBuiltins: Plugin = {
  name: 'lazy-builtins',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /.*/ }, ({ path }) => (isBuiltin(path) ? { path, namespace: 'builtin' } : undefined));
    onLoad({ filter: /.*/, namespace: 'builtin' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)});`,
    }));
  },
};

/** Bundles the program into one file, with the database engine beside it. */
async function buildCode(): Promise<void> {
  const { version } = JSON.parse(await readFile(`${root}package.json`, 'utf8')) as { version: string };
  await mkdir(dist, { recursive: true });
  const { metafile } = await build({
    metafile: true,
    entryPoints: [`${root}bin/robotics-mcp.ts`],
    outfile: `${dist}/cli.js`,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: 'none',
    banner: { js: '#!/usr/bin/env node' },
    define: {
      PACKAGE_VERSION: JSON.stringify(version),
      // Bundled CommonJS asks for these.
      __dirname: 'import.meta.dirname',
      __filename: 'import.meta.filename',
    },
    // Its main file asks for its parts in a way that no bundler sees.
    alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
    plugins: [withoutAjv, withoutLocales, lazyBuiltins],
    logLevel: 'warning',
  });
  const inputs = [...Object.keys(metafile.inputs), 'node_modules/sql.js/dist/sql-wasm.wasm'];
  await writeFile(`${dist}/THIRD-PARTY-LICENSES.txt`, await bundledLicences(root, inputs));
  await chmod(`${dist}/cli.js`, 0o755);
  await copyFile(`${root}node_modules/sql.js/dist/sql-wasm.wasm`, `${dist}/sql-wasm.wasm`);
}

/** Builds the snapshot of the dataset in a process of its own, as `npm run build:dataset` does. */
function buildDataset(): void {
  const args = ['--import', 'tsx', `${root}scripts/build-dataset.ts`];
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error('The dataset could not be built; the reason stands above.');
}

await buildCode();
if (!process.argv.includes('--code')) buildDataset();
