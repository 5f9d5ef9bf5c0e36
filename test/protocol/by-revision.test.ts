import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { modernHeaders, modernRequest, post } from '../helpers/http.ts';
import { collect, end, start, until } from '../helpers/program.ts';

/** What differs from revision to revision; all else is the same, and what an older one does not know it ignores. */
const table = [
  { revision: '2024-11-05', completions: false, links: 0, missing: -32_002, unknownMethod: -32_601 },
  { revision: '2025-03-26', completions: true, links: 0, missing: -32_002, unknownMethod: -32_601 },
  { revision: '2025-06-18', completions: true, links: 2, missing: -32_002, unknownMethod: -32_601 },
  { revision: '2025-11-25', completions: true, links: 2, missing: -32_002, unknownMethod: -32_601 },
  { revision: '2026-07-28', completions: true, links: 2, missing: -32_602, unknownMethod: -32_601 },
] as const;

type Revision = (typeof table)[number]['revision'];

/** Asks in a revision; an answer may be of any shape. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
type Ask = (method: string, params?: Record<string, unknown>) => Promise<any>;

interface Connection {
  readonly ask: Ask;
  /** What `initialize` or `server/discover` declares. */
  readonly capabilities: unknown;
  close(): Promise<void>;
}

const initialization = (protocolVersion: string) => ({
  protocolVersion,
  capabilities: {},
  clientInfo: { name: 'x', version: '1' },
});

async function overStdio(revision: Revision, options: readonly string[]): Promise<Connection> {
  const child = start(options);
  if (child.stdout === null) throw new Error('The program has no standard output.');
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const send = (message: object) => child.stdin?.write(`${JSON.stringify(message)}\n`);
  let id = 0;
  const isModern = revision === '2026-07-28';
  const ask: Ask = async (method, params = {}) => {
    id += 1;
    send({ ...(isModern ? modernRequest(method, params) : { jsonrpc: '2.0', method, params }), id });
    return JSON.parse((await lines.next()).value ?? '{}');
  };
  const opened = isModern ? await ask('server/discover') : await ask('initialize', initialization(revision));
  if (!isModern) send({ jsonrpc: '2.0', method: 'notifications/initialized' });
  return {
    ask,
    capabilities: opened.result.capabilities,
    close: async () => {
      child.stdin?.end();
      await once(child, 'exit');
    },
  };
}

/** One server answers every revision: over HTTP nothing is kept between requests. */
const servers = new Map<string, { readonly child: ChildProcess; readonly url: string }>();
afterAll(async () => {
  for (const { child } of servers.values()) await end(child);
});

async function serverWith(options: readonly string[]): Promise<string> {
  const known = servers.get(options.join());
  if (known !== undefined) return known.url;
  const child = start(['--http', '--port', '0', ...options]);
  const stderr = collect(child, 'stderr');
  await until(() => /http:\S+/.test(stderr()), 'the address');
  const url = /http:\S+/.exec(stderr())?.[0] ?? '';
  servers.set(options.join(), { child, url });
  return url;
}

async function overHttp(revision: Revision, options: readonly string[]): Promise<Connection> {
  const url = await serverWith(options);
  const isModern = revision === '2026-07-28';
  // Revisions before 2025-06-18 have no such header.
  const headers: Record<string, string> = revision < '2025-06-18' ? {} : { 'mcp-protocol-version': revision };
  const ask: Ask = async (method, params = {}) => {
    const name = (params.uri ?? params.name) as string | undefined;
    const { body } = isModern
      ? await post(url, modernRequest(method, params), modernHeaders(method, name))
      : await post(url, { jsonrpc: '2.0', id: 1, method, params }, headers);
    return body;
  };
  const opened = isModern ? await ask('server/discover') : await ask('initialize', initialization(revision));
  return { ask, capabilities: opened.result.capabilities, close: async () => undefined };
}

const transports = [
  ['stdio', overStdio],
  ['HTTP', overHttp],
] as const;

interface Answer {
  readonly result: { readonly content: readonly { readonly type: string; readonly uri?: string }[] };
}

const typesOf = ({ result }: Answer) => result.content.map(({ type }) => type);
const linked = (count: number) => ['text', ...Array(count).fill('resource_link')];
const twoRobots = { ids: ['unitree-g1', 'unitree-go2'], detail: 'full' };
const questions: readonly (readonly [name: string, args: object, records: number])[] = [
  ['search_robots', twoRobots, 2],
  ['get_certification_info', { id: 'ul-3300-service-robots' }, 1],
];

describe.each(transports)('by %s, with --links', (transport, connect) => {
  describe.each(table)('$revision', ({ revision, completions, links, missing, unknownMethod }) => {
    let connection: Connection;
    beforeAll(async () => {
      connection = await connect(revision, ['--links']);
    });
    afterAll(() => connection.close());

    it.each(questions)(
      '%s %j links to its records only where links are known',
      async (name, args, records) => {
        const answer: Answer = await connection.ask('tools/call', { name, arguments: args });
        expect(typesOf(answer)).toEqual(linked(links === 0 ? 0 : records));
        for (const { uri } of answer.result.content) {
          if (uri === undefined) continue;
          const { result } = await connection.ask('resources/read', { uri });
          expect(JSON.parse(result.contents[0].text)).toMatchObject({ id: uri.split('/').at(-1) });
        }
      },
    );

    it('says so too to callers with more than usual to say, whom the SDK answers', async () => {
      if (revision === '2026-07-28') return;
      const params = { name: 'search_robots', arguments: twoRobots, _meta: { 'example.org/x': 1 } };
      expect(typesOf(await connection.ask('tools/call', params))).toEqual(linked(links));
    });

    it('reports a missing resource by the code of the revision, with its address', async () => {
      const uri = 'robotics://robots/no-such-robot';
      const { error } = await connection.ask('resources/read', { uri });
      expect([error.code, error.data]).toEqual([missing, { uri }]);
    });

    it('reports an unknown method, tool and prompt by the code of the revision', async () => {
      const codeOf = async (method: string, params?: Record<string, unknown>) =>
        (await connection.ask(method, params)).error.code;
      expect(await codeOf('robots/list')).toBe(unknownMethod);
      expect(await codeOf('tools/call', { name: 'none' })).toBe(-32_602);
      expect(await codeOf('prompts/get', { name: 'none' })).toBe(-32_602);
    });

    it('declares what it has, and that it notifies only where it can', () => {
      const canNotify = transport === 'stdio' || revision === '2026-07-28';
      const resources = canNotify ? { subscribe: true } : {};
      const isModern = revision === '2026-07-28';
      const extensions = revision >= '2025-11-25' && {
        'io.modelcontextprotocol/skills': {},
        'io.modelcontextprotocol/ui': {},
        ...(isModern && { 'io.modelcontextprotocol/events': {} }),
      };
      const declared = {
        tools: {},
        resources,
        prompts: {},
        ...(completions && { completions: {} }),
        ...(isModern && { events: {} }),
        ...(extensions && { extensions }),
      };
      expect(connection.capabilities).toEqual(declared);
    });

    it('names the view of show, and reads it with what a host must allow it', async () => {
      const { result } = await connection.ask('tools/list');
      const tools: readonly { readonly name: string; readonly _meta?: unknown }[] = result.tools;
      const uri = 'ui://robotics/view.html';
      expect(tools.filter(({ _meta }) => _meta !== undefined)).toEqual([
        expect.objectContaining({ name: 'show', _meta: { ui: { resourceUri: uri }, 'ui/resourceUri': uri } }),
      ]);
      const read = await connection.ask('resources/read', { uri });
      expect(read.result.contents).toEqual([
        {
          uri,
          mimeType: 'text/html;profile=mcp-app',
          text: readFileSync(new URL('../../dist/view.html', import.meta.url), 'utf8'),
          _meta: { ui: { csp: {}, prefersBorder: false } },
        },
      ]);
    });

    it('completes in every revision', async () => {
      const ref = { type: 'ref/prompt', name: 'compare_robots' };
      const { result } = await connection.ask('completion/complete', {
        ref,
        argument: { name: 'robots', value: 'Dig' },
      });
      expect(result.completion.values.length).toBeGreaterThan(0);
    });
  });
});

describe.each(transports)('by %s, as it starts by default', (_transport, connect) => {
  // Where links are not known, there are none with --links either.
  it.each(table.filter(({ links }) => links > 0))('$revision: no answer has links', async ({ revision }) => {
    const connection = await connect(revision, []);
    for (const [name, args] of questions) {
      const answer = await connection.ask('tools/call', { name, arguments: args });
      expect(typesOf(answer)).toEqual(['text']);
    }
    await connection.close();
  });
});
