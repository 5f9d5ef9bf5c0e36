import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { modernHeaders, modernRequest, type RunningServer, sendRaw, startServer } from '../helpers/http.ts';

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({
    limits: { headers: 150, body: 2_000 },
    auth: {
      authenticator: {
        authenticate: async () => ({ kind: 'refused', problem: 'The key is not known here.' }),
      },
      isPrivate: false,
      metadata: { url: 'https://robots.example.org/.well-known/x', document: { resource: 'x' } },
    },
  });
});
afterAll(() => server.close());

const json = { 'content-type': 'application/json' };
const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
const listen = 'subscriptions/listen';
const stream = modernRequest(listen, { notifications: { toolsListChanged: true } });

/** One of each kind of answer: name, path, request, the status that shows that it is of that kind. */
const requests: readonly (readonly [string, string, RequestInit, number])[] = [
  ['an answer', '/api/mcp', { method: 'POST', headers: json, body: ping }, 200],
  ['no answer', '/api/mcp', { method: 'POST', headers: json, body: ping.replace('"id":1,', '') }, 202],
  ['several answers', '/api/mcp', { method: 'POST', headers: json, body: `[${ping}]` }, 200],
  [
    'an answer of 2026-07-28',
    '/api/mcp',
    {
      method: 'POST',
      headers: { ...json, ...modernHeaders('tools/list') },
      body: JSON.stringify(modernRequest('tools/list')),
    },
    200,
  ],
  [
    'a stream',
    '/api/mcp',
    { method: 'POST', headers: { ...json, ...modernHeaders(listen) }, body: JSON.stringify(stream) },
    200,
  ],
  ['the status', '/api/mcp', {}, 200],
  ['the page', '/api/mcp', { headers: { accept: 'text/html' } }, 200],
  ['headers alone', '/api/mcp', { method: 'HEAD' }, 200],
  ['a probe', '/api/mcp?live', {}, 200],
  ['a preflight', '/api/mcp', { method: 'OPTIONS' }, 204],
  ['who issues tokens', '/.well-known/oauth-protected-resource', {}, 200],
  ['no JSON', '/api/mcp', { method: 'POST', headers: json, body: '{' }, 400],
  ['a wrong token', '/api/mcp', { headers: { authorization: 'Bearer x' } }, 401],
  ['counters without a token', '/api/mcp?counters', {}, 401],
  ['a foreign page', '/api/mcp', { headers: { origin: 'https://evil.example' } }, 403],
  ['another path', '/nothing', {}, 404],
  ['the root', '/', { redirect: 'manual' }, 302],
  ['another method', '/api/mcp', { method: 'DELETE' }, 405],
  ['a large body', '/api/mcp', { method: 'POST', headers: json, body: ' '.repeat(3_000) }, 413],
  [
    'no JSON by its type',
    '/api/mcp',
    { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'x' },
    415,
  ],
];

describe.each(requests)('%s', (name, path, request, status) => {
  it('stays what it is, out of frames and of caches', async () => {
    const controller = new AbortController();
    const { origin } = new URL(server.url);
    const response = await fetch(`${origin}${path}`, { ...request, signal: controller.signal });
    expect(response.status).toBe(status);
    checkHeaders((header) => response.headers.get(header));
    if (name !== 'who issues tokens') {
      expect(response.headers.get('cache-control')).toMatch(/no-store|no-cache/);
    }
    controller.abort();
  });
});

it.each([
  ['what is no HTTP', 'hello\r\n\r\n', '400'],
  ['headers without end', `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`, '431'],
  ['headers that do not come', 'GET / HTTP/1.1\r\n', '408'],
])('%s is answered no worse', async (_name, text, status) => {
  const answer = await sendRaw(server.port, text, 4_000);
  expect(answer.slice(9, 12)).toBe(status);
  const lines = answer.split('\r\n').map((line) => line.split(': ') as [string, string]);
  const headers = new Map(lines.map(([name, value]) => [name.toLowerCase(), value]));
  checkHeaders((header) => headers.get(header) ?? null);
});

function checkHeaders(get: (name: string) => string | null): void {
  expect(get('content-security-policy')).toContain("default-src 'none'");
  expect(get('content-security-policy')).toContain("frame-ancestors 'none'");
  expect(get('cross-origin-resource-policy')).toBe('same-origin');
  expect(get('referrer-policy')).toBe('no-referrer');
  expect(get('x-content-type-options')).toBe('nosniff');
  expect(get('x-frame-options')).toBe('DENY');
  // Nothing tells what the server is made of.
  for (const name of ['server', 'x-powered-by', 'via']) expect(get(name)).toBeNull();
}
