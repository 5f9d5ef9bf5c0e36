import { mcpMessages, mcpResourceToContent, mcpTools } from '@anthropic-ai/sdk/helpers/beta/mcp';
import { openClient } from './sdk-1.mjs';

export async function connect(server) {
  const client = await openClient(server);
  const tools = mcpTools((await client.listTools()).tools, client);
  return {
    tools: async () => tools.map(({ name }) => name),
    call: (name, args) => tools.find((tool) => tool.name === name).run(args),
    read: async (uri) => mcpResourceToContent(await client.readResource({ uri })),
    prompt: async (name, args) => mcpMessages((await client.getPrompt({ name, arguments: args })).messages),
    close: () => client.close(),
  };
}
