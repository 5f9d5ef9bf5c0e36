import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { post, type RunningServer, sendRaw, startServer } from '../helpers/http.ts';

let server: RunningServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

function get(headers: Record<string, string>, method = 'GET'): Promise<Response> {
  return fetch(server.url, { method, headers });
}

describe('GET', () => {
  it.each(['*/*', 'application/json', 'application/json, text/html;q=0.9', 'text/html;q=0.1, */*;q=0.5'])(
    'answers Accept: %s with the status as JSON',
    async (accept) => {
      const response = await get({ accept });
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('application/json');
      expect(await response.json()).toMatchObject({
        name: 'small-service',
        version: '1.2.3',
        beta: true,
        protocol_revisions: ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'],
        dataset: { version: '2026.11.1', age_days: 20, counts: { robots: 3 } },
        tools: ['echo', 'fail', 'wait', 'break'],
      });
    },
  );

  it('names the terms of the beta', async () => {
    const status = (await (await get({})).json()) as { terms: string };
    expect(status.terms).toMatch(/free/);
    expect(status.terms).toMatch(/without limits/);
    expect(status.terms).toMatch(/30 days/);
  });

  it('answers without any Accept', async () => {
    const answer = await sendRaw(
      server.port,
      'GET /api/mcp?x=1 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer).toContain('"beta": true');
  });

  it.each([
    'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    'text/html',
    'application/json;q=0.5, text/html;q=0.6',
  ])('shows a browser, Accept: %s, a page', async (accept) => {
    const response = await get({ accept });
    const page = await response.text();
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page).toContain('12,345');
    expect(page).toContain(`&quot;url&quot;: &quot;${server.url}&quot;`);
    expect(page).not.toContain('<script');
    expect(response.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; script-src 'self'; style-src 'self'; /,
    );
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('vary')).toBe('Accept, Accept-Encoding, Authorization, Origin');
  });

  it('sends a browser the page compressed, and not again if it has it', async () => {
    const accept = 'text/html';
    const [plain, zipped] = await Promise.all(
      ['identity', 'gzip'].map((encoding) => get({ accept, 'accept-encoding': encoding })),
    );
    expect([plain?.headers.get('content-encoding'), zipped?.headers.get('content-encoding')]).toEqual([
      null,
      'gzip',
    ]);
    expect(await zipped?.text()).toBe(await plain?.text());
    const etag = zipped?.headers.get('etag') ?? '';
    expect(etag).not.toBe(plain?.headers.get('etag'));
    const again = await get({ accept, 'accept-encoding': 'gzip', 'if-none-match': etag });
    expect([again.status, await again.text()]).toEqual([304, '']);
    expect((await get({ accept, 'if-none-match': '"other"' })).status).toBe(200);
  });

  it('answers HEAD without a body', async () => {
    const response = await get({}, 'HEAD');
    expect(response.status).toBe(200);
    expect(Number(response.headers.get('content-length'))).toBeGreaterThan(100);
    expect(await response.text()).toBe('');
  });

  it.each([
    ['gzip;q=0', null],
    ['gzip; q=0.000', null],
    ['GZIP;Q=0', null],
    ['*;q=0', null],
    ['*;q=0, identity', null],
    ['gzip;q=0, *', null],
    ['identity;q=0, gzip;q=0', null],
    ['identity', null],
    ['br', null],
    ['br, zstd, deflate', null],
    ['gzipped', null],
    ['x-gzip', null],
    ['', null],
    ['gzip;q=0.2, identity;q=0.9', null],
    ['gzip', 'gzip'],
    ['gzip, deflate, br', 'gzip'],
    ['br;q=1.0, gzip;q=0.8, *;q=0.1', 'gzip'],
    ['*', 'gzip'],
    ['identity;q=0, *', 'gzip'],
    ['identity;q=0, gzip;q=0.1', 'gzip'],
    ['gzip;q=0.5', 'gzip'],
  ])('sends what Accept-Encoding: %s takes', async (encoding, sent) => {
    const response = await get({ accept: 'text/html', 'accept-encoding': encoding });
    expect([response.status, response.headers.get('content-encoding')]).toEqual([200, sent]);
    expect(await response.text()).toContain('<!doctype html>');
  });

  it.each([
    'text/event-stream',
    'application/json, text/event-stream',
    'text/event-stream, application/json',
    'text/event-stream;q=0.1, application/json',
    '*/*, text/event-stream',
    'text/html, Text/Event-Stream; charset=utf-8',
  ])('says to Accept: %s that there is no stream to be had', async (accept) => {
    for (const [query, method] of [
      ['', 'GET'],
      ['', 'HEAD'],
      ['?x=1', 'GET'],
      ['?card', 'GET'],
    ] as const) {
      const response = await fetch(`${server.url}${query}`, { method, headers: { accept } });
      expect(response.status).toBe(405);
      expect(response.headers.get('allow')).toBe('GET, HEAD, POST, OPTIONS');
      if (method === 'HEAD') continue;
      expect(await response.json()).toMatchObject({ jsonrpc: '2.0', id: null, error: { code: -32000 } });
    }
    // A balancer may send one header with everything.
    expect((await fetch(`${server.url}?ready`, { headers: { accept } })).status).toBe(200);
  });

  it.each(['application/json, text/event-stream;q=0', 'text/*', 'application/json, text/event-streams'])(
    'answers Accept: %s, which names no stream',
    async (accept) => {
      expect((await get({ accept })).status).toBe(200);
    },
  );
});

describe('other methods and paths', () => {
  it.each(['DELETE', 'PUT', 'PATCH'])('answers %s with 405', async (method) => {
    const response = await get({}, method);
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET, HEAD, POST, OPTIONS');
  });

  it.each([
    '/index.html',
    '/api',
    '/api/mcp2',
    '//localhost/api/mcp',
    '/api/%6Dcp',
    '/Robots.txt',
    '/x/../api/mcp',
  ])('knows no %s', async (path) => {
    const answer = await sendRaw(
      server.port,
      `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
    expect(answer).toContain('/api/mcp');
  });

  it('leads from / to the address, and has what browsers and search engines ask for by themselves', async () => {
    const { origin } = new URL(server.url);
    const root = await fetch(`${origin}/`, { redirect: 'manual' });
    expect([root.status, root.headers.get('location')]).toEqual([302, '/api/mcp']);
    const icon = await fetch(`${origin}/favicon.ico`);
    expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
    const robots = await fetch(`${origin}/robots.txt`);
    expect(robots.status).toBe(200);
    expect(await robots.text()).toMatch(/^Disallow: \/$/m);
    expect((await fetch(`${origin}/`, { method: 'POST' })).status).toBe(404);
  });

  it('takes the address with a slash behind it as the address', async () => {
    const url = `${server.url}/`;
    expect((await fetch(url)).status).toBe(200);
    expect((await post(url, { jsonrpc: '2.0', id: 1, method: 'ping' })).body).toMatchObject({ result: {} });
  });
});
