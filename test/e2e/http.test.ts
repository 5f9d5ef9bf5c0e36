import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { collect, run, start, until } from '../helpers/program.ts';

let server: ChildProcess;
let url: string;
let stdout: () => string;

beforeAll(async () => {
  server = start(['--http', '--port', '0']);
  stdout = collect(server, 'stdout');
  const stderr = collect(server, 'stderr');
  await until(() => /http:\S+/.test(stderr()), 'the address');
  url = /http:\S+/.exec(stderr())?.[0] ?? '';
});

afterAll(async () => {
  server.kill('SIGTERM');
  expect(await once(server, 'exit')).toEqual([0, null]);
  expect(stdout()).toBe('');
});

it('says that its port is taken', async () => {
  const { code, stderr } = await run(['--http', '--port', new URL(url).port]);
  expect(code).toBe(1);
  expect(stderr).toContain('is taken by another program');
});

it('listens beyond this machine when told under which names', async () => {
  const child = start(['--http'], {
    ROBOTICS_MCP_HOST: '0.0.0.0',
    ROBOTICS_MCP_PORT: '0',
    ROBOTICS_MCP_ALLOWED_HOSTS: '*',
  });
  const stderr = collect(child, 'stderr');
  await until(() => stderr().includes('answers at'), 'the address');
  child.kill('SIGINT');
  expect(await once(child, 'exit')).toEqual([0, null]);
});
