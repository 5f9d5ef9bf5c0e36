import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The records as they stand in the repository. */
export const datasetFolder = `${root}dataset`;

/** The folder with the built snapshot. */
export const snapshotFolder = `${root}dist/dataset`;

/** SQLite as WebAssembly. */
export const wasmFile = createRequire(import.meta.url).resolve('sql.js/dist/sql-wasm.wasm');

/** The built program. Throws a sentence if it is not there. */
export function builtProgram(): string {
  const file = `${root}dist/cli.js`;
  if (!existsSync(file) || !existsSync(`${snapshotFolder}/manifest.json`)) {
    throw new Error('The program is not built: run "npm run build" first.');
  }
  return file;
}

/** The standalone executable of this machine, if `npm run package` has made one. */
export function builtExecutable(): string | undefined {
  const platform = { win32: 'win', darwin: 'macos' }[process.platform as string] ?? process.platform;
  const file = `${root}executables/robotics-mcp-${platform}-${process.arch}`;
  return [file, `${file}.exe`].find(existsSync);
}
