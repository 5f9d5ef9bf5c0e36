import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backoffMs, get, readRetryAfter } from '../../src/lib/fetch.ts';

let server: Server;
let base: string;
beforeAll(async () => {
  server = createServer(({ url, headers }, response) => {
    const redirect = (location: string) => response.writeHead(302, { location }).end();
    if (url === '/text') response.end(`for ${headers['user-agent']}`);
    else if (url === '/absent') response.writeHead(404).end('Nothing here.');
    else if (url === '/here') redirect('/text');
    else if (url === '/there') redirect('http://localhost:9/text');
    else if (url === '/circle') redirect('/circle');
    else if (url === '/endless') {
      const more = () => response.write('x'.repeat(1000), () => !response.destroyed && setImmediate(more));
      more();
    } else if (url === '/broken') response.destroy();
    // '/silent' never answers.
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** An address at which nobody answers. */
async function nobody(): Promise<string> {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as AddressInfo;
  await new Promise((resolve) => other.close(resolve));
  return `http://127.0.0.1:${port}/`;
}

const ask = (path: string, options = {}) => get(new URL(path, base), { maxBytes: 10_000, ...options });

describe('a bounded request', () => {
  it('hands over the answer, whatever its status', async () => {
    const answer = await ask('/text', { headers: { 'user-agent': 'test' } });
    expect(answer).toMatchObject({ status: 200, bytes: Buffer.from('for test') });
    expect(await ask('/absent')).toMatchObject({ status: 404, bytes: Buffer.from('Nothing here.') });
    const wants = (status: number) => status === 200;
    expect(await ask('/absent', { wants })).toMatchObject({ status: 404, bytes: Buffer.alloc(0) });
  });

  it('follows redirects to the same origin only, and in no circle', async () => {
    expect(await ask('/here')).toMatchObject({ status: 200, url: new URL('/text', base) });
    const why = 'it redirects to http://localhost:9';
    expect(await ask('/there')).toEqual({ failure: 'redirect', why });
    expect(await ask('/circle')).toEqual({ failure: 'redirect_circle' });
    const refuseRedirect = () => 'never';
    expect(await ask('/here', { refuseRedirect })).toEqual({ failure: 'redirect', why: 'never' });
  });

  it('gives up an answer that is too large, too late or broken', async () => {
    expect(await ask('/endless')).toEqual({ failure: 'too_large' });
    expect(await ask('/silent', { timeoutMs: 50 })).toEqual({ failure: 'timeout' });
    expect(await ask('/endless', { timeoutMs: 50, maxBytes: 1e12 })).toEqual({ failure: 'timeout' });
    expect(await ask('/broken')).toMatchObject({ failure: 'connection', code: 'ECONNRESET' });
    const refused = await get(new URL(await nobody()), { maxBytes: 1 });
    expect(refused).toMatchObject({ failure: 'connection', code: 'ECONNREFUSED' });
  });

  it('ends with what its signal was aborted with', async () => {
    const signal = AbortSignal.timeout(20);
    await expect(ask('/silent', { signal })).rejects.toMatchObject({ name: 'TimeoutError' });
  });
});

describe('asking again later', () => {
  it('reads how long to wait', () => {
    expect(readRetryAfter('120')).toBe(120_000);
    const now = Date.parse('2026-11-20T00:00:00Z');
    expect(readRetryAfter('Fri, 20 Nov 2026 00:01:00 GMT', now)).toBe(60_000);
    expect(readRetryAfter('soon')).toBeUndefined();
  });

  it('waits twice as long after each failure, with some of it left to chance', () => {
    const backoff = { firstMs: 100, longestMs: 1000, jitter: 0.5 };
    expect([0, 1, 2, 5].map((failures) => backoffMs(backoff, failures, () => 1))).toEqual([
      100, 200, 400, 1000,
    ]);
    expect(backoffMs(backoff, 1, () => 0)).toBe(100);
    expect(backoffMs({ ...backoff, jitter: 0 }, 1, () => 0)).toBe(200);
  });
});
