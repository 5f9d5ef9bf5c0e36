import { expect, it } from 'vitest';
import { addressKey, RateLimit } from '../../src/http/rate-limit.ts';
import { post, startServer } from '../helpers/http.ts';

function limited(perMinute: number, callers?: number) {
  let time = 0;
  const limit = new RateLimit({ perMinute, now: () => time, ...(callers !== undefined && { callers }) });
  return { limit, pass: (ms: number) => (time += ms) };
}

it('answers as many as a minute has, then tells when to come back', () => {
  const { limit, pass } = limited(6);
  for (let i = 0; i < 6; i += 1) expect(limit.charge('a', 1).allowed).toBe(true);
  expect(limit.charge('a', 1)).toEqual({ allowed: false, retryAfterSeconds: 10 });
  pass(9_000);
  expect(limit.charge('a', 1)).toEqual({ allowed: false, retryAfterSeconds: 1 });
  pass(1_000);
  expect(limit.charge('a', 1).allowed).toBe(true);
  expect(limit.charge('a', 1).allowed).toBe(false);
});

it('never answers more than twice the limit within a minute, whatever the rhythm', () => {
  const { limit, pass } = limited(60);
  let answered = 0;
  for (let ms = 0; ms < 60_000; ms += 7) {
    if (limit.charge('a', 1).allowed) answered += 1;
    pass(7);
  }
  expect(answered).toBeGreaterThanOrEqual(119);
  expect(answered).toBeLessThanOrEqual(120);
});

it('keeps callers apart', () => {
  const { limit } = limited(1);
  expect(limit.charge('a', 1).allowed).toBe(true);
  expect(limit.charge('b', 1).allowed).toBe(true);
  expect(limit.charge('a', 1).allowed).toBe(false);
});

it('lets a batch larger than the limit pass once, and has its caller wait for it', () => {
  const { limit, pass } = limited(10);
  expect(limit.charge('a', 50).allowed).toBe(true);
  pass(240_000);
  expect(limit.charge('a', 1).allowed).toBe(false);
  pass(6_000);
  expect(limit.charge('a', 1).allowed).toBe(true);
});

it('remembers a bounded number of callers, and those longest that asked last', () => {
  const { limit } = limited(1, 100);
  limit.charge('first', 1);
  for (let i = 0; i < 1000; i += 1) {
    limit.charge(`other ${i}`, 1);
    expect(limit.charge('first', 1).allowed).toBe(false);
  }
  expect(limit.size).toBe(100);
});

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::6', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::', '2001:db8:1:2::/64'],
  ['2001:db8::5', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
])('knows the caller %s as %s', (address, key) => {
  expect(addressKey(address)).toBe(key);
});

it('answers 429 with what to do over HTTP, probes and preflights aside', async () => {
  const limit = new RateLimit({ perMinute: 4 });
  const server = await startServer({ charge: (...asked) => limit.charge(...asked) });
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
  expect((await post(server.url, ping)).status).toBe(200);
  expect((await fetch(`${server.url}?live`)).status).toBe(200);
  expect((await fetch(server.url, { method: 'OPTIONS' })).status).toBe(204);
  expect((await post(server.url, [ping, { ...ping, id: 2 }])).status).toBe(200);
  const twice = await post(server.url, [ping, { ...ping, id: 2 }]);
  expect(twice.status).toBe(429);
  const refused = await post(server.url, ping);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(refused.body).toMatchObject({ jsonrpc: '2.0', id: null, error: { data: { code: 'RATE_LIMITED' } } });
  expect((await fetch(server.url)).status).toBe(429);
  expect((await fetch(`${server.url}?ready`)).status).toBe(200);
  await server.close();
});

it.each([2, 10, 11, 50])(
  'answers a batch of %i at the latest when its caller was told to ask again',
  async (size) => {
    let time = 0;
    const limit = new RateLimit({ perMinute: 10, now: () => time });
    const server = await startServer({ charge: (...asked) => limit.charge(...asked) });
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
    const batch = Array.from({ length: size }, (_, id) => ({ ...ping, id }));
    for (let i = 0; i < 9; i += 1) expect((await post(server.url, ping)).status).toBe(200);
    const refused = await post(server.url, batch);
    expect(refused.status).toBe(429);
    time += Number(refused.headers.get('retry-after')) * 1000;
    const answered = await post(server.url, batch);
    expect([answered.status, answered.body.length]).toEqual([200, size]);
    await server.close();
  },
);

it('counts by the address that a trusted proxy names, and by no other', async () => {
  const make = (proxies: number) => {
    const limit = new RateLimit({ perMinute: 1 });
    return startServer({ proxies, charge: (...asked) => limit.charge(...asked) });
  };
  const ask = async (url: string, forwarded: string) =>
    (await fetch(url, { headers: { 'x-forwarded-for': forwarded } })).status;
  const trusting = await make(1);
  expect(await ask(trusting.url, '198.51.100.1')).toBe(200);
  expect(await ask(trusting.url, '198.51.100.2')).toBe(200);
  expect(await ask(trusting.url, '203.0.113.9, 198.51.100.1')).toBe(429);
  await trusting.close();
  const careful = await make(0);
  expect(await ask(careful.url, '198.51.100.1')).toBe(200);
  expect(await ask(careful.url, '198.51.100.2')).toBe(429);
  await careful.close();
});
