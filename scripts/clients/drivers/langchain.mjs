import { MultiServerMCPClient } from '@langchain/mcp-adapters';
import { besideTools } from './of-client.mjs';

export async function connect({ url, command, args, env }) {
  const robotics =
    url === undefined ? { transport: 'stdio', command, args, env } : { transport: 'http', url };
  const client = new MultiServerMCPClient({ mcpServers: { robotics } });
  const tools = await client.getTools();
  return {
    ...besideTools(await client.getClient('robotics')),
    tools: async () => tools.map(({ name }) => name),
    call: (name, input) => tools.find((tool) => tool.name.endsWith(name)).invoke(input),
    resources: () => client.listResources(),
    read: (uri) => client.readResource('robotics', uri),
    close: () => client.close(),
  };
}
