import { PassThrough } from 'node:stream';
import { afterEach, expect, it } from 'vitest';
import { main } from '../../../src/cli/main.ts';
import { until } from '../../helpers/program.ts';

const { console } = globalThis;
afterEach(() => {
  globalThis.console = console;
});

it('explains itself to a person who starts it, and says how to leave', async () => {
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  const ended = main([], { stdin, stdout, stderr, env: {}, stopped: new Promise(() => undefined) });
  let told = '';
  stderr.on('data', (chunk) => {
    told += String(chunk);
  });
  await until(() => told !== '', 'the explanation');
  expect(told).toContain('Ctrl-C');
  expect(told).toContain('robotics-mcp call --list');
  globalThis.console.log('What a library prints goes the same way.');
  stdin.end();
  expect(await ended).toBe(0);
  expect(told).toContain('the same way');
  expect(stdout.read()).toBeNull();
});
