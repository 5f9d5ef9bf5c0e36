import { readFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { dirname } from 'node:path';
import type { Plugin } from 'esbuild';
import { kinds } from '../../src/kinds/kinds.ts';
import { everydayTable, keywordTable, synonymTable } from '../../src/kinds/vocabularies/phrase-tables.ts';
import { lexiconText } from '../../src/question/lexicons.ts';

/** The SDK's default brings ajv, a third of the bundle; the server factory passes a validator of its own. */
export const withoutAjv: Plugin = {
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
export const withoutLocales: Plugin = {
  name: 'without-locales',
  setup({ onLoad }) {
    onLoad({ filter: /zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: `export { default as en } from './en.js';`,
    }));
  },
};

/** `import { z }` brings all of zod, half of which nothing here uses; of a namespace only what is used is kept. */
export const zodByName: Plugin = {
  name: 'zod-by-name',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replace("import { z } from 'zod'", "import * as z from 'zod'"),
      loader: 'ts',
    }));
  },
};

/** Of a longer table each part is read when it is first used. */
const LONG_TABLE = 150_000;

function readingInParts(table: object): string {
  const parts = Object.entries(table).map(
    ([key, part]) => `${JSON.stringify(key)}: part(${JSON.stringify(JSON.stringify(part))})`,
  );
  return `const part = (json) => { let value; return { enumerable: true, get: () => (value ??= JSON.parse(json)) }; };
export default Object.defineProperties({}, { ${parts.join(', ')} });`;
}

/** Long tables are read as JSON, which takes less time than reading them as code. */
export const jsonAsText: Plugin = {
  name: 'json-as-text',
  setup({ onLoad }) {
    onLoad({ filter: /\.json$/ }, async ({ path }) => {
      const table = JSON.parse(await readFile(path, 'utf8')) as unknown;
      const json = JSON.stringify(table);
      const isLong =
        json.length > LONG_TABLE && typeof table === 'object' && table !== null && !Array.isArray(table);
      if (isLong) return { contents: readingInParts(table), loader: 'js' };
      return { contents: `export default JSON.parse(${JSON.stringify(json)});`, loader: 'js' };
    });
  },
};

/** Lexicons are built here once, and read from text by the program. */
export const builtLexicons: Plugin = {
  name: 'built-lexicons',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]src[\\/]question[\\/]lexicons\.ts$/ }, () => {
      const names = ['general', ...kinds] as const;
      const texts = Object.fromEntries(names.map((name) => [name, lexiconText(name)]));
      return {
        contents: `const texts = ${JSON.stringify(texts)};\nexport const lexiconText = (name) => texts[name];`,
      };
    });
  },
};

/** Tables of phrases, likewise. */
export const builtPhraseTables: Plugin = {
  name: 'built-phrase-tables',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]vocabularies[\\/]phrase-tables\.ts$/ }, () => {
      const tables = { synonymTable, keywordTable, everydayTable };
      const readers = Object.entries(tables).map(
        ([name, table]) => `export const ${name} = table(${JSON.stringify(JSON.stringify(table()))});`,
      );
      const table = 'const table = (json) => { let value; return () => (value ??= JSON.parse(json)); };';
      return { contents: [table, ...readers].join('\n') };
    });
  },
};

/** Modules of Node's that it has not loaded by itself when a program starts; node:http takes as long as our own code. */
const HEAVY =
  /^(?:node:)?(?:child_process|crypto|dns|http|http2|https|net|readline|tls|worker_threads|zlib)$/;

/** True for a module of Node's that the bundle fetches when something of it is first used. */
export function isFetchedLate(path: string): boolean {
  return HEAVY.test(path);
}

/**
 * Imports of Node's heavy modules would be loaded by every start: so each is fetched when something of it is first
 * used. Bundled CommonJS gets any of them where it asks.
 */
export const lazyBuiltins: Plugin = {
  name: 'lazy-builtins',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /.*/ }, ({ path, kind }) => {
      if (!isBuiltin(path)) return undefined;
      const isFetched = kind === 'require-call' || isFetchedLate(path);
      return isFetched ? { path, namespace: 'builtin' } : { path, external: true };
    });
    onLoad({ filter: /.*/, namespace: 'builtin' }, ({ path }) => {
      const fetched = `process.getBuiltinModule(${JSON.stringify(path)})`;
      if (!isFetchedLate(path)) return { contents: `module.exports = ${fetched};` };
      // esbuild hands on the prototype of what a module exports, and asks it whether it was an ES module.
      return {
        contents: `module.exports = Object.create(new Proxy({}, {
  get: (_, key) => (key === '__esModule' ? undefined : ${fetched}[key]),
}));`,
      };
    });
  },
};

/**
 * pkg keeps the files of an executable in a file system of its own, which it puts in the place of some functions
 * of node:fs: they are found where they are fetched at run time, and opening a file is not among them.
 */
export const filesInside: Plugin = {
  name: 'files-inside',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(?:node:)?fs(?:\/promises)?$/ }, ({ path }) => ({ path, namespace: 'patched' }));
    onLoad({ filter: /.*/, namespace: 'patched' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)});`,
    }));
    onLoad({ filter: /[\\/]src[\\/]lib[\\/]read-whole\.ts$/ }, ({ path }) => ({
      contents: `export { readFile as readWhole } from 'node:fs/promises';`,
      resolveDir: dirname(path),
    }));
  },
};
