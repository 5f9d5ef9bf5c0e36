import { MCPClient } from '@mastra/mcp';

export async function connect({ url, command, args, env }) {
  const robotics = url === undefined ? { command, args, env } : { url: new URL(url) };
  const client = new MCPClient({ servers: { robotics } });
  const tools = await client.listTools();
  return {
    tools: async () => Object.keys(tools),
    call: (name, input) => tools[`robotics_${name}`].execute(input, {}),
    resources: () => client.resources.list(),
    read: (uri) => client.resources.read('robotics', uri),
    prompts: () => client.prompts.list(),
    prompt: (name, given) => client.prompts.get({ serverName: 'robotics', name, args: given }),
    close: () => client.disconnect(),
  };
}
