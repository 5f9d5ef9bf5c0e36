import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where the files of a snapshot are. */
export interface SnapshotPlace {
  /** Folder with `manifest.json` and the file that it names. */
  readonly dir: string;
  /** sql.js's `sql-wasm.wasm`. */
  readonly wasm: string;
  /** True for data that came with the program itself: their SHA-256 is not looked at. */
  readonly trusted?: boolean;
}

const wasmName = 'sql-wasm.wasm';

/** Where the program's own files are: beside the bundled file, or in a clone what the build made. */
export function programPlace(): SnapshotPlace & { readonly program: string } {
  const here = dirname(fileURLToPath(import.meta.url));
  const base = existsSync(join(here, wasmName)) ? here : join(here, '../../dist');
  return { dir: join(base, 'dataset'), wasm: join(base, wasmName), program: join(base, 'cli.js') };
}
