/** What is used of WebAssembly, which the types of Node name without saying more. */
declare namespace WebAssembly {
  interface Instance {
    readonly exports: object;
  }
  class Memory {
    constructor(descriptor: { initial: number });
  }
  function compile(bytes: Uint8Array): Promise<Module>;
  function instantiate(module: Module, imports: object): Promise<Instance>;
}
