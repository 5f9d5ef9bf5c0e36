import { readFile } from 'node:fs/promises';
import { build, type Plugin } from 'esbuild';
import { isFetchedLate } from '../bundle/plugins.ts';

/**
 * The bands of the program, from the ground up, and the folders in each: a file imports from its own band and from those
 * below. Inside a band only circles are forbidden.
 */
export const BANDS: readonly (readonly string[])[] = [
  ['lib', 'text', 'arxiv', 'kinds', 'certification'],
  ['search', 'data'],
  ['question', 'references'],
  ['contributions', 'publish', 'harvest'],
  ['tools', 'protocol'],
  ['view'],
  ['auth', 'stdio', 'http', 'cli'],
  ['bin'],
];

/** Which of the files each file imports, types included. */
type Imports = ReadonlyMap<string, readonly string[]>;

/** What runs in a browser: of the rest of the program it may know the types alone. */
const BROWSER = 'view';

/** Reads the imports among these files of a project; both sides are paths from its root. */
export function readImports(root: string, files: readonly string[]): Promise<Imports> {
  return readBy(root, files, [keepTypeImports]);
}

/** The same without the imports of types. */
export function readValueImports(root: string, files: readonly string[]): Promise<Imports> {
  return readBy(root, files, []);
}

/** The modules from elsewhere, Node's among them, that each file imports by `import()`. */
export async function readLateImports(root: string, files: readonly string[]): Promise<Imports> {
  const inputs = await readInputs(root, files, []);
  return new Map(
    inputs.map(([file, { imports }]) => [
      file,
      imports.filter(({ kind, external }) => kind === 'dynamic-import' && external).map(({ path }) => path),
    ]),
  );
}

async function readBy(root: string, files: readonly string[], plugins: readonly Plugin[]): Promise<Imports> {
  const inputs = await readInputs(root, files, plugins);
  const known = new Set(files);
  return new Map(
    inputs.map(([file, { imports }]) => [
      file,
      imports.map(({ path }) => path).filter((path) => known.has(path)),
    ]),
  );
}

/** What esbuild tells of each of the files. */
async function readInputs(root: string, files: readonly string[], plugins: readonly Plugin[]) {
  const { metafile } = await build({
    entryPoints: files.map((file) => ({ in: file, out: file })),
    absWorkingDir: root,
    bundle: true,
    write: false,
    outdir: 'unused',
    metafile: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    plugins: [...plugins],
    logLevel: 'silent',
  });
  const known = new Set(files);
  return Object.entries(metafile.inputs).filter(([file]) => known.has(file));
}

/**
 * Imports of types are imports too, but esbuild drops them before they are seen: each import of names becomes
 * one of the file as a whole.
 */
const keepTypeImports: Plugin = {
  name: 'keep-type-imports',
  setup({ onLoad }) {
    onLoad({ filter: /\.tsx?$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const contents = source.replace(/^(?:import|export)\s[^;'"]*?\sfrom ('[^']+');/gm, 'import $1;');
      return { contents, loader: path.endsWith('x') ? 'tsx' : 'ts' };
    });
  },
};

/**
 * Says, a sentence each, which imports run upwards, in a circle, bring the program's code into a browser, or fetch a
 * module late that has no names then.
 */
export function findViolations(imports: Imports, values: Imports, late: Imports): string[] {
  return [...findUpward(imports), ...findCycles(imports), ...findInBrowser(values), ...findNameless(late)];
}

/** What stands in for such a module in the bundle has a default export alone, so that a test of the sources sees nothing. */
function findNameless(late: Imports): string[] {
  return [...late].flatMap(([file, targets]) =>
    targets
      .filter(isFetchedLate)
      .map(
        (target) =>
          `${file} imports ${target} late: import it at the top, the bundle fetches it when it is first used.`,
      ),
  );
}

function findInBrowser(values: Imports): string[] {
  const isThere = (file: string) => folderOf(file) === BROWSER;
  return [...values].flatMap(([file, targets]) =>
    targets
      .filter((target) => isThere(file) && !isThere(target))
      .map((target) => `${file} imports more than types: ${target} does not run in a browser.`),
  );
}

function findUpward(imports: Imports): string[] {
  return [...imports].flatMap(([file, targets]) => {
    const from = bandOf(file);
    if (from === -1) return [`${file} stands in no known folder. Folders: ${BANDS.flat().join(', ')}.`];
    return targets
      .filter((target) => bandOf(target) > from)
      .map((target) => `${file} imports upwards: ${target} stands in ${folderOf(target)}.`);
  });
}

function findCycles(imports: Imports): string[] {
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) {
      cycles.push(`Imports in a circle: ${[...path.slice(path.indexOf(file)), file].join(' → ')}.`);
      return;
    }
    if (done.has(file)) return;
    for (const target of imports.get(file) ?? []) visit(target, [...path, file]);
    done.add(file);
  };
  for (const file of [...imports.keys()].sort()) visit(file, []);
  return cycles;
}

function bandOf(file: string): number {
  return BANDS.findIndex((folders) => folders.includes(folderOf(file)));
}

function folderOf(file: string): string {
  const [top = '', folder = ''] = file.split('/');
  return top === 'src' ? folder : top;
}
