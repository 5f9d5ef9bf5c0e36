import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

export interface CrashServer {
  /** Sends a call; resolves with its ticket once it was acknowledged, rejects when the server is gone. */
  call(name: string, args: object): Promise<string>;
  /** Kills it as the system does when it must: no handler runs. */
  kill(): Promise<void>;
}

interface Answer {
  readonly id?: number;
  readonly result?: { readonly isError?: boolean; readonly structuredContent?: { readonly ticket?: string } };
}

/** The program to start: what comes after `node`. */
export type Program = readonly string[];

function start(program: Program, args: readonly string[], home: string): ChildProcess {
  // No arXiv answers there: what is submitted stays pending.
  const env = {
    ...process.env,
    ROBOTICS_MCP_HOME: home,
    ROBOTICS_MCP_ARXIV_API: 'http://127.0.0.1:9/api/query',
    ROBOTICS_MCP_MAX_PENDING: '1000000',
  };
  return spawn(process.execPath, [...program, ...args], { env, stdio: ['pipe', 'pipe', 'pipe'] });
}

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

const request = (id: number, name: string, args: object) =>
  JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } });

function ticketOf({ result }: Answer): string {
  const ticket = result?.structuredContent?.ticket;
  if (result?.isError === true || ticket === undefined) throw new Error(`Refused: ${JSON.stringify(result)}`);
  return ticket;
}

/** The server over stdio, after its handshake. */
export async function startStdio(program: Program, home: string): Promise<CrashServer> {
  const child = start(program, [], home);
  const waiting = new Map<number, (answer: Answer | undefined) => void>();
  let last = 1;
  createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
    const answer = JSON.parse(line) as Answer;
    waiting.get(answer.id ?? -1)?.(answer);
  });
  child.once('exit', () => {
    for (const settle of waiting.values()) settle(undefined);
  });
  child.stdin?.on('error', () => undefined);
  const send = (id: number, line: string): Promise<Answer> =>
    new Promise((resolve, reject) => {
      waiting.set(id, (answer) => (answer === undefined ? reject(new Error('gone')) : resolve(answer)));
      child.stdin?.write(`${line}\n`);
    });
  const params = {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'crash', version: '1' },
  };
  await send(1, JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }));
  child.stdin?.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
  return {
    call: async (name, args) => {
      last += 1;
      return ticketOf(await send(last, request(last, name, args)));
    },
    kill: () => killed(child),
  };
}

/** The server over HTTP, once it listens. */
export async function startHttp(program: Program, home: string): Promise<CrashServer> {
  const child = start(program, ['--http', '--port', '0'], home);
  const url = await new Promise<string>((resolve, reject) => {
    let text = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8');
      const found = /http:\/\/\S+\/api\/mcp/.exec(text)?.[0];
      if (found !== undefined) resolve(found);
    });
    child.once('exit', () => reject(new Error(`It did not start: ${text}`)));
  });
  let last = 0;
  return {
    call: async (name, args) => {
      last += 1;
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(url, { method: 'POST', headers, body: request(last, name, args) });
      return ticketOf((await response.json()) as Answer);
    },
    kill: () => killed(child),
  };
}
