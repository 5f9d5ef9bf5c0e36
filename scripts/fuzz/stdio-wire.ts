import { setImmediate as turn } from 'node:timers/promises';
import { startNode, stop } from '../harness/processes.ts';
import { builtProgram } from '../harness/program.ts';
import type { SideOptions } from './side.ts';

/** The built server as a child process, with the lines that it writes. */
export class StdioWire {
  readonly #child: ReturnType<typeof startNode>;
  readonly #lines: string[] = [];
  #begun = '';
  #log = '';
  #isClosed = false;
  #wake: () => void = () => undefined;

  constructor({ home, env }: Pick<SideOptions, 'home' | 'env'>) {
    const args = ['--tools', 'all', '--links', '--data-dir', home, '--log-level', 'warn'];
    this.#child = startNode([builtProgram(), ...args], env);
    this.#child.stdout.setEncoding('utf8').on('data', (text: string) => this.#take(text));
    this.#child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#log = (this.#log + text).slice(-20_000);
    });
    this.#child.once('close', () => {
      this.#isClosed = true;
      this.#wake();
    });
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Writes text, torn at these shares of its bytes. */
  async write(text: string, tears: readonly number[] = []): Promise<void> {
    const bytes = Buffer.from(text);
    const places = [...tears].sort((a, b) => a - b).map((share) => Math.floor(share * bytes.length));
    let from = 0;
    for (const to of [...places, bytes.length]) {
      if (to > from) this.#child.stdin.write(bytes.subarray(from, to));
      if (to < bytes.length) await turn();
      from = to;
    }
  }

  /** The next line. */
  async read(patienceMs: number): Promise<string | 'closed' | 'silent'> {
    for (const end = performance.now() + patienceMs; ; ) {
      const line = this.#lines.shift();
      if (line !== undefined) return line;
      if (this.#isClosed) return 'closed';
      const left = end - performance.now();
      if (left <= 0) return 'silent';
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  /** The end of what it wrote on standard error. */
  get lastWords(): string[] {
    return this.#log === '' ? [] : [this.#log.slice(-500)];
  }

  kill(): Promise<void> {
    return stop(this.#child);
  }

  /** Ends the input, and tells what is wrong with how the server ended and with what it wrote. */
  async end(): Promise<string[]> {
    this.#child.stdin.end();
    const rest: string[] = [];
    for (let line = await this.read(20_000); line !== 'closed'; line = await this.read(20_000)) {
      rest.push(
        line === 'silent'
          ? 'did not end with its input'
          : `wrote after all was answered: ${line.slice(0, 200)}`,
      );
      if (line === 'silent') await this.kill();
    }
    const failure = this.#log.split('\n').find((line) => / error /.test(line));
    const { exitCode } = this.#child;
    return [
      ...rest,
      ...(exitCode === 0 ? [] : [`ended with ${exitCode}`]),
      ...(failure === undefined ? [] : [`wrote into its log: ${failure.slice(0, 300)}`]),
    ];
  }

  #take(text: string): void {
    const parts = (this.#begun + text).split('\n');
    this.#begun = parts.pop() ?? '';
    this.#lines.push(...parts);
    if (parts.length > 0) this.#wake();
  }
}
