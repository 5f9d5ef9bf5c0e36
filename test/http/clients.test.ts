import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport as OldTransportType } from '@modelcontextprotocol/sdk/shared/transport.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningServer, startServer } from '../helpers/http.ts';

let server: RunningServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const identity = { name: 'test', version: '1' };

interface AnyClient {
  listTools(): Promise<{ tools: Array<{ name: string }> }>;
  callTool(call: { name: string; arguments?: Record<string, unknown> }): Promise<unknown>;
  close(): Promise<void>;
}

async function useTools(client: AnyClient): Promise<void> {
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['echo', 'fail', 'wait', 'break']);
  expect(await client.callTool({ name: 'echo', arguments: { a: 1 } })).toMatchObject({
    structuredContent: { args: { a: 1 } },
  });
  expect(await client.callTool({ name: 'fail' })).toMatchObject({ isError: true });
  await expect(client.callTool({ name: 'nope' })).rejects.toThrow('There is no tool "nope"');
  await client.close();
}

describe('over HTTP', () => {
  it('the client of SDK 1', async () => {
    const client = new OldClient(identity);
    await client.connect(new OldTransport(new URL(server.url)) as OldTransportType);
    expect(client.getInstructions()).toBe('Three small tools.');
    await client.ping();
    await useTools(client);
  });

  it.each([
    ['legacy', 'legacy'],
    ['auto', 'modern'],
    [{ pin: '2026-07-28' }, 'modern'],
  ] as const)('the client of SDK 2, asked for %j', async (mode, era) => {
    const client = new Client(identity, { versionNegotiation: { mode } });
    await client.connect(new StreamableHTTPClientTransport(new URL(server.url)));
    expect(client.getProtocolEra()).toBe(era);
    await useTools(client);
  });

  it('no failure of ours was seen', () => {
    expect(server.errors).toEqual([]);
  });
});
