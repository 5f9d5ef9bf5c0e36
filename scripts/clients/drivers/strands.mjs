import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { McpClient } from '@strands-agents/sdk';
import { besideTools } from './of-client.mjs';

export async function connect({ url, command, args, env }) {
  const transport =
    url === undefined
      ? new StdioClientTransport({ command, args, env, stderr: 'ignore' })
      : new StreamableHTTPClientTransport(new URL(url));
  const client = new McpClient({ transport });
  const tools = await client.listTools();
  return {
    ...besideTools(client.client),
    tools: async () => tools.map(({ name }) => name),
    call: (name, input) =>
      client.callTool(
        tools.find((tool) => tool.name === name),
        input,
      ),
    close: () => client.disconnect(),
  };
}
