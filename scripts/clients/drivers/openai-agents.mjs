import { getAllMcpTools, MCPServerStdio, MCPServerStreamableHttp } from '@openai/agents';

export async function connect({ url, command, args, env }) {
  const server =
    url === undefined
      ? new MCPServerStdio({ name: 'robotics', command, args, env })
      : new MCPServerStreamableHttp({ name: 'robotics', url });
  await server.connect();
  // Strict schemas are what the framework makes of ours for OpenAI's strict mode.
  const tools = await getAllMcpTools({ mcpServers: [server], convertSchemasToStrict: true });
  const lax = tools.filter((tool) => tool.strict !== true).map(({ name }) => name);
  if (lax.length > 0) throw new Error(`not strict: ${lax.join(', ')}`);
  return {
    tools: async () => tools.map(({ name }) => name),
    call: (name, input) => server.callTool(name, input),
    resources: () => server.listResources(),
    read: (uri) => server.readResource(uri),
    close: () => server.close(),
  };
}
