import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport as OldTransportType } from '@modelcontextprotocol/sdk/shared/transport.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { post } from '../helpers/http.ts';
import { collect, run, start, until } from '../helpers/program.ts';

const identity = { name: 'test', version: '1' };
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

it('answers the call of the documentation', async () => {
  const answer = await post(url, {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'search_robots', arguments: { category: 'humanoid' } },
  });
  expect(answer.status).toBe(200);
  expect(answer.body.result.structuredContent.results.length).toBeGreaterThan(0);
});

it('tells its status', async () => {
  const status = (await (await fetch(url)).json()) as { dataset: { counts: Record<string, number> } };
  expect(status.dataset.counts.robots).toBeGreaterThan(100);
  const page = await (await fetch(url, { headers: { accept: 'text/html' } })).text();
  expect(page).toContain('search_robots');
});

it('serves the client of SDK 1', async () => {
  const client = new OldClient(identity);
  await client.connect(new OldTransport(new URL(url)) as OldTransportType);
  expect((await client.listTools()).tools).toHaveLength(10);
  expect(await client.callTool({ name: 'search_robots', arguments: { limit: 1 } })).toHaveProperty(
    'structuredContent',
  );
  await client.close();
});

it.each(['legacy', 'auto'] as const)('serves the client of SDK 2, asked for %s', async (mode) => {
  const client = new Client(identity, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  expect((await client.listTools()).tools).toHaveLength(10);
  expect(await client.callTool({ name: 'search_robots', arguments: { limit: 1 } })).toHaveProperty(
    'structuredContent',
  );
  await client.close();
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
