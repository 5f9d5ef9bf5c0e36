import { createMCPClient } from '@ai-sdk/mcp';
import { Experimental_StdioMCPTransport as StdioTransport } from '@ai-sdk/mcp/mcp-stdio';

export async function connect({ url, command, args, env }) {
  const transport =
    url === undefined ? new StdioTransport({ command, args, env, stderr: 'ignore' }) : { type: 'http', url };
  const client = await createMCPClient({ transport });
  const tools = await client.tools();
  return {
    tools: async () => Object.keys(tools),
    call: (name, input) => tools[name].execute(input, { toolCallId: '1', messages: [] }),
    resources: () => client.listResources?.(),
    read: (uri) => client.readResource?.({ uri }),
    prompts: () => (client.listPrompts ?? client.experimental_listPrompts)?.call(client),
    prompt: (name, given) =>
      (client.getPrompt ?? client.experimental_getPrompt)?.call(client, { name, arguments: given }),
    close: () => client.close(),
  };
}
