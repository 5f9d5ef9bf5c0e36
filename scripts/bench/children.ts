import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const running = new Set<ChildProcess>();
const folders = new Set<string>();

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
export function startNode(args: readonly string[]) {
  return startProgram(process.execPath, args);
}

/** The same for another program. */
export function startProgram(program: string, args: readonly string[]) {
  const child = spawn(program, args, { stdio: 'pipe' });
  running.add(child);
  child.once('close', () => running.delete(child));
  // A child that is told to end may close its input before we do.
  child.stdin.on('error', () => undefined);
  return child;
}

/** Ends a child and waits until it is gone. */
export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

/** Runs a script of this folder to its end and reads the JSON that it prints. */
export async function runScript<T>(
  script: string,
  args: readonly string[],
  nodeFlags: readonly string[] = [],
): Promise<T> {
  const file = fileURLToPath(new URL(script, import.meta.url));
  const child = startNode([...nodeFlags, '--import', 'tsx', file, ...args]);
  let [out, errors] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  if (code !== 0) throw new Error(`${script} ended with ${signal ?? code}: ${lastLines(errors)}`);
  return JSON.parse(out) as T;
}

function lastLines(text: string): string {
  return text.trim().split('\n').slice(-12).join('\n');
}

/** A folder outside the repository that is removed at the end. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'robotics-mcp-bench-'));
  folders.add(folder);
  return folder;
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  folders.delete(folder);
}
