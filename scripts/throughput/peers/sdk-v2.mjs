/** SDK v2 as it is. */
import { createServer } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { answer, definitions } from './tools.mjs';

const handler = createMcpHandler(() => {
  const server = new McpServer({ name: 'peer', version: '1.0.0' });
  for (const { name, description, shape } of definitions) {
    server.registerTool(name, { description, inputSchema: z.object(shape) }, answer);
  }
  return server;
});
createServer(toNodeHandler(handler)).listen(Number(process.argv[2]), '127.0.0.1');
