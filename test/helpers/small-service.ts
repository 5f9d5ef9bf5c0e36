import { setTimeout as sleep } from 'node:timers/promises';
import type { CallToolResult, Tool } from '@modelcontextprotocol/server';
import type { Service } from '../../src/protocol/service.ts';
import type { Registry } from '../../src/tools/registry.ts';
import { withAnswers } from './registry.ts';

/** A service of three small tools, for tests of what carries messages rather than of what answers them. */
export interface SmallService extends Service {
  /** How often the data were asked to be opened. */
  readonly warmed: () => number;
  /** Lets the calls of `wait` that are waiting go on, and says how many they were. */
  readonly release: () => number;
  /** Resolves once so many calls of `wait` are waiting. */
  readonly begun: (count: number) => Promise<void>;
}

export function createSmallService(): SmallService {
  let warmed = 0;
  const waiting: Array<() => void> = [];
  const registry = createSmallRegistry((resume) => waiting.push(resume));
  return {
    name: 'small-service',
    version: '1.2.3',
    instructions: 'Three small tools.',
    authenticated: false,
    registry: async () => registry,
    surface: async () => {
      throw new Error('The small service has tools only.');
    },
    using: async () => {
      throw new Error('There are no data.');
    },
    events: async () => {
      throw new Error('Nothing happens here.');
    },
    status: async () => ({
      version: '2026.11.1',
      date: '2026-11-01',
      age_days: 20,
      source: 'bundled',
      contributions: 0,
      counts: { robots: 3, publications: 12_345 },
    }),
    document: async () => {
      throw new Error('There are no documents here.');
    },
    overview: async () => ({
      papersByYear: [
        { value: '2024', label: '2024', count: 120 },
        { value: '2025', label: '2025', count: 45 },
      ],
      robotsByCategory: [{ value: 'arms', label: 'Arms & <grippers>', count: 3 }],
      news: [],
      deadlines: [],
      events: [],
      changes: undefined,
    }),
    warm: () => {
      warmed += 1;
    },
    ready: async () => undefined,
    close: async () => undefined,
    warmed: () => warmed,
    release: () => {
      const all = waiting.splice(0);
      for (const resume of all) resume();
      return all.length;
    },
    begun: async (count) => {
      while (waiting.length < count) await sleep(5);
    },
  };
}

type Handler = (args: unknown) => CallToolResult | Promise<CallToolResult>;

function createSmallRegistry(onWait: (resume: () => void) => void): Registry {
  const handlers = new Map<string, Handler>([
    ['echo', (args) => text(JSON.stringify(args), { args })],
    ['fail', () => ({ ...text('It failed. Try again.', { error: { code: 'INTERNAL' } }), isError: true })],
    ['wait', () => new Promise((resolve) => onWait(() => resolve(text('done', {}))))],
    ['break', () => Promise.reject(new Error('SELECT * FROM secrets at /home/someone/server.ts:12'))],
  ]);
  const names = [...handlers.keys()];
  const tools = names.map(definition);
  return withAnswers({
    names: () => names,
    has: (name) => handlers.has(name),
    requirement: (name) => (handlers.has(name) ? { scope: 'read', known: false } : undefined),
    definitions: () => tools,
    call: async (name, args) => {
      const handler = handlers.get(name);
      if (handler === undefined) throw new Error(`No tool ${name}`);
      return handler(args);
    },
  });
}

function definition(name: string): Tool {
  return { name, description: `The tool ${name}.`, inputSchema: { type: 'object' } };
}

function text(content: string, structuredContent: Record<string, unknown>): CallToolResult {
  return { content: [{ type: 'text', text: content }], structuredContent };
}
