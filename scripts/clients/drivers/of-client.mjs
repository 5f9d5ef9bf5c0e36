/** What every client of the official SDK's versions 1 and 2 has, in the form that the checks ask. */
export function ofClient(client, more = {}) {
  return {
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: (name, args) => client.callTool({ name, arguments: args }),
    ...besideTools(client),
    close: () => client.close(),
    ...more,
  };
}

export function besideTools(client) {
  return {
    resources: () => client.listResources(),
    read: (uri) => client.readResource({ uri }),
    prompts: () => client.listPrompts(),
    prompt: (name, args) => client.getPrompt({ name, arguments: args }),
    complete: (uri, name, value) =>
      client.complete({ ref: { type: 'ref/resource', uri }, argument: { name, value } }),
    ping: () => client.ping(),
  };
}
