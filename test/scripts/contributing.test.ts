import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cleanEnvironment } from '../helpers/program.ts';
import { blocksOf, commandsOf, follow, sectionOf } from './walk-through.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const page = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
const field = sectionOf(page, 'Add a field that can be asked for');
const kind = sectionOf(page, 'Add a kind of record and its tool');
const LONGEST_MS = 40_000;

let copy: string;
/** What the tree held before anything was changed in it, by path. */
let before: ReadonlyMap<string, string>;
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'robotics-mcp-contributing-'));
  for (const path of [
    'package.json',
    'tsconfig.json',
    'bin',
    'src',
    'dataset/taxonomy',
    'scripts/build-dataset.ts',
  ]) {
    cpSync(join(root, path), join(copy, path), { recursive: true });
  }
  cpSync(join(root, 'test/golden/dataset'), join(copy, 'dataset'), { recursive: true });
  cpSync(join(root, 'node_modules/sql.js/dist/sql-wasm.wasm'), join(copy, 'dist/sql-wasm.wasm'));
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction');
  before = contents(copy);
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

describe('CONTRIBUTING, followed in a copy of the tree', () => {
  it('adds a filterable field by changing two files: filter and counts follow', {
    timeout: LONGEST_MS,
  }, () => {
    follow(copy, field);
    expect(changedSince(before)).toEqual(['dataset/startups.jsonl', 'src/kinds/startups/startup.ts']);
    // A second city, which the filter has to keep out.
    const startups = join(copy, 'dataset/startups.jsonl');
    const other = '{"id":"1x-technologies","city":"Palo Alto",';
    writeFileSync(startups, readFileSync(startups, 'utf8').replace('{"id":"1x-technologies",', other));
    const { results, total } = buildAndAsk(field);
    expect({ total, ids: results.map(({ id }) => id) }).toEqual({ total: 1, ids: ['example-robotics'] });
  });

  it('adds a kind with its tool by a folder, a data file and its name in one list', {
    timeout: LONGEST_MS,
  }, () => {
    const earlier = contents(copy);
    follow(copy, kind);
    expect(changedSince(earlier)).toEqual([
      'dataset/labs.jsonl',
      'src/kinds/kinds.ts',
      'src/kinds/labs/lab.ts',
    ]);
    const { results } = buildAndAsk(kind);
    expect(results).toEqual([{ id: 'example-lab', name: 'Example Lab', country: 'CH' }]);
    // Nothing else has to name the field or the kind: the compiler would say so.
    run('node_modules/typescript/bin/tsc', ['-p', '.']);
  });
});

describe('what CONTRIBUTING names', () => {
  const made = blocksOf(kind).map(({ file }) => file);

  it('are files that there are', () => {
    const named = [...page.matchAll(/`((?:src|dataset|scripts|test)\/[\w./-]+)`/g)].map(
      ([, path = '']) => path,
    );
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((path) => !existsSync(join(root, path)) && !made.includes(path))).toEqual([]);
  });

  it('are scripts that there are', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object };
    const named = [...page.matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name);
    expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  });

  it.each([
    ['Change a weight of the ranking', 3],
    ['Change what a refusal says', 3],
    ['Fetch releases in another way', 4],
  ])('%s: names that its files hold', (heading, least) => {
    const section = sectionOf(page, heading);
    const sources = [...section.matchAll(/`(src\/[\w./-]+\.ts)`/g)].map(([, path = '']) =>
      readFileSync(join(root, path), 'utf8'),
    );
    const names = [...section.matchAll(/`([A-Za-z]+)(?:\(.*?\))?`/g)].map(([, name = '']) => name);
    expect(names.length).toBeGreaterThanOrEqual(least);
    expect(names.filter((name) => !sources.some((source) => source.includes(name)))).toEqual([]);
  });
});

interface Asked {
  readonly results: readonly { readonly id: string }[];
  readonly total: number;
}

/** Builds the copy's snapshot and puts the section's question to its program. */
function buildAndAsk(section: string): Asked {
  const [command = []] = commandsOf(section);
  run('--import', ['tsx', 'scripts/build-dataset.ts']);
  const home = join(copy, 'dist/home');
  return JSON.parse(
    run('--import', ['tsx', 'bin/robotics-mcp.ts', ...command, '--json', '--data-dir', home]),
  ) as Asked;
}

function run(script: string, args: readonly string[]): string {
  return execFileSync(process.execPath, [script, ...args], {
    cwd: copy,
    env: cleanEnvironment(),
    encoding: 'utf8',
  });
}

/** Every file of the copy that somebody wrote, by its path. */
function contents(dir: string): Map<string, string> {
  const files = ['bin', 'src', 'dataset', 'scripts'].flatMap((folder) =>
    readdirSync(join(dir, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  return new Map(
    files.map((file) => [file.slice(dir.length + 1).replaceAll(sep, '/'), readFileSync(file, 'utf8')]),
  );
}

function changedSince(earlier: ReadonlyMap<string, string>): string[] {
  const now = contents(copy);
  const paths = new Set([...earlier.keys(), ...now.keys()]);
  return [...paths].filter((path) => earlier.get(path) !== now.get(path)).sort();
}
