/** SDK v1 without sessions, as its documentation has it: a server and a transport a request. */
import { createServer } from 'node:http';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { answer, definitions } from './tools.mjs';

function createMcp() {
  const server = new McpServer({ name: 'peer', version: '1.0.0' });
  for (const { name, description, shape } of definitions) {
    server.registerTool(name, { description, inputSchema: shape }, answer);
  }
  return server;
}

createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const server = createMcp();
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
  response.on('close', () => {
    transport.close();
    server.close();
  });
  await server.connect(transport);
  await transport.handleRequest(request, response, JSON.parse(Buffer.concat(chunks).toString()));
}).listen(Number(process.argv[2]), '127.0.0.1');
