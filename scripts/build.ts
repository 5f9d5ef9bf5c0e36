import { spawnSync } from 'node:child_process';
import { chmod, copyFile, mkdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = `${root}dist`;

/** Bundled CommonJS calls these; an ES module has to bring them. */
const COMMONJS = `import { createRequire as __createRequire } from 'node:module';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __fileURLToPath(new URL('.', import.meta.url));`;

/** The SDK's default brings ajv, a third of the bundle; the server factory passes a validator of its own. */
const withoutAjv: Plugin = {
  name: 'without-ajv',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^@modelcontextprotocol\/server\/_shims$/ }, () => ({
      path: 'shims',
      namespace: 'without-ajv',
    }));
    onLoad({ filter: /.*/, namespace: 'without-ajv' }, () => ({
      contents: `export { default as process } from 'node:process';
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

/** Bundles the program into one file, with the database engine beside it. */
async function buildCode(): Promise<void> {
  const { version } = JSON.parse(await readFile(`${root}package.json`, 'utf8')) as { version: string };
  await mkdir(dist, { recursive: true });
  await build({
    entryPoints: [`${root}bin/robotics-mcp.ts`],
    outfile: `${dist}/cli.js`,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: 'linked',
    banner: { js: `#!/usr/bin/env node\n${COMMONJS}` },
    define: { PACKAGE_VERSION: JSON.stringify(version) },
    plugins: [withoutAjv, withoutLocales],
    logLevel: 'warning',
  });
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
