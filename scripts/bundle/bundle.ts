import { readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';
import { readIdentity, shownIdentity } from '../plugin/identity.ts';
import { inFewFiles } from './few-files.ts';
import {
  builtLexicons,
  builtPhraseTables,
  jsonAsText,
  lazyBuiltins,
  withoutAjv,
  withoutLocales,
  zodByName,
} from './plugins.ts';

interface BundleOptions {
  /** The repository. */
  readonly root: string;
  /** Where `cli.js` and the rest go. */
  readonly outdir: string;
  readonly version: string;
  /** What is to come before our own plugins. */
  readonly plugins?: readonly Plugin[];
}

/**
 * Bundles the program into `cli.js` and the few files that it loads when they are needed; those of an earlier
 * build are removed. Returns the paths, from the root, of all that is in them.
 */
export async function bundle(wanted: BundleOptions): Promise<string[]> {
  const { root, outdir, version } = wanted;
  const plugins = [
    ...(wanted.plugins ?? []),
    withoutAjv,
    withoutLocales,
    lazyBuiltins,
    jsonAsText,
    builtLexicons,
    builtPhraseTables,
    zodByName,
  ];
  const options = { ...commonOptions(root, version), outdir, splitting: true, chunkNames: '[name]-[hash]' };
  const { metafile: sketch } = await build({ ...options, plugins, metafile: true, write: false });
  const few = inFewFiles(root, sketch);
  const { metafile } = await build({ ...options, plugins: [few, ...plugins], metafile: true });
  checkBeginning(metafile);
  const written = new Set(Object.keys(metafile.outputs).map((path) => basename(path)));
  for (const name of await readdir(outdir)) {
    if (name.endsWith('.js') && !written.has(name)) await rm(join(outdir, name));
  }
  return Object.keys(metafile.inputs);
}

/** What every start reads may not grow unseen: one import too many and a library comes with it. */
const MOST_AT_START = 67_100;

function checkBeginning({ outputs }: Metafile): void {
  const isFirst = (path: string) => outputs[path]?.entryPoint?.startsWith('bin/') === true;
  const files = new Set(Object.keys(outputs).filter(isFirst));
  for (const file of files) {
    for (const { path, kind } of outputs[file]?.imports ?? []) {
      if (kind === 'import-statement' && outputs[path] !== undefined) files.add(path);
    }
  }
  const parts = [...files].flatMap((file) => Object.entries(outputs[file]?.inputs ?? {}));
  const bytes = parts.reduce((sum, [, part]) => sum + part.bytesInOutput, 0);
  if (bytes <= MOST_AT_START) return;
  const largest = parts.sort(([, a], [, b]) => b.bytesInOutput - a.bytesInOutput).slice(0, 5);
  throw new Error(
    `Every start reads ${bytes} bytes of code; at most ${MOST_AT_START} are wanted. The largest: ${largest.map(([path]) => path).join(', ')}. Load what is not needed at once by import().`,
  );
}

function commonOptions(root: string, version: string): BuildOptions {
  return {
    absWorkingDir: root,
    entryPoints: { cli: join(root, 'bin/robotics-mcp.ts') },
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: 'none',
    define: {
      PACKAGE_VERSION: JSON.stringify(version),
      PACKAGE_IDENTITY: JSON.stringify(
        JSON.stringify(shownIdentity(readIdentity(join(root, 'packaging/identity.json')))),
      ),
      // Bundled CommonJS asks for these.
      __dirname: 'import.meta.dirname',
      __filename: 'import.meta.filename',
    },
    // Its main file asks for its parts in a way that no bundler sees.
    alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
    logLevel: 'warning',
  };
}
