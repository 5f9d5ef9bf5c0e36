import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readWhole } from '../../lib/read-whole.ts';
import { programPlace } from '../program-place.ts';
import { compileEngine } from './compile-engine.ts';

interface ReadFile {
  readonly path: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The engine and the bundled data on their way into memory, while the code that needs them is loaded. */
export class ReadAhead {
  readonly engine: Promise<WebAssembly.Module>;
  private file: Promise<ReadFile> | undefined;

  /** `withData` is false where other data than the bundled ones are likely to be opened. */
  constructor(withData: boolean) {
    const { dir, wasm } = programPlace();
    this.engine = compileEngine(wasm);
    this.file = withData ? readNamed(dir) : undefined;
    // Whoever needs them is told, and reads the file again.
    this.engine.catch(() => undefined);
    this.file?.catch(() => undefined);
  }

  /** The bytes of a file if they were read ahead, once: a database takes them over. */
  async take(path: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const file = this.file;
    this.file = undefined;
    const found = await file?.catch(() => undefined);
    return found?.path === path ? found.bytes : undefined;
  }
}

/** The file that the manifest in a folder names; both are checked when they are opened. */
async function readNamed(dir: string): Promise<ReadFile> {
  const { file } = JSON.parse(await readFile(join(dir, 'manifest.json'), 'utf8')) as { file: string };
  const path = join(dir, file);
  return { path, bytes: await readWhole(path) };
}
