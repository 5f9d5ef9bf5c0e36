import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { builtProgram } from '../bench/program.ts';

export interface ServerOptions {
  readonly port: number;
  readonly workers: number;
  /** The data directory. */
  readonly home: string;
}

/** The built program over HTTP, in processes of its own. */
export interface Server {
  readonly pid: number;
  /** The processes that answer: the workers, or the one process itself. */
  answering(): number[];
  /** Asks it to end, and tells how it did and after how many milliseconds. */
  end(): Promise<{ readonly code: number | null; readonly ms: number }>;
  /** Ends it at once, whatever it does. */
  kill(): void;
  /** What it has written on standard error. */
  log(): string;
}

const longestLog = 200_000;

/** Starts the server and waits until it listens. */
export async function startServer({ port, workers, home }: ServerOptions): Promise<Server> {
  const args = ['--http', '--port', String(port), '--workers', String(workers), '--data-dir', home];
  // No arXiv answers there, and nothing that is sent may be limited.
  const env = {
    ...process.env,
    ROBOTICS_MCP_ARXIV_API: 'http://127.0.0.1:9/api/query',
    ROBOTICS_MCP_MAX_PENDING: '1000000',
  };
  const all = [builtProgram(), ...args, '--log-level', 'warn'];
  const child = spawn(process.execPath, all, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log = (log + text).slice(-longestLog);
  });
  await new Promise<void>((resolve, reject) => {
    child.stderr.on('data', () => log.includes('answers at') && resolve());
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}: ${log}`)));
  });
  const pid = child.pid ?? 0;
  return {
    pid,
    answering: () => (workers === 1 ? [pid] : childrenOf(pid)),
    end: () => end(child),
    kill: () => child.kill('SIGKILL'),
    log: () => log,
  };
}

/** A port that is free just now. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function end(child: ChildProcess): Promise<{ code: number | null; ms: number }> {
  const begun = performance.now();
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const [code] = (await gone) as [number | null];
  return { code, ms: Math.round(performance.now() - begun) };
}

function childrenOf(pid: number): number[] {
  const file = `/proc/${pid}/task/${pid}/children`;
  const text = existsSync(file)
    ? readFileSync(file, 'utf8')
    : execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' });
  return text.trim().split(/\s+/).filter(Boolean).map(Number);
}
