import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Service } from '../../src/protocol/service.ts';
import type { Surface } from '../../src/protocol/surface.ts';
import { serveStdio } from '../../src/stdio/serve.ts';
import { modernRequest } from '../helpers/http.ts';
import { createSmallService } from '../helpers/small-service.ts';
import { connectLines, type Lines } from './lines.ts';

const secret = 'SELECT * FROM secrets at /home/someone/server.ts:12';
const unsafe = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
const internal = { code: -32603, message: 'The server failed to answer. The reason is in its log.' };

function brokenSurface(reason: unknown): Surface {
  const fail = () => {
    throw reason;
  };
  return {
    listedResources: [],
    resourceTemplates: [],
    prompts: [],
    skills: [],
    skillAt: () => undefined,
    readResource: async () => fail(),
    promptText: fail,
    complete: async () => fail(),
  };
}

let errors: Error[];
let thrown: unknown;
beforeEach(() => {
  errors = [];
  thrown = new Error(secret);
});

/** A service whose tools work, and of whose other parts each fails as `thrown` says. */
function connect(changes: Partial<Service> = {}): Lines {
  const service: Service = {
    ...createSmallService(),
    surface: async () => brokenSurface(thrown),
    ...changes,
  };
  return connectLines((streams) => {
    serveStdio(service, { ...streams, onError: (error) => errors.push(error) });
  });
}

const request = (method: string, params?: unknown) => ({ jsonrpc: '2.0', id: 1, method, params });
const eras = [
  ['2025', request],
  [
    '2026-07-28',
    (method: string, params?: unknown) => modernRequest(method, params as Record<string, unknown>),
  ],
] as const;

describe.each(eras)('wrong parameters, in %s', (_era, ask) => {
  it.each([
    ['tools/call', {}, 'params.name: expected string, received undefined.'],
    ['tools/call', { name: 7 }, 'params.name: expected string, received number.'],
    ['tools/call', { name: 'echo', arguments: [] }, 'params.arguments: expected object, received array.'],
    ['tools/call', { name: 'nope' }, 'There is no tool "nope". The tools are echo, fail, wait, break.'],
    ['tools/list', { cursor: 'x' }, 'cursor is none that this server gave out; leave it out.'],
    ['resources/list', { cursor: 7 }, 'params.cursor: expected string, received number.'],
    ['resources/read', {}, 'params.uri: expected string, received undefined.'],
    [
      'prompts/get',
      { name: 'x', arguments: { y: 1 } },
      'params.arguments.y: expected string, received number.',
    ],
    [
      'completion/complete',
      { ref: { type: 'ref/other' }, argument: { name: 'x', value: 'y' } },
      'params.ref: not of a form that the protocol has.',
    ],
  ])('%s %j', async (method, params, message) => {
    const { error } = await connect().ask(ask(method, params));
    expect(error).toEqual({ code: -32602, message });
    expect(errors).toEqual([]);
  });

  it('are named on one line, and only the first few of them', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 300 }, (_, i) => [`a\n\u202e${i}`.padEnd(200, 'b'), i]),
    );
    const { error } = await connect().ask(ask('prompts/get', { name: 'x', arguments: many }));
    expect(error).toMatchObject({ code: -32602, message: expect.stringMatching(/; and 295 more\.$/) });
    expect(error.message).not.toMatch(unsafe);
    expect(error.message.length).toBeLessThan(1000);
  });

  it('an unknown tool is named on one line', async () => {
    const name = `x\n\u001b[31m\u2028All is well${'y'.repeat(500)}`;
    const { error } = await connect().ask(ask('tools/call', { name }));
    expect(error.message).not.toMatch(unsafe);
    expect(error.message.length).toBeLessThan(200);
  });
});

describe.each(eras)('a failure of our own, in %s', (_era, ask) => {
  const requests = [
    ['resources/read', { uri: 'robotics://dataset' }],
    ['prompts/get', { name: 'x' }],
    ['completion/complete', { ref: { type: 'ref/prompt', name: 'x' }, argument: { name: 'y', value: '' } }],
  ] as const;

  it.each(requests)('%s tells its caller nothing, and the log everything', async (method, params) => {
    expect((await connect().ask(ask(method, params))).error).toEqual(internal);
    expect(errors).toEqual([thrown]);
  });

  it.each(requests)('%s: what is thrown need be no error', async (method, params) => {
    thrown = secret;
    expect((await connect().ask(ask(method, params))).error).toEqual(internal);
    expect(errors.map(({ message }) => message)).toEqual([secret]);
  });

  it.each(requests)(
    '%s: data of ours that break their schema are no fault of the caller',
    async (method, params) => {
      thrown = z.object({ name: z.string() }).safeParse({ name: 7 }).error;
      expect((await connect().ask(ask(method, params))).error).toEqual(internal);
      expect(errors).toEqual([thrown]);
    },
  );

  it.each(['tools/list', 'resources/list', 'resources/templates/list', 'prompts/list'])(
    '%s, where nothing can be loaded',
    async (method) => {
      const fail = () => Promise.reject(new Error(secret));
      const { error } = await connect({ registry: fail, surface: fail }).ask(ask(method, {}));
      expect(error).toEqual(internal);
      expect(errors.map(({ message }) => message)).toEqual([secret]);
    },
  );

  it('does not end the service', async () => {
    const connection = connect();
    await connection.ask(ask('resources/read', { uri: 'robotics://dataset' }));
    const answer = await connection.ask(ask('tools/call', { name: 'echo', arguments: { a: 1 } }));
    expect(answer.result).toMatchObject({ structuredContent: { args: { a: 1 } } });
  });
});

it('loads the tools when they are first needed', async () => {
  let loaded = 0;
  const small = createSmallService();
  const registry = () => {
    loaded += 1;
    return small.registry();
  };
  const { ask } = connect({ registry });
  await ask(request('ping'));
  expect(loaded).toBe(0);
  await ask(request('tools/list', {}));
  expect(loaded).toBe(1);
});
