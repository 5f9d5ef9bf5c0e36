import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { main } from '../../../src/cli/main.ts';

it('is refused by name in a standalone executable, which cannot start itself again', async () => {
  const streams = { stdin: new PassThrough(), stdout: new PassThrough(), stderr: new PassThrough() };
  const stopped = new Promise<void>(() => undefined);
  const terminal = { ...streams, env: {}, stopped, isStandalone: true };
  expect(await main(['--http', '--workers', '2'], terminal)).toBe(2);
  expect(String(streams.stderr.read())).toMatch(/^robotics-mcp: --workers needs Node\.js/);
});
