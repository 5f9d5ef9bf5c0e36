import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ofClient } from './of-client.mjs';

export async function openClient({ url, command, args, env }) {
  const client = new Client({ name: 'check', version: '1' }, { capabilities: {} });
  if (url === undefined) {
    await client.connect(new StdioClientTransport({ command, args, env, stderr: 'ignore' }));
    return client;
  }
  const { StreamableHTTPClientTransport } = await import(
    '@modelcontextprotocol/sdk/client/streamableHttp.js'
  );
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  return client;
}

export const connect = async (server) => ofClient(await openClient(server));
