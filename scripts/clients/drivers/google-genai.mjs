import { mcpToTool } from '@google/genai';
import { openClient } from './sdk-1.mjs';

export async function connect(server) {
  const client = await openClient(server);
  const tool = mcpToTool(client);
  const { functionDeclarations } = await tool.tool();
  return {
    tools: async () => functionDeclarations.map(({ name }) => name),
    call: (name, args) => tool.callTool([{ name, args }]),
    close: () => client.close(),
  };
}
