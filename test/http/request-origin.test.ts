import type { IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  callerAddress,
  givenRequestId,
  isLoopback,
  publicOrigin,
  whyNotListen,
} from '../../src/http/request-origin.ts';
import { post, type RunningServer, sendRaw, startServer } from '../helpers/http.ts';

let server: RunningServer;
let anyName: RunningServer;
beforeAll(async () => {
  anyName = await startServer({ allowedHosts: ['*'], allowedOrigins: ['*'] });
  server = await startServer({
    allowedHosts: ['robots.example.org'],
    allowedOrigins: ['https://app.example.org'],
  });
});
afterAll(async () => {
  await server.close();
  await anyName.close();
});

const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };

function getWith(header: string): Promise<string> {
  return sendRaw(server.port, `GET /api/mcp HTTP/1.1\r\n${header}\r\nConnection: close\r\n\r\n`);
}

describe('a target in absolute form', () => {
  const ask = (method: string, target: string, host: string, body = '') =>
    sendRaw(
      server.port,
      `${method} ${target} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
    );

  it.each([
    'http://localhost/api/mcp',
    'HTTP://Robots.Example.org:8080/api/mcp',
    'http://[::1]:8787/api/mcp/',
  ])('%s is answered as its path is', async (target) => {
    const answer = await ask('POST', target, 'localhost', JSON.stringify(ping));
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer).toContain('"result":{}');
  });

  it('has a query like any other', async () => {
    expect(await ask('GET', 'http://localhost/api/mcp?live', 'localhost')).toMatch(/^HTTP\/1\.1 200 /);
    expect(await ask('GET', 'http://localhost/api/mcp?live&ready', 'localhost')).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('is the address that is shown', async () => {
    const page = await sendRaw(
      server.port,
      'GET http://robots.example.org/api/mcp HTTP/1.1\r\nHost: localhost\r\nAccept: text/html\r\nConnection: close\r\n\r\n',
      10_000,
    );
    expect(page).toContain('http://robots.example.org/api/mcp');
    expect(page).not.toContain('http://localhost/api/mcp');
  });

  it.each([
    ['http://evil.example.org/api/mcp', 'localhost', 403],
    ['http://localhost/api/mcp', 'evil.example.org', 403],
    ['http://localhost.evil.org/api/mcp', 'localhost.evil.org', 403],
    ['http:///api/mcp', 'localhost', 403],
    ['http://user@localhost/api/mcp', 'localhost', 400],
    ['http://localhost:99999/api/mcp', 'localhost', 400],
    ['http://localhost/api/mcp', 'user@localhost', 400],
    ['http://localhost', 'localhost', 404],
    ['http://localhost?/api/mcp', 'localhost', 404],
    ['http://localhost//api/mcp', 'localhost', 404],
    ['http://localhost/api/%6dcp', 'localhost', 404],
    ['http://localhost/http://localhost/api/mcp', 'localhost', 404],
    ['https://localhost/api/mcp', 'localhost', 404],
    ['ftp://localhost/api/mcp', 'localhost', 404],
    ['//localhost/api/mcp', 'localhost', 404],
  ])('%s with Host %s is refused by %i', async (target, host, status) => {
    const answer = await ask('POST', target, host, JSON.stringify(ping));
    expect(answer.slice(0, 12)).toBe(`HTTP/1.1 ${status}`);
    expect(answer).not.toContain('evil');
  });

  it('keeps the pages of other origins out', async () => {
    const answer = await sendRaw(
      server.port,
      'GET http://localhost/api/mcp HTTP/1.1\r\nHost: localhost\r\nOrigin: https://evil.example.org\r\nConnection: close\r\n\r\n',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 403 /);
  });
});

describe('Host', () => {
  it.each([
    'localhost',
    'LOCALHOST:9999',
    'localhost:',
    '127.0.0.1:80',
    '[::1]:8787',
    '[0:0:0:0:0:0:0:1]',
    'robots.example.org:443',
    'Robots.Example.ORG',
  ])('serves %s', async (host) => {
    expect(await getWith(`Host: ${host}`)).toMatch(/^HTTP\/1\.1 200 /);
  });

  it.each([
    'evil.example.org',
    'localhost.evil.org',
    'robots.example.org.evil.org',
    'localhost.',
    'xlocalhost',
    '127.1',
    '0x7f.0.0.1',
    '2130706433',
    '0177.0.0.1',
    '[::ffff:127.0.0.1]',
    '',
  ])('refuses "%s"', async (host) => {
    const answer = await getWith(`Host: ${host}`);
    expect(answer).toMatch(/^HTTP\/1\.1 403 /);
    expect(answer).toContain('--allowed-hosts');
    expect(answer).not.toContain('evil');
  });

  it.each([
    'user@localhost',
    'user:secret@localhost',
    '127.0.0.1@evil.org',
    'evil.org@localhost',
    '@localhost',
    'localhost/x',
    'localhost/',
    'localhost#',
    'localhost#evil.org',
    'localhost?x',
    'localhost?',
    'localhost\\evil.org',
    '\\localhost',
    '/localhost',
    '//localhost',
    'http://localhost',
    'localhost:80:80',
    'localhost:-1',
    'localhost:+80',
    'localhost:8 0',
    'localhost:x',
    'localhost:65536',
    'localhost:99999999999999999999',
    'local host',
    'local\thost',
    'localhost, evil.org',
    'localhost;x',
    'loc%61lhost',
    '%6cocalhost',
    'localhost%00',
    'localhost%',
    '<b>localhost',
    "localhost'",
    'localhost"',
    '::1',
    '::1:80',
    '[::1',
    '::1]',
    '[]',
    '[::1]x',
    '[::1]@evil.org',
    '[[::1]]',
    '[::1%25lo]',
    '[fe80::1%lo]',
    '[v1.x]',
    '[localhost]',
    '[127.0.0.1]',
    ':80',
    '*',
    'l\u00f6calhost',
    '\u00adlocalhost',
    `${'a'.repeat(254)}`,
  ])('cannot read "%s", even where any name will do', async (host) => {
    for (const { port } of [server, anyName]) {
      const answer = await sendRaw(
        port,
        `GET /api/mcp HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
      );
      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
      expect(answer).toContain('The Host header is no host.');
      expect(answer).not.toContain('evil');
    }
  });

  it('refuses two of them', async () => {
    expect(await getWith('Host: localhost\r\nHost: evil.org')).toMatch(/^HTTP\/1\.1 400 /);
    expect(await getWith('Host: localhost\r\nHost: localhost')).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('refuses a request without any', async () => {
    const lacking = await sendRaw(server.port, 'GET /api/mcp HTTP/1.1\r\n\r\n');
    expect(lacking).toMatch(/^HTTP\/1\.1 400 [\s\S]*The Host header is left out\. Send one/);
    expect(await sendRaw(server.port, 'GET /api/mcp HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 403 /);
  });
});

describe('Origin', () => {
  it.each([
    'http://localhost:5173',
    'http://127.0.0.1',
    'http://127.9.8.7:1',
    'https://[::1]:3',
    'https://app.example.org',
    'https://app.example.org:443',
    'HTTPS://App.Example.org',
  ])('serves pages of %s, and lets them read the answer', async (origin) => {
    const answer = await post(server.url, ping, { origin });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('access-control-allow-origin')).toBe(origin);
    expect(answer.headers.get('access-control-expose-headers')).toBe('www-authenticate');
  });

  it.each([
    'https://evil.org',
    'null',
    'http://app.example.org',
    'https://app.example.org:444',
    'https://app.example.org.evil.org',
    'https://127.0.0.1.evil.org',
    'http://127.1',
    'http://2130706433',
    'http://localhost.',
    'ftp://localhost',
    'file://localhost',
    'file://',
    'app://.',
    'chrome-extension://abcdefghijklmnop',
  ])('refuses pages of %s', async (origin) => {
    const answer = await post(server.url, ping, { origin });
    expect(answer.status).toBe(403);
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    expect(answer.body.error.message).toContain('--allowed-origins');
  });

  it.each([
    'http://user@localhost',
    'http://evil.org@localhost',
    'http://localhost@evil.org',
    'http://localhost/',
    'http://localhost/x',
    'http://localhost#',
    'http://localhost?x',
    'http://localhost\\evil.org',
    'http:\\localhost',
    'http:localhost',
    'http:/localhost',
    'http:///localhost',
    'http://',
    'localhost',
    '//localhost',
    'http://local host',
    'http://loc%61lhost',
    'http://%zz',
    'http://localhost:99999',
    'http://localhost:80:80',
    'http://[::1',
    'http://[::1%25lo]',
    'http://localhost, http://evil.org',
    'http://localhost http://evil.org',
    'null null',
    'NULL',
    'javascript:alert(1)',
    ' http//localhost',
    '',
  ])('cannot read "%s", even where any origin will do', async (origin) => {
    for (const { port } of [server, anyName]) {
      const answer = await sendRaw(
        port,
        `GET /api/mcp HTTP/1.1\r\nHost: localhost\r\nOrigin: ${origin}\r\nConnection: close\r\n\r\n`,
      );
      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
      expect(answer).toContain('The Origin header is no origin.');
      expect(answer).not.toMatch(/access-control-allow-origin|evil/i);
    }
  });

  it('refuses two of them', async () => {
    const twice = 'Host: localhost\r\nOrigin: http://localhost\r\nOrigin: http://localhost';
    expect(await getWith(twice)).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('answers the preflight of an allowed origin', async () => {
    const response = await fetch(server.url, {
      method: 'OPTIONS',
      headers: { origin: 'https://app.example.org', 'access-control-request-method': 'POST' },
    });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe('https://app.example.org');
    expect(response.headers.get('access-control-allow-methods')).toContain('POST');
    expect(response.headers.get('access-control-allow-headers')).toBe(
      'content-type, authorization, mcp-protocol-version, mcp-method, mcp-name, mcp-session-id',
    );
  });

  it('refuses the preflight of any other', async () => {
    const response = await fetch(server.url, { method: 'OPTIONS', headers: { origin: 'https://evil.org' } });
    expect(response.status).toBe(403);
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('where it may listen', () => {
  it.each(['localhost', '127.0.0.1', '127.8.9.1', '::1', '[::1]'])('calls %s this machine', (host) => {
    expect(isLoopback(host)).toBe(true);
    expect(whyNotListen(host, [])).toBeUndefined();
  });

  it.each(['0.0.0.0', '::', '192.168.1.2', 'robots.example.org', '127.evil.org'])(
    'wants to be told the names of %s',
    async (host) => {
      expect(isLoopback(host)).toBe(false);
      expect(whyNotListen(host, [])).toContain('--allowed-hosts');
      expect(whyNotListen(host, ['*'])).toBeUndefined();
      await expect(startServer({ host })).rejects.toThrow('--allowed-hosts');
    },
  );
});

function request(headers: Record<string, string>, remoteAddress = '10.0.0.1'): IncomingMessage {
  return { headers, socket: { remoteAddress } } as unknown as IncomingMessage;
}

it.each([
  [0, '198.51.100.7', '10.0.0.1'],
  [1, '198.51.100.7', '198.51.100.7'],
  [1, '6.6.6.6, 198.51.100.7', '198.51.100.7'],
  [2, '6.6.6.6, 198.51.100.7, 10.0.0.9', '198.51.100.7'],
  [2, '198.51.100.7', '198.51.100.7'],
  [1, '198.51.100.7:4711', '198.51.100.7'],
  [1, '[2001:db8::1]:4711', '2001:db8::1'],
  [1, '::ffff:198.51.100.7', '198.51.100.7'],
  [1, '::ffff:c633:6407', '198.51.100.7'],
  [1, '::FFFF:0C0A:0009', '12.10.0.9'],
  [1, '[0:0:0:0:0:ffff:198.51.100.7]:4711', '198.51.100.7'],
  [1, '0000:0:00::ffff:c633:6407%eth0', '198.51.100.7'],
  [1, '2001:0DB8:0:0::0:1', '2001:db8::1'],
  [1, '::ffff:0:c633:6407', '::ffff:0:c633:6407'],
  [1, 'fe80::0:1%eth0', 'fe80::1%eth0'],
  [1, 'unknown', '10.0.0.1'],
  [1, '<script>', '10.0.0.1'],
  [1, ' , ', '10.0.0.1'],
  [3, '', '10.0.0.1'],
])('with %i proxies, X-Forwarded-For: %s is of the caller %s', (proxies, forwarded, caller) => {
  expect(callerAddress(request({ 'x-forwarded-for': forwarded }), proxies)).toBe(caller);
});

it.each([
  [0, {}, 'http://inner:1'],
  [0, { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'robots.example.org' }, 'http://inner:1'],
  [1, { 'x-forwarded-proto': 'https' }, 'https://inner:1'],
  [
    1,
    { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'robots.example.org' },
    'https://robots.example.org',
  ],
  [1, { 'x-forwarded-proto': 'HTTPS', 'x-forwarded-host': '[2001:db8::1]:443' }, 'https://[2001:db8::1]:443'],
  [1, { 'x-forwarded-host': 'evil.example, robots.example.org' }, 'http://robots.example.org'],
  [1, { 'x-forwarded-proto': 'javascript', 'x-forwarded-host': 'a"><b' }, 'http://inner:1'],
  [1, { 'x-forwarded-host': 'user@robots.example.org' }, 'http://inner:1'],
  [1, { 'x-forwarded-host': 'robots.example.org/x' }, 'http://inner:1'],
  [1, { 'x-forwarded-host': 'Robots.Example.org:0443' }, 'http://robots.example.org:443'],
  [1, { 'x-forwarded-host': 'evil.example' }, 'http://inner:1'],
  [1, { 'x-forwarded-host': 'robots.example.org.evil.example:443' }, 'http://inner:1'],
  [2, { 'x-forwarded-host': 'evil.example, inner:2' }, 'http://inner:1'],
  [1, { 'x-forwarded-host': 'localhost:9' }, 'http://localhost:9'],
  [0, { host: 'LOCALHOST:' }, 'http://localhost'],
])('with %i proxies, %j was called at %s', (proxies, headers, origin) => {
  const allowedHosts = ['robots.example.org', '[2001:db8::1]'];
  const asked = request({ host: 'inner:1', ...headers });
  expect(publicOrigin(asked, { proxies, allowedHosts })).toBe(origin);
});

it.each([
  [1, 'abc-123', 'abc-123'],
  [0, 'abc-123', undefined],
  [1, 'two words', undefined],
  [1, 'x'.repeat(129), undefined],
])('with %i proxies, takes the request id %s as %s', (proxies, given, taken) => {
  expect(givenRequestId(request({ 'x-request-id': given }), proxies)).toBe(taken);
});
