import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as OldStdioTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as OldHttpTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport as OldTransport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { cleanUpAtExit, startHttpServer, temporaryFolder } from '../../scripts/harness/processes.ts';
import { cleanEnvironment, PROGRAM } from './program.ts';

interface Named {
  readonly name: string;
}

/** What the clients of both SDKs have in common, as far as the tests look. */
export interface ProductClient {
  listResources(params?: { cursor?: string }): Promise<{ resources: (Named & { uri: string })[] }>;
  listResourceTemplates(params?: {
    cursor?: string;
  }): Promise<{ resourceTemplates: (Named & { uriTemplate: string })[] }>;
  readResource(params: {
    uri: string;
  }): Promise<{ contents: { uri: string; mimeType?: string | undefined; text?: unknown }[] }>;
  listPrompts(params?: { cursor?: string }): Promise<{ prompts: (Named & { arguments?: unknown })[] }>;
  getPrompt(params: {
    name: string;
    arguments?: Record<string, string>;
  }): Promise<{ messages: { role: string; content: { type: string; text?: string } }[] }>;
  complete(params: {
    ref: { type: 'ref/prompt'; name: string } | { type: 'ref/resource'; uri: string };
    argument: { name: string; value: string };
  }): Promise<{
    completion: { values: string[]; total?: number | undefined; hasMore?: boolean | undefined };
  }>;
  callTool(params: { name: string; arguments?: Record<string, unknown> }): Promise<unknown>;
  listTools(params?: { cursor?: string }): Promise<{ tools: Named[] }>;
  close(): Promise<void>;
}

export const ways = [
  'SDK 1 over stdio',
  'SDK 1 over HTTP',
  'SDK 2 over stdio, 2025-11-25',
  'SDK 2 over HTTP, 2025-11-25',
  'SDK 2 over stdio, 2026-07-28',
  'SDK 2 over HTTP, 2026-07-28',
] as const;

export interface Product {
  readonly url: string;
  connect(way: (typeof ways)[number]): Promise<ProductClient>;
}

const identity = { name: 'test', version: '1' };

let started: Promise<Product> | undefined;

/** The built program over HTTP, one for all files of a process; the clients over stdio start one of their own. */
export function startProduct(): Promise<Product> {
  started ??= start();
  return started;
}

async function start(): Promise<Product> {
  cleanUpAtExit();
  const args = ['--data-dir', temporaryFolder()];
  const { url } = await startHttpServer([...args, '--port', '0'], cleanEnvironment());
  return { url, connect: (way) => connect(way, url, args) };
}

async function connect(
  way: (typeof ways)[number],
  url: string,
  args: readonly string[],
): Promise<ProductClient> {
  const child = { command: process.execPath, args: [PROGRAM, ...args], env: cleanEnvironment() };
  const stdio = way.includes('stdio');
  if (way.startsWith('SDK 1')) {
    const client = new OldClient(identity);
    const transport = stdio
      ? new OldStdioTransport({ ...child, stderr: 'ignore' })
      : new OldHttpTransport(new URL(url));
    await client.connect(transport as OldTransport);
    return client;
  }
  const mode = way.endsWith('2026-07-28') ? ({ pin: '2026-07-28' } as const) : 'legacy';
  const client = new Client(identity, { versionNegotiation: { mode } });
  await client.connect(
    stdio
      ? new StdioClientTransport({ ...child, stderr: 'ignore' })
      : new StreamableHTTPClientTransport(new URL(url)),
  );
  return client;
}

/** What a promise was rejected with, as far as the protocol has it. */
export async function refusalOf(
  promise: Promise<unknown>,
): Promise<{ code: unknown; message: string; data: unknown }> {
  try {
    await promise;
  } catch (error) {
    const { code, message, data } = error as { code?: unknown; message: string; data?: unknown };
    return { code, message, data };
  }
  throw new Error('It was not refused.');
}

/** The one content of a resource that was read, parsed. */
export async function readJson(client: ProductClient, uri: string): Promise<Record<string, unknown>> {
  const { contents } = await client.readResource({ uri });
  const [content] = contents;
  if (contents.length !== 1 || content?.uri !== uri || content.mimeType !== 'application/json') {
    throw new Error(`An unexpected answer: ${JSON.stringify(contents).slice(0, 200)}`);
  }
  return JSON.parse(String(content.text)) as Record<string, unknown>;
}
