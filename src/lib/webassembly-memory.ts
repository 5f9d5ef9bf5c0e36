/** True for the error of memory that the system did not give. */
export function isMemoryFault(error: unknown): boolean {
  return error instanceof RangeError && /memory|allocation failed/i.test(error.message);
}

/** Says which memory is missing, and what to do. */
export function noMemory(): Error {
  return new Error(
    'This process gets no memory for WebAssembly, in which SQLite runs: Node.js reserves 10 GB of addresses for it, and a limit of the address space (ulimit -v, LimitAS=, that of a container) forbids it. Lift the limit, or set NODE_OPTIONS=--disable-wasm-trap-handler, which reserves nothing.',
  );
}

let isThere = false;

/**
 * Throws an Error that says what to do where this process can have no memory for WebAssembly. Node.js needs it too, to fetch
 * anything, and would end without a word of why.
 */
export function requireWebAssembly(): void {
  if (isThere) return;
  try {
    new WebAssembly.Memory({ initial: 1 });
    isThere = true;
  } catch {
    throw noMemory();
  }
}
