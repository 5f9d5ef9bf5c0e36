import { createInterface } from 'node:readline';
import { startNode, startProgram, stop } from './children.ts';
import { builtProgram } from './program.ts';
import { callMessage, initializedMessage, initializeMessage, type Question } from './rpc.ts';

/** The built server as a child process, spoken to over its standard streams. */
export class StdioClient {
  private readonly child: ReturnType<typeof startNode>;
  private readonly waiting = new Map<number, { resolve(line: string): void; reject(error: Error): void }>();
  private lastId = 0;

  /** Speaks to the built program, or to an executable. */
  constructor(executable?: string) {
    this.child = executable === undefined ? startNode([builtProgram()]) : startProgram(executable, []);
    this.child.stderr.resume();
    this.child.once('exit', () => {
      for (const { reject } of this.waiting.values()) reject(new Error('The server ended unasked.'));
    });
    createInterface({ input: this.child.stdout }).on('line', (line) => {
      // Ids of records are strings, so a number can only be that of the request. Parsing every answer here
      // would measure this side.
      const id = Number(/"id":(\d+)[,}]/.exec(line)?.[1]);
      this.waiting.get(id)?.resolve(line);
      this.waiting.delete(id);
    });
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  async initialize(): Promise<void> {
    await this.send((id) => initializeMessage(id));
    this.child.stdin.write(`${initializedMessage}\n`);
  }

  /** The answer to one `tools/call`, as it came. */
  ask(question: Question): Promise<string> {
    return this.send((id) => callMessage(id, question));
  }

  close(): Promise<void> {
    return stop(this.child);
  }

  private send(message: (id: number) => string): Promise<string> {
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.child.stdin.write(`${message(id)}\n`);
    });
  }
}
