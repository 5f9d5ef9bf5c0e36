import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { programPlace } from '../../lib/program.ts';

/**
 * Reads and compiles SQLite from its file, on other threads. By itself V8 compiles each function when it is first
 * called, on the thread that waits for the first answer.
 */
export async function compileEngine(wasm: string): Promise<WebAssembly.Module> {
  const bytes = await readFile(wasm);
  const v8 = process.getBuiltinModule('node:v8');
  // V8's threads do not keep the process alive: with nothing else to do, Node.js would end it meanwhile.
  const hold = setInterval(() => undefined, 60_000);
  v8.setFlagsFromString('--no-wasm-lazy-compilation');
  try {
    return await WebAssembly.compile(bytes);
  } finally {
    clearInterval(hold);
    v8.setFlagsFromString('--wasm-lazy-compilation');
  }
}

interface ReadFile {
  readonly path: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The engine and the bundled data on their way into memory, while the code that needs them is loaded. */
export class ReadAhead {
  readonly engine: Promise<WebAssembly.Module>;
  #file: Promise<ReadFile> | undefined;

  /** `withData` is false where other data than the bundled ones are likely to be opened. */
  constructor(withData: boolean) {
    const { dir, wasm } = programPlace();
    this.engine = compileEngine(wasm);
    this.#file = withData ? readNamed(dir) : undefined;
    // Code that needs them reads the file again, and gets the error.
    this.engine.catch(() => undefined);
    this.#file?.catch(() => undefined);
  }

  /** The bytes of a file if they were read ahead, once: a database takes them over. */
  async take(path: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const file = this.#file;
    this.#file = undefined;
    const found = await file?.catch(() => undefined);
    if (found === undefined || found.path === path) return found?.bytes;
    const { LazyFile } = await import('../../lib/lazy-file.ts');
    if (found.bytes instanceof LazyFile) found.bytes.close();
    return undefined;
  }
}

/** The file that the manifest in a folder names; both are checked when they are opened. */
async function readNamed(dir: string): Promise<ReadFile> {
  const [manifest, { openWhole }] = await Promise.all([
    readFile(join(dir, 'manifest.json'), 'utf8'),
    import('../../lib/lazy-file.ts'),
  ]);
  const { file } = JSON.parse(manifest) as { file: string };
  const path = join(dir, file);
  return { path, bytes: await openWhole(path) };
}
