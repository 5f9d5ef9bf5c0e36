import {
  type ChildProcess,
  type ChildProcessWithoutNullStreams,
  execFileSync,
  spawn,
} from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { builtProgram } from './program.ts';

const running = new Set<ChildProcess>();
const folders = new Set<string>();
const LONGEST_LOG = 200_000;

/** Ends every child and removes every temporary folder when this process ends, also by Ctrl-C. */
export function cleanUpAtExit(): void {
  process.once('exit', () => {
    for (const child of running) child.kill('SIGKILL');
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const) {
    process.once(signal, () => process.exit(code));
  }
}

/** Starts Node with these arguments; all three streams are pipes. */
export function startNode(args: readonly string[], env?: NodeJS.ProcessEnv) {
  return startProgram(process.execPath, args, env);
}

/** The same for another program. */
export function startProgram(program: string, args: readonly string[], env = process.env) {
  const child = spawn(program, args, { env, stdio: 'pipe' });
  running.add(child);
  child.once('close', () => running.delete(child));
  // A child that is told to end may close its input before we do.
  child.stdin.on('error', () => undefined);
  return child;
}

/** Where what is submitted stays pending, since no arXiv answers there, and nothing that is sent is limited. */
export function undisturbed(home?: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    ROBOTICS_MCP_ARXIV_API: 'http://127.0.0.1:9/api/query',
    ROBOTICS_MCP_MAX_PENDING: '1000000',
    ROBOTICS_MCP_MAX_MEGABYTES: '100000',
    ...(home !== undefined && { ROBOTICS_MCP_HOME: home }),
  };
}

/** Ends a child as the system does when it must, no handler runs, and waits until it is gone. */
export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

/** Waits until a child has ended, and gives what it wrote. */
export async function output(child: ChildProcessWithoutNullStreams) {
  let [out, errors] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  return { code, signal, out, errors };
}

/** Runs a script to its end and reads the JSON that it prints. */
export async function runScript<T>(
  script: URL,
  args: readonly string[],
  nodeFlags: readonly string[] = [],
): Promise<T> {
  const file = fileURLToPath(script);
  const ended = await output(startNode([...nodeFlags, '--import', 'tsx', file, ...args]));
  if (ended.code === 0) return JSON.parse(ended.out) as T;
  const last = ended.errors.trim().split('\n').slice(-12).join('\n');
  throw new Error(`${file} ended with ${ended.signal ?? ended.code}: ${last}`);
}

/** A server over HTTP in processes of its own. */
export interface RunningServer {
  readonly child: ChildProcessWithoutNullStreams;
  readonly pid: number;
  readonly url: string;
  /** The processes that answer: the workers, or the one process itself. */
  answering(): number[];
  /** Asks it to end, and tells how it did and after how many milliseconds. */
  end(): Promise<{ readonly code: number | null; readonly ms: number }>;
  /** The end of what it has written on standard error. */
  log(): string;
}

/** The built server over HTTP, at a free port unless the arguments name one. */
export function startHttpServer(
  args: readonly string[] = ['--port', '0'],
  env?: NodeJS.ProcessEnv,
): Promise<RunningServer> {
  return listening(startNode([builtProgram(), '--http', ...args], env));
}

/** A server of `node:http` alone that parses each request and answers the bytes of a file. */
export function startBareServer(answerFile: string): Promise<RunningServer> {
  const script = fileURLToPath(new URL('../harness/bare-server.ts', import.meta.url));
  return listening(startNode(['--import', 'tsx', script, '0', answerFile]));
}

/** Waits until a server says on standard error where it listens. */
export function listening(child: ChildProcessWithoutNullStreams): Promise<RunningServer> {
  const pid = child.pid ?? 0;
  let log = '';
  return new Promise((resolve, reject) => {
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      log = (log + text).slice(-LONGEST_LOG);
      const url = /http:\/\/[^\s]+/.exec(log)?.[0];
      if (url === undefined || !log.includes('\n')) return;
      const answering = () => {
        const workers = childrenOf(pid);
        return workers.length > 0 ? workers : [pid];
      };
      resolve({ child, pid, url, answering, end: () => end(child), log: () => log });
    });
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}: ${log}`)));
  });
}

async function end(child: ChildProcess): Promise<{ code: number | null; ms: number }> {
  const begun = performance.now();
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const [code] = (await gone) as [number | null];
  return { code, ms: Math.round(performance.now() - begun) };
}

/** The processes that a process has started and that are there. */
export function childrenOf(pid: number): number[] {
  const file = `/proc/${pid}/task/${pid}/children`;
  try {
    const text = existsSync(file)
      ? readFileSync(file, 'utf8')
      : execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' });
    return text.trim().split(/\s+/).filter(Boolean).map(Number);
  } catch {
    // pgrep ends with 1 where there are none.
    return [];
  }
}

/** A port that is free just now. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** A folder outside the repository that is removed at the end. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'robotics-mcp-scripts-'));
  folders.add(folder);
  return folder;
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  folders.delete(folder);
}
