import { setTimeout as sleep } from 'node:timers/promises';
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
  // Of the answer to a GET for a stream a client sees that it may not have one, or else it asks again and again.
  const soon = {
    initialReconnectionDelay: 5,
    maxReconnectionDelay: 5,
    reconnectionDelayGrowFactor: 1,
    maxRetries: 50,
  };

  function countGets(): { readonly counted: typeof fetch; readonly accepts: string[] } {
    const accepts: string[] = [];
    const counted: typeof fetch = (input, init) => {
      if ((init?.method ?? 'GET') === 'GET') accepts.push(new Headers(init?.headers).get('accept') ?? '');
      return fetch(input, init);
    };
    return { counted, accepts };
  }

  // Clients add the stream to what their host wants to be accepted.
  const hosts = [undefined, 'application/json', '*/*'];

  it.each(hosts)('the client of SDK 1, of a host that accepts %s, asks for a stream once', async (accept) => {
    const { counted, accepts } = countGets();
    const client = new OldClient(identity);
    const requestInit = accept === undefined ? {} : { headers: { accept } };
    const options = { fetch: counted, reconnectionOptions: soon, requestInit };
    await client.connect(new OldTransport(new URL(server.url), options) as OldTransportType);
    await client.ping();
    await sleep(300);
    await client.close();
    expect(accepts).toEqual([expect.stringContaining('text/event-stream')]);
  });

  it.each(hosts)('the client of SDK 2, of a host that accepts %s, asks for a stream once', async (accept) => {
    const { counted, accepts } = countGets();
    const client = new Client(identity, { versionNegotiation: { mode: 'legacy' } });
    const requestInit = accept === undefined ? {} : { headers: { accept } };
    const options = { fetch: counted, reconnectionOptions: soon, requestInit };
    await client.connect(new StreamableHTTPClientTransport(new URL(server.url), options));
    await client.listTools();
    await sleep(300);
    await client.close();
    expect(accepts).toEqual([expect.stringContaining('text/event-stream')]);
  });

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
