import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { main } from '../../src/cli/main.ts';
import type { Terminal } from '../../src/cli/terminal.ts';

/** What a command came to. */
export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly errors: string;
}

/** A tool's answer as its caller gets it. */
export interface ToolAnswer {
  readonly status: number;
  readonly isError: boolean;
  readonly content: Readonly<Record<string, unknown>>;
}

/** The program in this process: its commands and its servers. Everything that it says on standard error is kept. */
export class Program {
  readonly #main: typeof main;
  readonly #env: Readonly<Record<string, string>>;
  /** What was said on standard error, by all commands and servers. */
  log = '';

  constructor(run: typeof main, env: Readonly<Record<string, string>>) {
    this.#main = run;
    this.#env = env;
  }

  async run(...args: readonly string[]): Promise<Ran> {
    const { terminal, stdout, stderr } = terminalWith(this.#env, new Promise(() => undefined));
    const said = Promise.all([text(stdout), text(stderr)]);
    const code = await this.#main(args, terminal);
    stdout.end();
    stderr.end();
    const [out, errors] = await said;
    this.log += errors;
    return { code, out, errors };
  }

  async serve(...args: readonly string[]): Promise<Server> {
    let stop: () => void = () => undefined;
    const stopped = new Promise<void>((resolve) => {
      stop = resolve;
    });
    const { terminal, stdout, stderr } = terminalWith(this.#env, stopped);
    stdout.resume();
    let said = '';
    const ended = this.#main(['--http', '--port', '0', ...args], terminal);
    let url: string | undefined;
    stderr.setEncoding('utf8').on('data', (more: string) => {
      said += more;
      this.log += more;
    });
    while (url === undefined) {
      const isOver = await Promise.race([ended.then(() => true), once(stderr, 'data').then(() => false)]);
      url = /http:\/\/127\S+/.exec(said)?.[0];
      if (isOver && url === undefined) throw new Error(`The server ended: ${said}`);
    }
    return new Server(url, async () => {
      stop();
      return ended;
    });
  }
}

/** A server over HTTP. */
export class Server {
  readonly url: string;
  /** Asks it to end; its exit code. */
  readonly stop: () => Promise<number>;

  constructor(url: string, stop: () => Promise<number>) {
    this.url = url;
    this.stop = stop;
  }

  async ask(tool: string, args: object, token?: string): Promise<ToolAnswer> {
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool, arguments: args } };
    const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const response = await fetch(this.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...authorization },
      body: JSON.stringify(call),
    });
    const body = (await response.json()) as {
      readonly result?: { readonly isError?: boolean; readonly structuredContent?: ToolAnswer['content'] };
    };
    const { isError = body.result === undefined, structuredContent = {} } = body.result ?? {};
    return { status: response.status, isError, content: structuredContent };
  }

  /** What GET says of its data. */
  async dataset(): Promise<ServedDataset> {
    const response = await fetch(this.url, { headers: { accept: 'application/json' } });
    return ((await response.json()) as { dataset: ServedDataset }).dataset;
  }
}

interface ServedDataset {
  readonly version: string;
  readonly source: string;
  readonly age_days: number;
  readonly warnings?: readonly string[];
}

function terminalWith(env: Readonly<Record<string, string>>, stopped: Promise<void>) {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const terminal: Terminal = { stdin, stdout, stderr, env, stopped };
  return { terminal, stdout, stderr };
}
