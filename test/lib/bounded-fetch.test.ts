import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { BoundedFetch } from '../../src/lib/bounded-fetch.ts';

const bounds = { requestMs: 10_000, wholeMs: 20_000, answerBytes: 1_000 };
const post = { method: 'POST', body: '{}' };

let server: Server | undefined;
afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) => server?.close(resolve) ?? resolve(undefined));
  server = undefined;
});

async function serve(answer: RequestListener): Promise<string> {
  server = createServer(answer);
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

describe('what is fetched from a service', () => {
  it('is an answer within its bounds', async () => {
    const { fetch } = new BoundedFetch(bounds);
    const response = await fetch(await serve((_request, answer) => answer.writeHead(201).end('fine')), post);
    expect([response.status, await response.text()]).toEqual([201, 'fine']);
  });

  it('is given up beyond its size, however small it was as it came', async () => {
    const bounded = new BoundedFetch(bounds);
    const address = await serve((_request, answer) =>
      answer.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('x'.repeat(100_000))),
    );
    const response = await bounded.fetch(address, post);
    await expect(response.text()).rejects.toThrow(/goes on beyond 1000 bytes/);
    expect(bounded.fault?.code).toBe('too_large');
    bounded.begin();
    expect(bounded.fault).toBeUndefined();
  });

  it.each([
    ['that never comes', { ...bounds, requestMs: 50 }],
    ['once the whole connection has had its time', { ...bounds, wholeMs: 50 }],
  ])('is given up %s', async (_what, short) => {
    const address = await serve(() => undefined);
    await expect(new BoundedFetch(short).fetch(address, post)).rejects.toThrow(/timeout/i);
  });

  it('comes from no other address', async () => {
    const address = await serve((_request, answer) =>
      answer.writeHead(307, { location: 'http://127.0.0.1:1/' }).end(),
    );
    await expect(new BoundedFetch(bounds).fetch(address, post)).rejects.toThrow();
  });

  it('is no stream of notices: nothing is asked', async () => {
    const { fetch } = new BoundedFetch(bounds);
    expect((await fetch('http://127.0.0.1:1/', { method: 'GET' })).status).toBe(405);
  });

  it('is eight answers for one thing, and eight more for the next', async () => {
    let asked = 0;
    const address = await serve((_request, answer) => {
      asked += 1;
      answer.end();
    });
    const bounded = new BoundedFetch(bounds);
    for (let i = 0; i < 8; i++) await bounded.fetch(address, post);
    await expect(bounded.fetch(address, post)).rejects.toMatchObject({ code: 'malformed' });
    expect(asked).toBe(8);
    bounded.begin();
    await bounded.fetch(address, post);
    expect(asked).toBe(9);
  });
});
