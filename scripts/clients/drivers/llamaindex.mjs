import { mcp } from '@llamaindex/tools';

export async function connect({ url, command, args, env }) {
  const client = mcp(url === undefined ? { command, args, env } : { url });
  const tools = await client.tools();
  return {
    tools: async () => tools.map(({ metadata }) => metadata.name),
    call: (name, input) => tools.find(({ metadata }) => metadata.name === name).call(input),
    close: () => client.cleanup(),
  };
}
