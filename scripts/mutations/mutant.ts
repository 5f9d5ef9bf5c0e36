import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import type { Mutation } from './sites.ts';

/** A text that is put between two characters of a file. */
interface Insertion {
  readonly at: number;
  readonly text: string;
  readonly closes: boolean;
}

/**
 * Bundles the histories with a program that is each of its mutants, one at a time, by their numbers: `mutant.is(3) ?
 * instead : asItWas` at each place. No file of the tree is changed.
 */
export async function bundleMutants(root: string, mutations: readonly Mutation[], to: string): Promise<void> {
  const insertions = new Map<string, Insertion[]>();
  for (const [number, mutation] of mutations.entries()) {
    const own = insertions.get(mutation.file) ?? [];
    insertions.set(mutation.file, own);
    own.push(...insertionsOf(mutation, number));
  }
  await build({
    absWorkingDir: root,
    entryPoints: [join(root, 'scripts/mutations/histories.ts')],
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'error',
    outfile: to,
    plugins: [inserted(root, insertions)],
  });
}

/** The text of a file with one mutant in it, number 0. */
export function withMutant(text: string, mutation: Mutation): string {
  return withImport(applied(text, insertionsOf(mutation, 0)));
}

function withImport(text: string): string {
  return `import * as mutant from 'mutant';\n${text}`;
}

function insertionsOf({ start, end, was, instead }: Mutation, number: number): Insertion[] {
  if (/^(?:if|for|return)\b/.test(was))
    return [{ at: start, text: `if (!mutant.is(${number})) `, closes: false }];
  return [
    { at: start, text: `(mutant.is(${number}) ? ${instead} : (`, closes: false },
    { at: end, text: '))', closes: true },
  ];
}

function inserted(root: string, insertions: ReadonlyMap<string, readonly Insertion[]>): Plugin {
  return {
    name: 'mutants',
    setup({ onLoad, onResolve }) {
      onResolve({ filter: /^mutant$/ }, () => ({ path: join(root, 'scripts/mutations/instead.ts') }));
      onLoad({ filter: /\/src\/.*\.ts$/ }, async ({ path }) => {
        const own = insertions.get(path.slice(root.length).replaceAll('\\', '/').replace(/^\//, ''));
        if (own === undefined) return undefined;
        return { contents: withImport(applied(await readFile(path, 'utf8'), own)), loader: 'ts' };
      });
    },
  };
}

/** Where several stand at one place, those that close come first, then those that open, in the order given. */
function applied(text: string, insertions: readonly Insertion[]): string {
  const inOrder = insertions
    .map((each, number) => ({ ...each, rank: each.closes ? -1 : number }))
    .sort((a, b) => b.at - a.at || b.rank - a.rank);
  return inOrder.reduce((all, { at, text: put }) => all.slice(0, at) + put + all.slice(at), text);
}
