import { GenkitMcpClient } from '@genkit-ai/mcp';
import { genkit } from 'genkit';
import { besideTools } from './of-client.mjs';

export async function connect({ url, command, args, env }) {
  const ai = genkit({});
  const client = new GenkitMcpClient({
    name: 'robotics',
    mcpServer: url === undefined ? { command, args, env } : { url },
  });
  await client.ready();
  const tools = await client.getActiveTools(ai);
  return {
    ...besideTools(client.mcpClient),
    tools: async () => tools.map(({ __action }) => __action.name),
    call: (name, input) => tools.find(({ __action }) => __action.name.endsWith(name))(input),
    close: () => client.disable(),
  };
}
