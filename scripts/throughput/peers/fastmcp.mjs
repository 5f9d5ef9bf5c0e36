/** fastmcp without sessions. */
import { FastMCP } from 'fastmcp';
import { z } from 'zod';
import { answer, definitions } from './tools.mjs';

const server = new FastMCP({ name: 'peer', version: '1.0.0' });
for (const { name, description, shape } of definitions) {
  server.addTool({ name, description, parameters: z.object(shape), execute: async (args) => answer(args) });
}
await server.start({
  transportType: 'httpStream',
  httpStream: { port: Number(process.argv[2]), host: '127.0.0.1', endpoint: '/mcp', stateless: true },
});
