/** @hono/mcp as its documentation has it: one server and one transport for all. */
import { StreamableHTTPTransport } from '@hono/mcp';
import { serve } from '@hono/node-server';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { Hono } from 'hono';
import { answer, definitions } from './tools.mjs';

const server = new McpServer({ name: 'peer', version: '1.0.0' });
for (const { name, description, shape } of definitions) {
  server.registerTool(name, { description, inputSchema: shape }, answer);
}
const transport = new StreamableHTTPTransport();
const app = new Hono();
app.all('/mcp', async (context) => {
  if (!server.isConnected()) await server.connect(transport);
  return transport.handleRequest(context);
});
serve({ fetch: app.fetch, port: Number(process.argv[2]), hostname: '127.0.0.1' });
