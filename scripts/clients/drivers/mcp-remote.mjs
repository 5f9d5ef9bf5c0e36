import { ofClient } from './of-client.mjs';
import { openClient } from './sdk-1.mjs';

/** A host that speaks stdio alone reaches a server over HTTP through it. */
export async function connect({ url, env }) {
  if (url === undefined) throw new Error('only for servers over HTTP');
  const args = ['node_modules/mcp-remote/dist/proxy.js', url, '--allow-http', '--transport', 'http-only'];
  return ofClient(await openClient({ command: process.execPath, args, env }));
}
