import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Asked } from './outcome.ts';
import type { Side } from './sides.ts';

const patienceMs = 30_000;

/** Runs command lines one after the other: each may see what those before have left. */
export async function runAll(side: Side, lines: readonly string[][], onDone: () => void): Promise<Asked[]> {
  const asked: Asked[] = [];
  for (const args of lines) {
    asked.push({ part: 'commands', input: `robotics-mcp ${args.join(' ')}`, output: await run(side, args) });
    onDone();
  }
  return asked;
}

/** How a process ended and what it wrote; its standard input has ended before it begins. */
function run(side: Side, args: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [side.program, ...args], {
      env: side.env,
      cwd: join(side.folder, 'here'),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [out, errors] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors += text;
    });
    const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs);
    child.once('close', (code, signal) => {
      clearTimeout(timer);
      const text = `exit ${code ?? signal}\n[stdout]\n${out}\n[stderr]\n${errors}`;
      resolve(text.replaceAll(side.folder, 'ROOT'));
    });
  });
}
