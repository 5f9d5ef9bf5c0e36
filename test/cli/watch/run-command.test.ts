import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, describe, expect, it } from 'vitest';
import { runCommand } from '../../../src/cli/watch/run-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'robotics-mcp-run-'));
afterAll(() => rmSync(folder, { recursive: true }));

function terminal() {
  const streams = { stdout: new PassThrough(), stderr: new PassThrough() };
  return { ...streams, printed: () => String(streams.stdout.read() ?? '') };
}

describe.skipIf(process.platform === 'win32')('the command of --run', () => {
  it('gets the text on its standard input, and prints where we print', async () => {
    const shown = terminal();
    await runCommand('cat; echo " and more"', '{"a":"$(touch x) `id`"}', 10, shown);
    expect(shown.printed()).toBe('{"a":"$(touch x) `id`"} and more\n');
  });

  it('may end without reading a large text', async () => {
    await runCommand('true', 'x'.repeat(5_000_000), 10, terminal());
  });

  it.each([
    ['exit 3', 'exit code 3'],
    ['no-such-command-here', 'exit code 127'],
    ['kill -9 $$', 'SIGKILL'],
  ])('%s fails', async (command, why) => {
    await expect(runCommand(command, '{}', 10, terminal())).rejects.toThrow(why);
  });

  it('that never ends is ended with what it began', async () => {
    const pid = join(folder, 'pid');
    const command = `sleep 600 & echo $! > ${pid}; wait`;
    await expect(runCommand(command, '{}', 1, terminal())).rejects.toThrow('had not ended after 1 s');
    const isRunning = () => {
      try {
        process.kill(Number(readFileSync(pid, 'utf8')), 0);
        return true;
      } catch {
        return false;
      }
    };
    await expect.poll(isRunning, { timeout: 5000 }).toBe(false);
  });

  it('may leave something behind that holds its output open', async () => {
    const pid = join(folder, 'left');
    await runCommand(`sleep 30 & echo $! > ${pid}`, '{}', 20, terminal());
    process.kill(Number(readFileSync(pid, 'utf8')));
  });
});
