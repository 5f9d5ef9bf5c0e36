import { MCPClient } from 'mcp-use';
import { besideTools } from './of-client.mjs';

export async function connect({ url, command, args, env }) {
  const client = new MCPClient({
    mcpServers: { robotics: url === undefined ? { command, args, env } : { url } },
  });
  const session = await client.createSession('robotics');
  const { connector } = session;
  return {
    ...besideTools(connector.client),
    tools: async () => (await connector.listTools()).map(({ name }) => name),
    call: (name, input) => connector.callTool(name, input),
    close: () => client.closeAllSessions(),
  };
}
