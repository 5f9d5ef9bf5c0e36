import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { KeyAuthenticator } from '../../src/auth/key-authenticator.ts';
import { addKey, keyFileIn, keysInFile, revokeKeys } from '../../src/auth/keys.ts';
import type { HttpAuth } from '../../src/http/access-control.ts';
import { type HttpServer, serveHttp } from '../../src/http/serve.ts';
import type { Scope } from '../../src/lib/caller.ts';
import { temporaryDirectory } from '../contributions/faulty-files.ts';
import { type Answer, modernHeaders, modernRequest, post, sendRaw } from '../helpers/http.ts';
import { createProductService, type ProductServiceOptions } from '../helpers/product-service.ts';

const today = '2026-11-21';
const report = { resource_type: 'robots', resource_id: 'unitree-g1', problem: 'The mass is wrong.' };
const open: (() => Promise<void>)[] = [];
let place: ReturnType<typeof temporaryDirectory>;
let path: string;
let url: string;
let runs: () => number;

beforeEach(() => {
  place = temporaryDirectory();
  path = keyFileIn(place.path);
});
afterEach(async () => {
  for (const close of open.splice(0)) await close();
  place.remove();
});

/** Serves the product's tools to callers with keys, or to anyone. */
async function serve(
  auth: Partial<HttpAuth> | undefined,
  options: ProductServiceOptions = {},
): Promise<HttpServer> {
  const service = await createProductService({ authenticated: auth !== undefined, ...options });
  const authenticator = new KeyAuthenticator({
    path,
    onProblem: () => undefined,
    now: () => new Date(today),
  });
  const server = await serveHttp(service, {
    host: '127.0.0.1',
    port: 0,
    allowedHosts: [],
    allowedOrigins: ['https://app.example.org'],
    limits: { quiet: 20 },
    auth: auth === undefined ? undefined : { authenticator, isPrivate: false, ...auth },
    onError: (error) => {
      throw error;
    },
  });
  open.push(server.close, service.close);
  ({ url } = server);
  ({ runs } = service);
  return server;
}

async function keyWith(...scopes: Scope[]): Promise<Record<string, string>> {
  const { key } = await addKey(
    keysInFile(path),
    { name: `${scopes.join()} ${Math.random()}`, scopes },
    today,
  );
  return { authorization: `Bearer ${key}` };
}

function call(name: string, args: object = {}, id: unknown = 1): object {
  return { jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } };
}

const search = call('search_robots', { query: 'G1' });
const write = call('report_error', report);

function challengeOf({ headers }: Answer): string {
  return headers.get('www-authenticate') ?? '';
}

describe('without --auth', () => {
  beforeEach(() => serve(undefined));

  it('anyone reads and writes, and no key is looked at', async () => {
    for (const headers of [{}, { authorization: 'Bearer nonsense' }]) {
      expect((await post(url, search, headers)).body.result.isError).toBeUndefined();
      expect((await post(url, write, headers)).body.result.structuredContent.status).toBe('queued');
    }
  });
});

describe('with keys', () => {
  beforeEach(() => serve({}));

  it('a stranger reads', async () => {
    expect((await post(url, search)).body.result.structuredContent.results[0].id).toBe('unitree-g1');
    expect((await fetch(url)).status).toBe(200);
  });

  it('a stranger who writes is told how to get in, and nothing runs', async () => {
    const answer = await post(url, write);
    expect(answer.status).toBe(401);
    expect(challengeOf(answer)).toBe('Bearer realm="robotics-mcp", scope="write"');
    expect(answer.body).toMatchObject({ jsonrpc: '2.0', id: null, error: { code: -32000 } });
    expect(answer.body.error.data).toEqual({ code: 'UNAUTHENTICATED' });
    expect(answer.body.error.message).toContain('scope write');
    expect(runs()).toBe(0);
  });

  it('a key with the scope write writes', async () => {
    const answer = await post(url, write, await keyWith('write'));
    expect(answer.body.result.structuredContent.status).toBe('queued');
  });

  it('a key without it is refused, before anything runs', async () => {
    for (const headers of [await keyWith('read'), await keyWith('operator')]) {
      const answer = await post(url, write, headers);
      expect(answer.status).toBe(403);
      expect(answer.body.error.data).toEqual({ code: 'FORBIDDEN' });
      expect(challengeOf(answer)).toBe(
        'Bearer realm="robotics-mcp", error="insufficient_scope", scope="write"',
      );
      expect((await post(url, search, headers)).status).toBe(200);
    }
    expect(runs()).toBe(2);
  });

  it.each([
    ['no token', 'Bearer'],
    ['an empty one', 'Bearer '],
    ['one of another make', 'Bearer nonsense'],
    ['two', 'Bearer a b'],
    ['one that nobody was given', `bearer rmcp_abcdefgh_${'A'.repeat(43)}`],
    ['a long one', `Bearer ${'a'.repeat(9000)}`],
    ['one in quotes', 'Bearer "quoted"'],
  ])('a wrong token is refused even for reading: %s', async (_name, authorization) => {
    const answer = await post(url, search, { authorization });
    expect(answer.status).toBe(401);
    expect(challengeOf(answer)).toMatch(
      /^Bearer realm="robotics-mcp", error="invalid_token", error_description="[^"]+", scope="write"$/,
    );
    expect(runs()).toBe(0);
  });

  it('credentials of another kind are none', async () => {
    expect((await post(url, search, { authorization: 'Basic YTpi' })).status).toBe(200);
    expect((await post(url, write, { authorization: 'Basic YTpi' })).status).toBe(401);
  });

  it('two Authorization headers are refused', async () => {
    const { authorization } = await keyWith('write');
    const { port, host } = new URL(url);
    const body = JSON.stringify(write);
    const text = await sendRaw(
      Number(port),
      `POST /api/mcp HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n` +
        `Authorization: Bearer other\r\nAuthorization: ${authorization}\r\n\r\n${body}`,
    );
    expect(text).toMatch(/^HTTP\/1\.1 401 /);
    expect(runs()).toBe(0);
  });

  it('a token in the address is refused and taken for no token', async () => {
    const { authorization = '' } = await keyWith('write');
    const token = authorization.slice('Bearer '.length);
    const answer = await post(`${url}?access_token=${token}`, write);
    expect(answer.status).toBe(400);
    expect(answer.body.error.message).not.toContain(token);
    expect((await post(`${url}?token=${token}`, write)).status).toBe(401);
    expect(runs()).toBe(0);
  });

  it('a revoked key is refused at once', async () => {
    const { key } = await addKey(keysInFile(path), { name: 'ana', scopes: ['write'] }, today);
    const headers = { authorization: `Bearer ${key}` };
    expect((await post(url, write, headers)).status).toBe(200);
    await revokeKeys(keysInFile(path), ['ana'], today);
    expect((await post(url, write, headers)).status).toBe(401);
  });

  it('of a batch nothing runs if one message may not', async () => {
    const batch = [call('search_robots', {}, 1), call('report_error', report, 2)];
    expect((await post(url, batch)).status).toBe(401);
    expect((await post(url, batch, await keyWith('read'))).status).toBe(403);
    expect(runs()).toBe(0);
    const answer = await post(url, batch, await keyWith('write'));
    expect(answer.body.map(({ id }: { id: number }) => id)).toEqual([1, 2]);
  });

  it('holds for callers of 2026-07-28', async () => {
    const message = modernRequest('tools/call', { name: 'report_error', arguments: report });
    const headers = modernHeaders('tools/call', 'report_error');
    expect((await post(url, message, headers)).status).toBe(401);
    expect((await post(url, message, { ...headers, ...(await keyWith('read')) })).status).toBe(403);
    const answer = await post(url, message, { ...headers, ...(await keyWith('write')) });
    expect(answer.body.result.structuredContent.status).toBe('queued');
  });

  it('is not got round by a header that names another tool', async () => {
    const message = modernRequest('tools/call', { name: 'report_error', arguments: report });
    expect((await post(url, message, modernHeaders('tools/call', 'search_robots'))).status).toBe(401);
    expect(runs()).toBe(0);
  });

  it('lists what the caller may use, for that caller alone to keep', async () => {
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const names = async (headers: Record<string, string>) =>
      (await post(url, list, headers)).body.result.tools.map(({ name }: { name: string }) => name);
    const stranger = await names({});
    expect(stranger).not.toContain('report_error');
    expect(await names(await keyWith('read'))).toEqual(stranger);
    expect(await names(await keyWith('write'))).toEqual(
      expect.arrayContaining([...stranger, 'report_error', 'submit_publication']),
    );
    const modern = await post(url, modernRequest('tools/list'), modernHeaders('tools/list'));
    expect(modern.body.result.cacheScope).toBe('private');
  });

  it('lets a page of an allowed origin read the challenge', async () => {
    const answer = await post(url, write, { origin: 'https://app.example.org' });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('access-control-allow-origin')).toBe('https://app.example.org');
    expect(answer.headers.get('access-control-expose-headers')).toContain('www-authenticate');
    const preflight = await fetch(url, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://app.example.org',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization, content-type',
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-headers')).toContain('authorization');
  });
});

describe('with --private', () => {
  beforeEach(() => serve({ isPrivate: true }));

  it('shows its status to nobody whose token does not let them read', async () => {
    const operator = await keyWith('operator');
    for (const accept of ['application/json', 'text/html']) {
      const response = await fetch(url, { headers: { ...operator, accept } });
      expect(response.status).toBe(403);
      expect(response.headers.get('www-authenticate')).toContain('scope="read"');
    }
    const reader = await fetch(url, { headers: await keyWith('read') });
    expect(reader.status).toBe(200);
    await reader.text();
  });

  it('a stranger gets nothing', async () => {
    const messages = [
      search,
      write,
      { jsonrpc: '2.0', id: 1, method: 'tools/list' },
      { jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri: 'robotics://dataset' } },
      { jsonrpc: '2.0', id: 1, method: 'initialize' },
      { jsonrpc: '2.0', method: 'notifications/initialized' },
    ];
    for (const message of messages) {
      const answer = await post(url, message);
      expect(answer.status).toBe(401);
      expect(challengeOf(answer)).toBe('Bearer realm="robotics-mcp", scope="read"');
    }
    for (const query of ['', '?feed=news', '?feed=challenges', '?card', '?llms']) {
      expect((await fetch(`${url}${query}`)).status).toBe(401);
    }
    expect(runs()).toBe(0);
  });

  it('a key reads by its scope read', async () => {
    expect((await post(url, search, await keyWith('read'))).status).toBe(200);
    expect((await post(url, write, await keyWith('write'))).status).toBe(200);
    const answer = await post(url, search, await keyWith('operator'));
    expect(answer.status).toBe(403);
    expect(challengeOf(answer)).toContain('scope="read"');
  });
});

it('answers 503 while the keys cannot be read, and lets nobody in', async () => {
  const authenticator = { authenticate: async () => ({ kind: 'unavailable' as const }) };
  await serve({ authenticator });
  const answer = await post(url, search, { authorization: 'Bearer abc' });
  expect(answer.status).toBe(503);
  expect(answer.headers.get('retry-after')).toBe('5');
});

describe('which tools are offered', () => {
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const namesFor = async (headers: Record<string, string>) =>
    (await post(url, list, headers)).body.result.tools.map(({ name }: { name: string }) => name);

  it('is nothing that writes with --read-only, whatever the key', async () => {
    await serve({}, { readOnly: true });
    expect(await namesFor(await keyWith('write'))).not.toContain('report_error');
    expect((await post(url, write, await keyWith('write'))).body.error.code).toBe(-32602);
  });

  it('is the five with --tools beta, and of those what the caller may use', async () => {
    await serve({}, { select: 'beta' });
    expect(await namesFor(await keyWith('write'))).toHaveLength(5);
    expect(await namesFor({})).toHaveLength(3);
  });
});
