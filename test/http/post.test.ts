import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  modernHeaders,
  modernRequest,
  post,
  type RunningServer,
  sendRaw,
  startServer,
} from '../helpers/http.ts';

let server: RunningServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const call = (args: unknown, id: unknown = 1) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: 'echo', arguments: args },
});

describe('calls', () => {
  it.each([
    {},
    { accept: '*/*' },
    { accept: 'application/json' },
    { accept: 'text/event-stream' },
    { accept: 'image/png' },
  ])('answers a call without a handshake as plain JSON, with %o', async (headers) => {
    const answer = await post(server.url, call({ category: 'humanoid' }), headers as Record<string, string>);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(answer.headers.get('mcp-session-id')).toBeNull();
    expect(answer.body).toMatchObject({
      id: 1,
      result: { structuredContent: { args: { category: 'humanoid' } } },
    });
  });

  it('answers a request that says nothing of what it accepts', async () => {
    const body = JSON.stringify(call({}));
    const answer = await sendRaw(
      server.port,
      `POST /api/mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer).toContain('"structuredContent"');
  });

  it.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])('agrees on %s', async (revision) => {
    const answer = await post(server.url, {
      jsonrpc: '2.0',
      id: 'a',
      method: 'initialize',
      params: { protocolVersion: revision, capabilities: {}, clientInfo: { name: 'x', version: '1' } },
    });
    expect(answer.body).toMatchObject({
      id: 'a',
      result: {
        protocolVersion: revision,
        serverInfo: { name: 'small-service', version: '1.2.3' },
        instructions: 'Three small tools.',
        capabilities: { tools: {} },
      },
    });
    const listed = await post(
      server.url,
      { jsonrpc: '2.0', id: 2, method: 'tools/list' },
      { 'mcp-protocol-version': revision },
    );
    expect(listed.body.result.tools).toHaveLength(4);
  });

  it('serves 2026-07-28', async () => {
    const discovered = await post(
      server.url,
      modernRequest('server/discover'),
      modernHeaders('server/discover'),
    );
    expect(discovered.body.result).toMatchObject({
      supportedVersions: ['2026-07-28'],
      capabilities: { tools: {} },
    });
    const answer = await post(
      server.url,
      modernRequest('tools/call', { name: 'echo', arguments: { a: 1 } }),
      modernHeaders('tools/call', 'echo'),
    );
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(answer.body.result.structuredContent).toEqual({ args: { a: 1 } });
    const listed = await post(server.url, modernRequest('tools/list'), modernHeaders('tools/list'));
    expect(listed.body.result).toMatchObject({ cacheScope: 'public', ttlMs: 3_600_000 });
  });

  it('reports what a tool reports with 200', async () => {
    const answer = await post(server.url, {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'fail' },
    });
    expect(answer.status).toBe(200);
    expect(answer.body.result.isError).toBe(true);
  });

  it('takes notifications and responses', async () => {
    for (const message of [
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { jsonrpc: '2.0', id: 1, result: {} },
      { jsonrpc: '2.0', id: 1, error: { code: 1, message: 'x' } },
      [{ jsonrpc: '2.0', method: 'notifications/initialized' }],
    ]) {
      const answer = await post(server.url, message);
      expect([answer.status, answer.body]).toEqual([202, undefined]);
    }
    const modern = await post(
      server.url,
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } },
      { 'mcp-protocol-version': '2026-07-28' },
    );
    expect(modern.status).toBe(202);
  });
});

describe('notifications and answers of a wrong form', () => {
  const wrong = [
    { jsonrpc: '2.0', method: 'notifications/none', params: ' ' },
    { jsonrpc: '2.0', method: 'notifications/none', params: { _meta: 1 } },
    { jsonrpc: '2.0', method: 'notifications/none', other: 1 },
    { jsonrpc: '2.0', result: {} },
    { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'x' } },
  ];

  it.each(wrong)('are not taken: %j', async (message) => {
    const { status, body } = await post(server.url, message);
    expect([status, body.id]).toEqual([400, null]);
  });

  it('are left out of what a batch is answered with', async () => {
    const { body } = await post(server.url, [...wrong, { jsonrpc: '2.0', id: 1, method: 'ping' }]);
    expect(body).toEqual([{ jsonrpc: '2.0', id: 1, result: {} }]);
    expect((await post(server.url, wrong)).status).toBe(202);
  });
});

describe('batches', () => {
  it.each([{}, { 'mcp-protocol-version': '2025-03-26' }])('are answered with %o', async (headers) => {
    const batch = [call({ a: 1 }, 1), { jsonrpc: '2.0', method: 'notifications/x' }, call({ a: 2 }, 'b'), 7];
    const answer = await post(server.url, batch, headers as Record<string, string>);
    expect(answer.status).toBe(200);
    expect(answer.body).toHaveLength(3);
    expect(answer.body[1]).toMatchObject({ id: 'b', result: { structuredContent: { args: { a: 2 } } } });
    expect(answer.body[2]).toMatchObject({ id: null, error: { code: -32600 } });
  });

  it.each([
    ['another revision', [call({})], { 'mcp-protocol-version': '2025-06-18' }],
    ['the newest revision', [call({})], { 'mcp-protocol-version': '2026-07-28' }],
    ['an envelope', [modernRequest('ping')], {}],
    ['nothing in it', [], {}],
    ['51 calls', Array.from({ length: 51 }, (_, id) => call({}, id)), {}],
    ['a handshake in it', [{ jsonrpc: '2.0', id: 1, method: 'initialize', params: {} }], {}],
    ['the same id twice', [call({}, 1), call({}, 1)], {}],
  ] as const)('are refused with %s', async (_case, batch, headers) => {
    const answer = await post(server.url, batch, headers);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ jsonrpc: '2.0', id: null, error: { code: -32600 } });
  });

  it('may have 50 calls', async () => {
    const answer = await post(
      server.url,
      Array.from({ length: 50 }, (_, id) => call({}, id)),
    );
    expect(answer.body).toHaveLength(50);
  });
});

describe('refusals', () => {
  it.each(['', '{', 'hello', '{"a":1}}', '\u0000'])('calls "%s" no JSON', async (text) => {
    const answer = await post(server.url, text);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ jsonrpc: '2.0', id: null, error: { code: -32700 } });
  });

  // A long body is parsed in another turn than a short one.
  it.each([0, 20_000, 1_000_000])('wants UTF-8, after %d bytes too', async (length) => {
    const [before = '', after = ''] = JSON.stringify(call({ x: '|' })).split('|');
    const send = (bytes: readonly number[]) =>
      fetch(server.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: Buffer.concat([
          Buffer.from(before + 'a'.repeat(length)),
          Buffer.from(bytes),
          Buffer.from(after),
        ]),
      });
    expect((await send([0xef, 0xb7, 0xba])).status).toBe(200);
    for (const bytes of [[0xff], [0xef, 0xb7], [0xed, 0xa0, 0x80], [0xc0, 0xaf]]) {
      const response = await send(bytes);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ id: null, error: { code: -32700 } });
    }
  });

  it.each([
    [null, null],
    [7, null],
    ['"text"', null],
    [{}, null],
    [{ jsonrpc: '1.0', id: 4, method: 'ping' }, 4],
    [{ jsonrpc: '2.0', id: 5 }, 5],
    [{ jsonrpc: '2.0', id: 5, method: 7 }, 5],
    [{ jsonrpc: '2.0', id: null, method: 'ping' }, null],
    [{ jsonrpc: '2.0', id: 1.5, method: 'ping' }, null],
    [{ jsonrpc: '2.0', id: {}, method: 'ping' }, null],
    [{ jsonrpc: '2.0', id: null, result: {} }, null],
  ])('calls %j no request', async (message, id) => {
    const answer = await post(server.url, message);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ jsonrpc: '2.0', id, error: { code: -32600 } });
  });

  it.each([
    ['an unknown tool', { name: 'nope' }],
    ['no name', {}],
    ['arguments that are a list', { name: 'echo', arguments: [] }],
    ['arguments that are null', { name: 'echo', arguments: null }],
    ['arguments that are text', { name: 'echo', arguments: 'x' }],
    ['params that are a list', []],
    ['params that are text', 'x'],
    ['params that are null', null],
    ['a wrong _meta', { name: 'echo', _meta: 'x' }],
  ])('answers %s with -32602', async (_case, params) => {
    const answer = await post(server.url, { jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ id: 1, error: { code: -32602 } });
    expect(answer.body.error.message).not.toContain('\n');
  });

  it.each([
    ['tools/list', { cursor: 4 }],
    ['initialize', {}],
  ])('answers wrong parameters of %s with -32602', async (method, params) => {
    const answer = await post(server.url, { jsonrpc: '2.0', id: 1, method, params });
    expect(answer.body.error.code).toBe(-32602);
  });

  it('knows no other method: 200 to callers of 2025, 404 to those of 2026', async () => {
    for (const method of ['nope', 'resources/subscribe', 'logging/setLevel']) {
      const answer = await post(server.url, { jsonrpc: '2.0', id: 1, method });
      expect([answer.status, answer.body.error.code]).toEqual([200, -32601]);
    }
    const modern = await post(server.url, modernRequest('nope'), modernHeaders('nope'));
    expect([modern.status, modern.body.error.code]).toEqual([404, -32601]);
  });

  it('wants headers and body to agree', async () => {
    const request = modernRequest('tools/call', { name: 'echo' });
    for (const headers of [
      modernHeaders('tools/list', 'echo'),
      modernHeaders('tools/call', 'fail'),
      modernHeaders('tools/call'),
      { ...modernHeaders('tools/call', 'echo'), 'mcp-protocol-version': '2025-11-25' },
      {},
    ]) {
      const answer = await post(server.url, request, headers);
      expect([answer.status, answer.body.error.code]).toEqual([400, -32020]);
    }
  });

  it.each(['1999-01-01', '2099-01-01', 'x'])('does not speak %s', async (revision) => {
    const answer = await post(server.url, call({}), { 'mcp-protocol-version': revision });
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatchObject({ code: -32022, data: { requested: revision } });
    expect(answer.body.error.data.supported).toContain('2026-07-28');
    expect(answer.body.id).toBe(1);
  });

  it('repeats a revision as plain text', async () => {
    const { body } = await post(server.url, call({}), { 'mcp-protocol-version': 'a\u009b31mb' });
    expect(body.error).toMatchObject({ code: -32022, data: { requested: 'a 31mb' } });
    expect(body.error.message).toContain('revision a 31mb.');
  });

  it('tells nothing of its own failures', async () => {
    const answer = await post(server.url, {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'break' },
    });
    expect(answer.body.error.code).toBe(-32603);
    expect(JSON.stringify(answer.body)).not.toMatch(/SELECT|home|\.ts/);
    const modern = await post(
      server.url,
      modernRequest('tools/call', { name: 'break' }),
      modernHeaders('tools/call', 'break'),
    );
    expect(JSON.stringify(modern.body)).not.toMatch(/SELECT|home|\.ts/);
    expect(server.errors.map(({ message }) => message.slice(0, 6))).toEqual(['SELECT', 'SELECT']);
  });
});

describe('bodies', () => {
  it.each([
    { 'content-type': 'text/plain' },
    { 'content-type': 'application/x-www-form-urlencoded' },
    { 'content-type': 'text/plain; x=application/json' },
    { 'content-type': 'application/json; charset=utf-16' },
    { 'content-encoding': 'gzip' },
    { 'content-encoding': 'br' },
  ])('are refused with %o', async (headers) => {
    const answer = await post(server.url, call({}), headers as unknown as Record<string, string>);
    expect(answer.status).toBe(415);
    expect(answer.body.error.message).toMatch(/JSON/);
  });

  it.each(['application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"'])(
    'may be %s',
    async (type) => {
      expect((await post(server.url, call({}), { 'content-type': type })).status).toBe(200);
    },
  );

  it('may have a mebibyte', async () => {
    const frame = JSON.stringify(call({ x: '' })).length;
    const whole = await post(server.url, call({ x: 'a'.repeat(1024 * 1024 - frame) }));
    expect(whole.status).toBe(200);
    const more = await post(server.url, call({ x: 'a'.repeat(1024 * 1024 - frame + 1) }));
    expect(more.status).toBe(413);
    expect(more.body.error.message).toContain('1048576');
  });

  it('are refused by their announced length, before they are sent', async () => {
    const answer = await sendRaw(
      server.port,
      'POST /api/mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9999999\r\nExpect: 100-continue\r\n\r\n',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  });

  it('are asked for when the caller waits to be', async () => {
    const body = JSON.stringify(call({}));
    const answer = await sendRaw(server.port, [
      `POST /api/mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n`,
      body,
    ]);
    expect(answer).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /);
  });

  it('are refused when they come in pieces and grow too large', async () => {
    const piece = `10000\r\n${'a'.repeat(0x10000)}\r\n`;
    const answer = await sendRaw(server.port, [
      'POST /api/mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
      ...Array.from({ length: 17 }, () => piece),
    ]);
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  });

  it('are read only as far as they hold no more values than a caller can mean', async () => {
    const depth = 100_000;
    const many = [
      `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":${'['.repeat(depth)}${']'.repeat(depth)}}}`,
      `[${'{},'.repeat(depth)}{}]`,
      JSON.stringify(Object.fromEntries(Array.from({ length: 30_000 }, (_, i) => [`key ${i}`, 0]))),
    ];
    for (const body of many) {
      const { status, body: answer } = await post(server.url, body);
      expect([status, answer.error.message]).toEqual([413, expect.stringContaining('20000 values')]);
    }
    const signs = call({ x: '[{,'.repeat(100_000), y: '\\"[,'.repeat(20_000) });
    expect((await post(server.url, signs)).status).toBe(200);
    expect((await post(server.url, `${'"",'.repeat(15_000)}x`)).status).toBe(400);
  });

  it('hold at most 2,000 values a message', async () => {
    const ids = Array.from({ length: 2_000 }, (_, i) => i);
    const refused = await post(server.url, call({ ids }));
    expect([refused.status, refused.body.error.code, refused.body.error.message]).toEqual([
      400,
      -32_600,
      'A message holds at most 2000 values.',
    ]);
    expect((await post(server.url, call({ ids: ids.slice(100) }))).status).toBe(200);
  });
});
