import { readFile } from 'node:fs/promises';

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
