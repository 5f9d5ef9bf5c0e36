import { join, relative } from 'node:path';
import type { ImportKind, Metafile, Plugin } from 'esbuild';

/** What a plain start answers its first question with: loaded by several `import()`, and always all of it. */
const ANSWERING: readonly string[] = [
  'src/tools/registry.ts',
  'src/protocol/open-data.ts',
  'src/data/subscribe/store.ts',
  'src/contributions/open.ts',
];

/** Who shares fewer bytes with the answering than this is not made to load all of it. */
const LITTLE = 20_000;

/** What every command begins with. */
const BEGINNING = 'src/cli/main.ts';

const ours = Symbol('resolved by few-files');

/**
 * esbuild makes a file of each set of modules that the same `import()`s reach: dozens of small ones, and the
 * loading of a file costs more than reading it. So what a plain start answers with is one entry, and whatever
 * else is loaded by `import()` is said to need the beginning too and, if it shares some of it, the answering:
 * then both are one file each. `sketch` is what a build without this came to.
 */
export function inFewFiles(root: string, sketch: Metafile): Plugin {
  const beginning = reached(sketch, [BEGINNING]);
  const answering = [...reached(sketch, ANSWERING)].filter((name) => !beginning.has(name));
  return {
    name: 'few-files',
    setup({ onResolve, onLoad, resolve }) {
      onResolve({ filter: /.*/ }, async ({ path, resolveDir, importer, kind, pluginData }) => {
        if (kind !== 'dynamic-import' || pluginData === ours) return undefined;
        const found = await resolve(path, { resolveDir, importer, kind, pluginData: ours });
        const name = relative(root, found.path).replaceAll('\\', '/');
        if (ANSWERING.includes(name)) return { path: 'answering', namespace: 'together' };
        return name.startsWith('src/') ? { path: name, namespace: 'together' } : found;
      });
      onLoad({ filter: /.*/, namespace: 'together' }, ({ path }) => {
        const loads = (names: readonly string[]) => names.map((name) => JSON.stringify(join(root, name)));
        const needs = reached(sketch, [path]);
        const shared = answering.filter((name) => needs.has(name));
        const shares = shared.reduce((sum, name) => sum + (sketch.inputs[name]?.bytes ?? 0), 0) > LITTLE;
        const lines =
          path === 'answering'
            ? loads(ANSWERING).map((file) => `export * from ${file};`)
            : [
                ...loads([BEGINNING, ...(shares ? ANSWERING : [])]).map((file) => `import ${file};`),
                ...loads([path]).map((file) => `export * from ${file};`),
              ];
        return { contents: lines.join('\n'), resolveDir: root };
      });
    },
  };
}

/** The modules that some of them load at once, themselves included. */
function reached({ inputs }: Metafile, names: readonly string[]): Set<string> {
  const found = new Set(names);
  const atOnce = ({ kind }: { kind: ImportKind }) => kind !== 'dynamic-import';
  // A set hands out what is added while it is walked.
  for (const name of found) {
    for (const one of inputs[name]?.imports.filter(atOnce) ?? []) found.add(one.path);
  }
  return found;
}
