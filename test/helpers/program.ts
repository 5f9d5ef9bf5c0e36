import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { childrenOf } from '../../scripts/harness/processes.ts';
import { main } from '../../src/cli/main.ts';

/** The built program. */
export const PROGRAM = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

export interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface RunOptions {
  readonly env?: Record<string, string>;
  readonly input?: string;
}

/** The environment of a child: this one's, without what would set options of the program. */
export function cleanEnvironment(extra: Record<string, string> = {}): Record<string, string> {
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith('ROBOTICS_MCP_'));
  return { ...(Object.fromEntries(kept) as Record<string, string>), ...extra };
}

/** Starts the program. */
export function start(args: readonly string[], env: Record<string, string> = {}): ChildProcess {
  return spawn(process.execPath, [PROGRAM, ...args], { env: cleanEnvironment(env) });
}

/** Ends a program at once, and what it has started: a server gives those who may ask again two seconds. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  // Stopped first, so that it starts no worker in place of another.
  child.kill('SIGSTOP');
  for (const pid of childrenOf(child.pid ?? 0)) process.kill(pid, 'SIGKILL');
  child.kill('SIGKILL');
  await gone;
}

/** Frees what a killed program has left locked in its directory: after some seconds it would be free by itself. */
export function expireLocks(directory: string): void {
  if (!existsSync(directory)) return;
  for (const name of readdirSync(directory, { recursive: true, encoding: 'utf8' }))
    if (name.endsWith('.lock')) utimesSync(join(directory, name), 0, 0);
}

/** Runs the program to its end. */
export async function run(args: readonly string[], { env = {}, input = '' }: RunOptions = {}): Promise<Run> {
  const child = start(args, env);
  const out = collect(child, 'stdout');
  const err = collect(child, 'stderr');
  child.stdin?.end(input);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout: out(), stderr: err() };
}

/** Runs the program's main function in this process: for what happens before anything is served. */
export async function runHere(
  args: readonly string[],
  env: Record<string, string> = {},
  isTTY = false,
): Promise<Run> {
  const stdout = Object.assign(new PassThrough(), { isTTY });
  const streams = { stdin: new PassThrough(), stdout, stderr: new PassThrough() };
  const code = await main(args, { ...streams, env, stopped: new Promise<void>(() => undefined) });
  const textOf = (stream: PassThrough) => String(stream.read() ?? '');
  return { code, stdout: textOf(streams.stdout), stderr: textOf(streams.stderr) };
}

/** Collects what a child writes; the function returns what has come so far. */
export function collect(child: ChildProcess, stream: 'stdout' | 'stderr'): () => string {
  let text = '';
  child[stream]?.on('data', (chunk: Buffer) => {
    text += chunk.toString('utf8');
  });
  return () => text;
}

/** Looks that are made for what does not come: on a busy machine a program takes many seconds. */
const MAX_LOOKS = 6_000;

/** Waits until a condition holds. */
export async function until(condition: () => boolean, what: string): Promise<void> {
  for (let looks = 0; looks < MAX_LOOKS; looks += 1) {
    if (condition()) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`Waited in vain for ${what}`);
}
