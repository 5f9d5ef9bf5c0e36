import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Terminal } from '../terminal.ts';

/** So long the last of its output is waited for. */
const LAST_WORDS_MS = 500;

/**
 * Runs what the user wrote behind --run, in their shell, with a text on its standard input. Nothing else of ours reaches
 * the shell. Throws a sentence if it fails, or has not ended in time: then it and what it began is ended.
 */
export async function runCommand(
  command: string,
  input: string,
  seconds: number,
  { stdout, stderr }: Pick<Terminal, 'stdout' | 'stderr'>,
): Promise<void> {
  // A group of its own, so that what a shell began ends with it.
  const isGroup = process.platform !== 'win32';
  const child = spawn(command, { shell: true, stdio: 'pipe', detached: isGroup, windowsHide: true });
  child.stdout.on('data', (bytes: Buffer) => stdout.write(bytes));
  child.stderr.on('data', (bytes: Buffer) => stderr.write(bytes));
  // A command may end without reading: how it ends says what came of it.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    end(child, isGroup);
  }, seconds * 1000);
  // What it began may hold its output open for longer than it runs.
  const closed = once(child, 'close').catch(() => undefined);
  try {
    const [code, signal] = await once(child, 'exit');
    await Promise.race([closed, sleep(LAST_WORDS_MS, undefined, { ref: false })]);
    if (isLate) throw new Error(`The command of --run had not ended after ${seconds} s, and was ended.`);
    if (code !== 0) throw new Error(`The command of --run failed (${signal ?? `exit code ${code}`}).`);
  } finally {
    clearTimeout(timer);
    child.stdout.destroy();
    child.stderr.destroy();
  }
}

function end(child: ChildProcess, isGroup: boolean): void {
  const { pid } = child;
  if (pid === undefined) return;
  if (!isGroup) {
    spawn('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore', windowsHide: true });
    return;
  }
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
