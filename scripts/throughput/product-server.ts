/** The product's own hosting around the trivial tools: `tsx product-server.ts PORT`. */
import { z } from 'zod';
import { serveHttp } from '../../src/http/serve.ts';
import type { Service } from '../../src/protocol/service.ts';
import type { Registry } from '../../src/tools/registry.ts';
import { readArguments } from '../../src/tools/shared/read-arguments.ts';

const input = z.strictObject({ text: z.string().describe('Any text') });
const names = Array.from({ length: 11 }, (_, i) => (i === 0 ? 'echo' : `echo_${i}`));
const offered = new Set(names);

const call: Registry['call'] = async (_name, args) => {
  const { text } = readArguments(input, args);
  return { content: [{ type: 'text', text }] };
};

const registry: Registry = {
  names: () => names,
  has: (name) => offered.has(name),
  requirement: () => ({ scope: 'read', known: false }),
  definitions: () => names.map((name) => ({ name, inputSchema: { type: 'object' } })),
  call,
  answer: async (name, args, caller, withLinks, turn) => {
    await turn?.();
    return { json: JSON.stringify(await call(name, args, caller, withLinks)), outcome: 'ok', cached: false };
  },
};

function absent(): never {
  throw new Error('There are only tools here.');
}

const service: Service = {
  name: 'product',
  version: '1.0.0',
  instructions: '',
  authenticated: false,
  registry: async () => registry,
  surface: async () => absent(),
  events: async () => absent(),
  using: async () => absent(),
  status: async () => absent(),
  document: async () => {
    throw new Error('There are no documents here.');
  },
  overview: async () => absent(),
  warm: () => undefined,
  ready: async () => undefined,
  close: async () => undefined,
};

await serveHttp(service, {
  host: '127.0.0.1',
  port: Number(process.argv[2]),
  allowedHosts: [],
  allowedOrigins: [],
  onError: (error) => console.error(error),
});
