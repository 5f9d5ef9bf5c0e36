import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { ofClient } from './of-client.mjs';

export async function connect({ url, command, args, env }) {
  const client = new Client({ name: 'check', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(
    url === undefined
      ? new StdioClientTransport({ command, args, env, stderr: 'ignore' })
      : new StreamableHTTPClientTransport(new URL(url)),
  );
  const isModern = client.getNegotiatedProtocolVersion?.() === '2026-07-28';
  // That revision has no ping.
  return ofClient(client, isModern ? { ping: undefined } : {});
}
