/** A client that we did not write, as the npm registry has it. */
export interface Client {
  /** The folder in which it is installed, and its driver unless that is another. */
  readonly id: string;
  readonly title: string;
  /** The first is the client; what it needs beside stands behind it. */
  readonly packages: readonly [string, ...string[]];
  readonly driver?: string;
  /** The command of a host, which is asked only whether it connects. */
  readonly host?: string;
  /** Checked at every change too. */
  readonly inCi?: true;
  /** What it cannot do, by transport and step, and why. */
  readonly faults?: Readonly<Record<string, string>>;
}

const sdk = '@modelcontextprotocol/sdk@1.32.2';

export const clients: readonly Client[] = [
  {
    id: 'sdk-1.0',
    title: 'official SDK, 1.0 (revision 2024-11-05)',
    packages: ['@modelcontextprotocol/sdk@1.0.4'],
    driver: 'sdk-1',
    inCi: true,
    faults: { 'HTTP connect': 'it has no Streamable HTTP' },
  },
  {
    id: 'sdk-1.12',
    title: 'official SDK, 1.12 (revision 2025-03-26)',
    packages: ['@modelcontextprotocol/sdk@1.12.3'],
    driver: 'sdk-1',
    inCi: true,
  },
  { id: 'sdk-1', title: 'official SDK, newest of version 1', packages: [sdk] },
  {
    id: 'sdk-2',
    title: 'official SDK, version 2 (revision 2026-07-28)',
    packages: ['@modelcontextprotocol/client@2.4.0'],
  },
  { id: 'inspector', title: 'MCP Inspector', packages: ['@modelcontextprotocol/inspector@2.12.0'] },
  {
    id: 'mcp-remote',
    title: 'mcp-remote',
    packages: ['mcp-remote@0.15.1', sdk],
    faults: { 'stdio connect': 'it is for servers over HTTP' },
  },
  { id: 'supergateway', title: 'supergateway', packages: ['supergateway@4.0.0', sdk] },
  {
    id: 'langchain',
    title: 'LangChain adapters',
    packages: ['@langchain/mcp-adapters@1.1.4', '@langchain/core@1.4.0'],
  },
  { id: 'ai-sdk', title: 'Vercel AI SDK', packages: ['@ai-sdk/mcp@2.0.99', 'ai@7.0.173'], inCi: true },
  {
    id: 'openai-agents',
    title: 'OpenAI Agents, strict schemas',
    packages: ['@openai/agents@0.20.0', 'zod@4.6.7'],
  },
  { id: 'google-genai', title: 'Google GenAI mcpToTool', packages: ['@google/genai@3.1.0', sdk] },
  {
    id: 'anthropic',
    title: 'Anthropic SDK mcpTools',
    packages: ['@anthropic-ai/sdk@1.12.0', sdk],
    inCi: true,
    faults: {
      'stdio read': 'its helper takes text, images and PDF only, not application/json',
      'HTTP read': 'its helper takes text, images and PDF only, not application/json',
    },
  },
  { id: 'mastra', title: 'Mastra', packages: ['@mastra/mcp@2.0.0', '@mastra/core@1.71.0'] },
  { id: 'llamaindex', title: 'LlamaIndex', packages: ['@llamaindex/tools@0.2.1', 'llamaindex@0.12.1'] },
  { id: 'genkit', title: 'Genkit', packages: ['@genkit-ai/mcp@1.42.0', 'genkit@1.42.0'] },
  { id: 'strands', title: 'Strands Agents', packages: ['@strands-agents/sdk@1.19.0', sdk] },
  { id: 'mcp-use', title: 'mcp-use', packages: ['mcp-use@1.34.6', '@langchain/core@1.4.0', 'langchain@1'] },
  {
    id: 'claude-code',
    title: 'Claude Code, `claude mcp list`',
    packages: ['@anthropic-ai/claude-code@2.1.330'],
    host: 'claude',
  },
  {
    id: 'gemini-cli',
    title: 'Gemini CLI, `gemini mcp list`',
    packages: ['@google/gemini-cli@0.61.0'],
    host: 'gemini',
  },
  {
    id: 'codex',
    title: 'Codex, `codex mcp list` (does not connect)',
    packages: ['@openai/codex@0.169.0'],
    host: 'codex',
  },
  {
    id: 'opencode',
    title: 'opencode, `opencode mcp list`',
    packages: ['opencode-ai@1.18.33'],
    host: 'opencode',
  },
];
