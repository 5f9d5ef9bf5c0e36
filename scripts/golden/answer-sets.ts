/**
 * Answers searches by their sets: `tsx answer-sets.ts ROOT DIST DAY` reads a search from each line, and writes a `Found`.
 * ROOT has the sources of a build, which may be those of another commit, and DIST its data.
 */
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { findSet, type Search } from './find-set.ts';

const [root = '', dist = '', today = ''] = process.argv.slice(2);
const load = (path: string) => import(pathToFileURL(join(root, 'src', path)).href);

const snapshot: typeof import('../../src/data/snapshot/open.ts') = await load('data/snapshot/open.ts');
const contributions: typeof import('../../src/contributions/open.ts') = await load('contributions/open.ts');
const callers: typeof import('../../src/lib/caller.ts') = await load('lib/caller.ts');
const tools: typeof import('../../src/tools/all-tools.ts') = await load('tools/all-tools.ts');
const reading: typeof import('../../src/tools/shared/read-arguments.ts') = await load(
  'tools/shared/read-arguments.ts',
);

const place = { dir: join(dist, 'dataset'), wasm: join(dist, 'sql-wasm.wasm') };
const catalogue = await snapshot.openSnapshot(place);
const context = {
  ...{ catalogue, contributions: contributions.keepInMemory(catalogue), today },
  caller: callers.LOCAL_USER,
};
const byName = new Map(tools.allTools.map((tool) => [tool.name, tool]));
for await (const line of createInterface({ input: process.stdin })) {
  const { tool: name, args } = JSON.parse(line) as Search;
  const tool = byName.get(name);
  if (tool === undefined) throw new Error(`This build has no tool ${name}.`);
  console.log(JSON.stringify(findSet(tool, args, context, reading.readArguments)));
}
