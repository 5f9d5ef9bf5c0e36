import type { SourceFile } from './source-file.ts';

/** A figure of the tree, and where what it counts stands. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  /** A line each; what weighs most comes first. */
  readonly where: readonly string[];
}

/** Above this a function is too complex, whatever it does. */
const TOO_COMPLEX = 15;
/** Above this it is complex. */
const COMPLEX = 10;

/** All figures of files: those of the program in `src/` and `bin/`, and of others only where a bound is on all. */
export function measure(files: readonly SourceFile[]): Figure[] {
  const program = files.filter(({ path }) => /^(src|bin)\//.test(path));
  return [
    longestFunction(program),
    complexFunctions(program, TOO_COMPLEX),
    complexFunctions(program, COMPLEX),
    filesWithOneImporter(program),
    needlessExports(files),
    exportsOfTests(files),
    repeatedTypes(program),
    filesThatTellWhatTheyRead(program),
    commentShare(program),
    ...linesByFolder(files),
  ];
}

function longestFunction(files: readonly SourceFile[]): Figure {
  const all = files
    .filter(({ path }) => !path.endsWith('.tsx'))
    .flatMap(({ path, functions }) => functions.map((each) => ({ ...each, path })))
    .sort((a, b) => b.lines - a.lines);
  return {
    name: 'lines of the longest function outside .tsx',
    value: all[0]?.lines ?? 0,
    where: all.map(({ path, line, lines }) => `${path}:${line} ${lines} lines`),
  };
}

function complexFunctions(files: readonly SourceFile[], above: number): Figure {
  const found = files
    .flatMap(({ path, functions }) => functions.map((each) => ({ ...each, path })))
    .filter(({ complexity }) => complexity > above)
    .sort((a, b) => b.complexity - a.complexity);
  return {
    name: `functions with a cyclomatic complexity above ${above}`,
    value: found.length,
    where: found.map(({ path, line, complexity }) => `${path}:${line} ${complexity}`),
  };
}

function filesWithOneImporter(files: readonly SourceFile[]): Figure {
  const importers = new Map(files.map(({ path }) => [path, new Set<string>()]));
  for (const { path, imports } of files) for (const { from } of imports) importers.get(from)?.add(path);
  const found = [...importers].filter(([, by]) => by.size === 1);
  return {
    name: '% of the files with one importer',
    value: percent(found.length, files.length),
    where: found.map(([path, by]) => `${path} by ${[...by]}`),
  };
}

function needlessExports(files: readonly SourceFile[]): Figure {
  const used = namesImportedBy(files);
  const imported = new Set(files.flatMap(({ imports }) => imports.map(({ from }) => from)));
  const texts = new Set(files.flatMap((file) => file.texts));
  // What no import reaches and a text names is loaded by that name, as the runner of the tests loads its setup.
  const isLoaded = (path: string) => !imported.has(path) && texts.has(path);
  const found = exportsOf(files).filter(({ path, key }) => !used.has(key) && !isLoaded(path));
  return {
    name: 'exports that nobody imports',
    value: found.length,
    where: found.map(({ place }) => place),
  };
}

/** What the program exports for its tests alone: it could be tested by what uses it. */
function exportsOfTests(files: readonly SourceFile[]): Figure {
  const used = namesImportedBy(files);
  const usedBeside = namesImportedBy(files.filter(({ path }) => !path.startsWith('test/')));
  const found = exportsOf(files).filter(
    ({ path, key }) => path.startsWith('src/') && used.has(key) && !usedBeside.has(key),
  );
  return {
    name: 'exports of src/ that tests alone import',
    value: found.length,
    where: found.map(({ place }) => place),
  };
}

function exportsOf(files: readonly SourceFile[]) {
  return files.flatMap(({ path, exports }) =>
    exports.map(({ name, line }) => ({ path, key: `${path}#${name}`, place: `${path}:${line} ${name}` })),
  );
}

function namesImportedBy(files: readonly SourceFile[]): Set<string> {
  return new Set(
    files.flatMap(({ imports }) =>
      imports.flatMap(({ from, names }) => names.map((name) => `${from}#${name}`)),
    ),
  );
}

function repeatedTypes(files: readonly SourceFile[]): Figure {
  const places = new Map<string, string[]>();
  for (const { path, exports } of files) {
    for (const { name, isType, line } of exports) {
      if (isType) places.set(name, [...(places.get(name) ?? []), `${path}:${line}`]);
    }
  }
  const found = [...places].filter(([, at]) => at.length > 1);
  return {
    name: 'names that several exported types have',
    value: found.length,
    where: found.map(([name, at]) => `${name}: ${at.join(', ')}`),
  };
}

/** Answers say in one place what was read of a question. */
function filesThatTellWhatTheyRead(files: readonly SourceFile[]): Figure {
  const found = files.filter(({ texts }) => texts.some((text) => text.includes('Read "')));
  return { name: 'files that write `Read "`', value: found.length, where: found.map(({ path }) => path) };
}

function commentShare(files: readonly SourceFile[]): Figure {
  const sum = (of: (file: SourceFile) => number) => files.reduce((total, file) => total + of(file), 0);
  const name = '% of the lines that are comments';
  return {
    name,
    value: percent(
      sum(({ commentLines }) => commentLines),
      sum(({ lines }) => lines),
    ),
    where: [],
  };
}

/** Folders of `src/` that are to become one, and are counted as one. */
const BECOMES: Readonly<Record<string, string>> = {
  http: 'server',
  stdio: 'server',
  auth: 'server',
  protocol: 'mcp',
  kinds: 'model',
  harvest: 'pipeline',
  publish: 'pipeline',
};

function linesByFolder(files: readonly SourceFile[]): Figure[] {
  const lines = new Map<string, number>();
  for (const file of files) {
    const [top = '', second] = file.path.split('/');
    if (second === undefined) continue;
    const folder = top === 'src' ? `${top}/${BECOMES[second] ?? second}` : top;
    lines.set(folder, (lines.get(folder) ?? 0) + file.lines);
  }
  return [...lines].sort().map(([folder, value]) => ({ name: `lines of ${folder}`, value, where: [] }));
}

/** With one decimal. */
function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 1_000) / 10;
}
