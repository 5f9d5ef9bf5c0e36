import { createInterface } from 'node:readline';
import { startNode, startProgram, stop } from './processes.ts';
import { builtProgram } from './program.ts';

/** The revision of the protocol that the scripts speak: what most hosts speak today. */
const REVISION = '2025-06-18';

interface StdioOptions {
  /** Another program than the built one: an executable. */
  readonly executable?: string | undefined;
  readonly env?: NodeJS.ProcessEnv;
}

/** A `tools/call` as JSON-RPC. */
export function callMessage(id: number, { tool, args }: { tool: string; args: object }): string {
  return JSON.stringify({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name: tool, arguments: args },
  });
}

/** The built server as a child process, spoken to over its standard streams. */
export class StdioClient {
  readonly child: ReturnType<typeof startNode>;
  readonly #waiting = new Map<number, { resolve(line: string): void; reject(error: Error): void }>();
  #lastId = 0;

  constructor({ executable, env }: StdioOptions = {}) {
    this.child =
      executable === undefined ? startNode([builtProgram()], env) : startProgram(executable, [], env);
    this.child.stderr.resume();
    this.child.once('exit', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('The server ended unasked.'));
    });
    createInterface({ input: this.child.stdout }).on('line', (line) => {
      // Ids of records are strings, so a number can only be that of the request. Parsing every answer here
      // would measure this side.
      const id = Number(/"id":(\d+)[,}]/.exec(line)?.[1]);
      this.#waiting.get(id)?.resolve(line);
      this.#waiting.delete(id);
    });
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  async initialize(): Promise<void> {
    const params = {
      protocolVersion: REVISION,
      capabilities: {},
      clientInfo: { name: 'scripts', version: '1' },
    };
    await this.#send((id) => JSON.stringify({ jsonrpc: '2.0', id, method: 'initialize', params }));
    this.child.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
  }

  /** The answer to one `tools/call`, as it came. */
  ask(question: { readonly tool: string; readonly args: object }): Promise<string> {
    return this.#send((id) => callMessage(id, question));
  }

  /** Ends the server at once, whatever it does. */
  close(): Promise<void> {
    return stop(this.child);
  }

  #send(message: (id: number) => string): Promise<string> {
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.child.stdin.write(`${message(id)}\n`);
    });
  }
}
