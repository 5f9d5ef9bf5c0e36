import { execFile, execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

/** The working tree. */
export const root = fileURLToPath(new URL('../../', import.meta.url));
const clock = pathToFileURL(fileURLToPath(new URL('clock.mjs', import.meta.url))).href;
const run = promisify(execFile);
const longestOutput = 64 * 1024 * 1024;

/** A built program with a folder of its own; the folders' names are equally long, since tables are laid out by width. */
export interface Side {
  readonly folder: string;
  readonly program: string;
  /** What it was built from. */
  readonly source: string;
  /** What its processes see of the environment. */
  readonly env: Readonly<Record<string, string>>;
}

export interface Sides {
  readonly base: Side;
  readonly work: Side;
  /** The records that both have. */
  readonly dataset: string;
  /** The day on which both are asked, in UTC. */
  readonly day: string;
}

/** Builds a commit and the working tree below `folder`, both over the commit's records. */
export async function buildSides(
  commit: string,
  folder: string,
  note: (what: string) => void,
): Promise<Sides> {
  const source = join(folder, 'source');
  const day = (await run('git', ['show', '-s', '--format=%cs', commit], { cwd: root })).stdout.trim();
  note(`reading ${commit}`);
  takeOut(commit, source);
  await takeModules(source);
  note('building both');
  await Promise.all([buildBase(source, folder), buildWork(source, folder)]);
  return {
    base: sideIn(join(folder, 'base'), source, day),
    work: sideIn(join(folder, 'work'), root, day),
    dataset: join(source, 'dataset'),
    day,
  };
}

function takeOut(commit: string, folder: string): void {
  mkdirSync(folder, { recursive: true });
  const archive = execFileSync('git', ['archive', '--format=tar', commit], {
    cwd: root,
    maxBuffer: 1024 * 1024 * 1024,
  });
  execFileSync('tar', ['-xf', '-', '-C', folder], { input: archive });
}

/** The packages that are here, if the commit wants the same; they are linked, which takes a second. */
async function takeModules(source: string): Promise<void> {
  const lock = 'package-lock.json';
  if (readFileSync(join(source, lock), 'utf8') === readFileSync(join(root, lock), 'utf8')) {
    try {
      await run('cp', ['-al', join(root, 'node_modules'), join(source, 'node_modules')]);
      return;
    } catch {
      // Another file system, or no such option: copies do as well.
      cpSync(join(root, 'node_modules'), join(source, 'node_modules'), { recursive: true });
      return;
    }
  }
  await run('npm', ['ci', '--ignore-scripts', '--no-audit'], { cwd: source, maxBuffer: longestOutput });
}

async function buildBase(source: string, folder: string): Promise<void> {
  await script(source, 'scripts/build.ts');
  mkdirSync(join(folder, 'base'));
  renameSync(join(source, 'dist'), join(folder, 'base/dist'));
}

async function buildWork(source: string, folder: string): Promise<void> {
  const dist = join(folder, 'work/dist');
  await script(root, 'scripts/build.ts', '--code');
  cpSync(join(root, 'dist'), dist, {
    recursive: true,
    // Only the folder: modules may have names that begin so.
    filter: (path) => path !== join(root, 'dist/dataset'),
  });
  // By its own builder: formats of snapshots may differ, records must not.
  await script(root, 'scripts/build-dataset.ts', join(dist, 'dataset'), join(source, 'dataset'));
}

async function script(cwd: string, file: string, ...args: string[]): Promise<void> {
  await run(process.execPath, ['--import', 'tsx', file, ...args], { cwd, maxBuffer: longestOutput });
}

function sideIn(folder: string, source: string, day: string): Side {
  const program = join(folder, 'dist/cli.js');
  if (!existsSync(program)) throw new Error(`${program} was not built.`);
  const home = join(folder, 'home');
  mkdirSync(join(folder, 'here'));
  mkdirSync(home);
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: home,
    USERPROFILE: home,
    USER: 'golden',
    LOGNAME: 'golden',
    LANG: 'C.UTF-8',
    TZ: 'UTC',
    COLUMNS: '80',
    NODE_OPTIONS: `--import ${clock}`,
    GOLDEN_NOW: String(Date.parse(`${day}T12:00:00Z`)),
    ROBOTICS_MCP_HOME: join(home, 'data'),
    // Nobody answers there.
    ROBOTICS_MCP_ARXIV_API: 'http://127.0.0.1:9/api/query',
  };
  return { folder, program, source, env };
}
