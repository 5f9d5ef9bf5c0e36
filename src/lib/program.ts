import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import envPaths from 'env-paths';
import { expandHome } from './home-path.ts';

/** Set by the bundler; run from source the package file is read instead. */
declare const PACKAGE_VERSION: string | undefined;
declare const PACKAGE_IDENTITY: string | undefined;

/** The program's name, as clients, hosts and the command line show it. */
export const PROGRAM_NAME = 'robotics-mcp';

/** The version in package.json. */
export function programVersion(): string {
  if (typeof PACKAGE_VERSION === 'string') return PACKAGE_VERSION;
  const file = fileURLToPath(new URL('../../package.json', import.meta.url));
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
  return version;
}

/** What the program tells of itself beside name and version, as far as somebody holds it. */
export interface ProgramIdentity {
  /** In the MCP registry. */
  readonly namespace?: string;
  /** As `serverInfo` has it. */
  readonly info: { readonly websiteUrl?: string; readonly icons?: readonly object[] };
}

/** What was filled in of whoever publishes it, when it was built. */
export function programIdentity(): ProgramIdentity {
  return typeof PACKAGE_IDENTITY === 'string' ? JSON.parse(PACKAGE_IDENTITY) : { info: {} };
}

/** The platform's own place for the data of a user's programs. */
export function platformDirectory(): string {
  return expandHome(envPaths('robotics-mcp', { suffix: '' }).data, 'XDG_DATA_HOME');
}

/** The platform's own place for what a user's programs can make anew. */
export function platformCache(): string {
  return expandHome(envPaths('robotics-mcp', { suffix: '' }).cache, 'XDG_CACHE_HOME');
}

const wasmName = 'sql-wasm.wasm';

/** The files that came with the program. */
export interface ProgramPlace {
  /** Folder of the bundled data. */
  readonly dir: string;
  /** sql.js's `sql-wasm.wasm`. */
  readonly wasm: string;
  /** The view as one page. */
  readonly view: string;
  readonly program: string;
  /** The pages of the skills, by name, as one JSON object. */
  readonly skills: string;
}

/** Where the program's own files are: beside the bundled file, or in a clone what the build made. */
export function programPlace(): ProgramPlace {
  const here = dirname(fileURLToPath(import.meta.url));
  const base = existsSync(join(here, wasmName)) ? here : join(here, '../../dist');
  return {
    dir: join(base, 'dataset'),
    wasm: join(base, wasmName),
    view: join(base, 'view.html'),
    program: join(base, 'cli.js'),
    skills: join(base, 'skills.json'),
  };
}
