import { readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import { inFewFiles } from './few-files.ts';
import { jsonAsText, lazyBuiltins, withoutAjv, withoutLocales, zodByName } from './plugins.ts';

export interface BundleOptions {
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
    zodByName,
  ];
  const options = { ...commonOptions(root, version), outdir, splitting: true, chunkNames: '[name]-[hash]' };
  const { metafile: sketch } = await build({ ...options, plugins, metafile: true, write: false });
  const few = inFewFiles(root, sketch);
  const { metafile } = await build({ ...options, plugins: [few, ...plugins], metafile: true });
  const written = new Set(Object.keys(metafile.outputs).map((path) => basename(path)));
  for (const name of await readdir(outdir)) {
    if (name.endsWith('.js') && !written.has(name)) await rm(join(outdir, name));
  }
  return Object.keys(metafile.inputs);
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
      // Bundled CommonJS asks for these.
      __dirname: 'import.meta.dirname',
      __filename: 'import.meta.filename',
    },
    // Its main file asks for its parts in a way that no bundler sees.
    alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
    logLevel: 'warning',
  };
}
