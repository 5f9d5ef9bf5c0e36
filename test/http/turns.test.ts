import { once } from 'node:events';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import type { HttpOptions } from '../../src/http/options.ts';
import type { HttpServer } from '../../src/http/serve.ts';
import { callerOf } from '../../src/lib/caller.ts';
import { burn, burns, createBusyService } from '../helpers/busy-service.ts';
import { post, sendRaw, serve, startServer } from '../helpers/http.ts';
import { until } from '../helpers/program.ts';

const open: HttpServer[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

async function startBusy(options: Partial<HttpOptions> = {}) {
  const service = createBusyService();
  const server = await serve(service, options);
  open.push(server);
  return { url: server.url, service, errors: server.errors };
}

interface Sent {
  readonly answered: Promise<{
    readonly status: number;
    readonly retryAfter?: string;
    readonly text: string;
  }>;
  /** Cuts the connection. */
  cut(): void;
}

/** Sends a message from another address of this machine; each on a connection of its own. */
function send(url: string, message: unknown, localAddress = '127.0.0.1', token?: string): Sent {
  const headers = {
    'content-type': 'application/json',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
  const asked = request(url, { method: 'POST', headers, localAddress, agent: false });
  const answered = once(asked, 'response').then(async ([response]) => {
    let text = '';
    for await (const chunk of response) text += chunk;
    return { status: response.statusCode, retryAfter: response.headers['retry-after'], text };
  });
  answered.catch(() => undefined);
  asked.end(JSON.stringify(message));
  return { answered, cut: () => asked.destroy() };
}

it('answers another caller after one call of a batch, not after all of it', async () => {
  const { url, service } = await startBusy();
  const batch = send(url, burns(50));
  await until(() => service.burnt() > 0, 'the batch to begin');
  const before = service.burnt();
  const polite = await send(url, burn(1), '127.0.0.2').answered;
  expect(polite.status).toBe(200);
  expect(service.burnt() - before).toBeLessThan(8);
  expect((await batch.answered).status).toBe(200);
  expect(service.burnt()).toBe(51);
});

it('tells callers on one address apart by their tokens', async () => {
  const authenticate = async (token: string) =>
    ({ kind: 'known', caller: callerOf(token, true, ['read']) }) as const;
  const { url, service } = await startBusy({ auth: { authenticator: { authenticate }, isPrivate: true } });
  const batch = send(url, burns(50), '127.0.0.1', 'greedy');
  await until(() => service.burnt() > 0, 'the batch to begin');
  const before = service.burnt();
  await send(url, burn(1), '127.0.0.1', 'polite').answered;
  expect(service.burnt() - before).toBeLessThan(8);
  await batch.answered;
});

it('gives a second connection of the same caller its turns too', async () => {
  const { url, service } = await startBusy();
  const batch = send(url, burns(50));
  await until(() => service.burnt() > 0, 'the batch to begin');
  const before = service.burnt();
  await send(url, burn(1)).answered;
  expect(service.burnt() - before).toBeLessThan(8);
  await batch.answered;
});

it('lets the handshake, the list of tools and the probes wait for no turn, even in the same batch', async () => {
  const { url, service } = await startBusy();
  const batch = send(url, burns(50));
  await until(() => service.burnt() > 0, 'the batch to begin');
  const before = service.burnt();
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } };
  for (const [method, asked] of [
    ['initialize', params],
    ['ping', {}],
    ['tools/list', {}],
  ] as const) {
    const { status } = await post(url, { jsonrpc: '2.0', id: 1, method, params: asked });
    expect(status).toBe(200);
  }
  for (const probe of ['?live', '?ready']) expect((await fetch(`${url}${probe}`)).status).toBe(200);
  // Each of the five is a round of the event loop or a few, with a call in each.
  expect(service.burnt() - before).toBeLessThan(35);
  await batch.answered;
});

it('lets lists of tools wait for turns from the third in a batch on', async () => {
  const { url, service } = await startBusy();
  const lists = Array.from({ length: 50 }, (_, i) => ({ jsonrpc: '2.0', id: i + 1, method: 'tools/list' }));
  const batch = send(url, burns(30));
  await until(() => service.burnt() > 0, 'the batch to begin');
  const before = service.burnt();
  const { status, text } = await send(url, lists, '127.0.0.2').answered;
  expect([status, JSON.parse(text).length]).toEqual([200, 50]);
  // A turn for every other, with a call of the other caller's before it.
  expect(service.burnt() - before).toBeGreaterThanOrEqual(20);
  await batch.answered;
});

it('lets requests of any kind wait for turns where one caller sends many at once', async () => {
  const { url, service } = await startBusy();
  const { port, host } = new URL(url);
  const batch = send(url, burns(30));
  await until(() => service.burnt() > 0, 'the batch to begin');
  const before = service.burnt();
  const one = `OPTIONS /api/mcp HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
  const answers = await sendRaw(Number(port), one.repeat(16), 200);
  expect(answers.match(/HTTP\/1\.1 204/g)).toHaveLength(16);
  expect(service.burnt()).toBeGreaterThan(before);
  await batch.answered;
});

it('accepts another caller after a hundred connections of one, not a call after each', async () => {
  const { url, service } = await startBusy();
  const batch = send(url, burns(50));
  await until(() => service.burnt() > 0, 'the batch to begin');
  const before = service.burnt();
  const many = Array.from({ length: 100 }, (_, i) => send(url, burn(i + 1)));
  const polite = await send(url, burn(1), '127.0.0.2').answered;
  expect(polite.status).toBe(200);
  expect(service.burnt() - before).toBeLessThan(30);
  await Promise.all([batch, ...many].map(({ answered }) => answered));
  expect(service.burnt()).toBe(151);
});

it('drops what waits for a caller who cuts the connection', async () => {
  const { url, service, errors } = await startBusy();
  const batch = send(url, burns(50));
  await until(() => service.burnt() > 0, 'the batch to begin');
  batch.cut();
  await send(url, burn(1), '127.0.0.2').answered;
  await send(url, burn(1), '127.0.0.2').answered;
  const after = service.burnt();
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect([service.burnt(), after < 20, errors]).toEqual([after, true, []]);
});

it('refuses what a caller asks beyond the queue, and answers the others', async () => {
  const { url, service, errors } = await startBusy({ limits: { waitingOfOne: 20 } });
  const many = Array.from({ length: 50 }, (_, i) => send(url, burn(i + 1)));
  await until(() => service.burnt() > 0, 'the first to begin');
  expect((await send(url, burn(1), '127.0.0.2').answered).status).toBe(200);
  const all = await Promise.all(many.map(({ answered }) => answered));
  const [refused] = all.filter(({ status }) => status === 503);
  expect(refused).toMatchObject({ status: 503, retryAfter: '1' });
  expect(JSON.parse(refused?.text ?? '')).toMatchObject({
    jsonrpc: '2.0',
    id: null,
    error: { code: -32_000 },
  });
  const answered = all.filter(({ status }) => status === 200).length;
  expect([service.burnt(), answered >= 20 && answered < 50]).toEqual([answered + 1, true]);
  expect(errors).toEqual([]);
});

it('takes one place in the queue for a batch, since its messages begin one after another', async () => {
  const { url, service, errors } = await startBusy({ limits: { waitingOfOne: 1 } });
  const batch = await send(url, burns(50)).answered;
  expect([batch.status, JSON.parse(batch.text).length, service.burnt()]).toEqual([200, 50, 50]);
  expect(errors).toEqual([]);
});

it('takes the place of one more request from the address that has most of them', async () => {
  const server = await startServer({ limits: { concurrent: 3, closing: 200 } });
  open.push(server);
  const wait = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'wait', arguments: {} } };
  const greedy = [1, 2, 3].map(() => send(server.url, wait));
  await server.service.begun(3);
  expect(await send(server.url, wait).answered).toMatchObject({ status: 503, retryAfter: '1' });
  const polite = { ...wait, params: { name: 'echo', arguments: {} } };
  expect((await send(server.url, polite, '127.0.0.2').answered).status).toBe(200);
  const refused = await Promise.race(greedy.map(({ answered }) => answered));
  expect(refused).toMatchObject({ status: 503, retryAfter: '1' });
  server.service.release();
  const all = await Promise.all(greedy.map(({ answered }) => answered));
  expect(all.map(({ status }) => status).sort()).toEqual([200, 200, 503]);
  expect(server.errors).toEqual([]);
});

it('answers a probe of the very address whose calls fill all places and the queue', async () => {
  const server = await startServer({ limits: { concurrent: 3, closing: 200 } });
  open.push(server);
  const wait = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'wait', arguments: {} } };
  for (let i = 0; i < 3; i += 1) send(server.url, wait);
  await server.service.begun(3);
  for (const probe of ['?live', '?ready']) expect((await fetch(`${server.url}${probe}`)).status).toBe(200);
  server.service.release();
});

it('answers a probe that comes behind more requests of its address than may wait', async () => {
  const { url, service } = await startBusy({ limits: { waitingOfOne: 1 } });
  const { port, host } = new URL(url);
  const batch = send(url, burns(50));
  await until(() => service.burnt() > 0, 'the batch to begin');
  const ask = (method: string, query: string) =>
    `${method} /api/mcp${query} HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
  const probes = ask('GET', '?live') + ask('GET', '?ready');
  const answers = await sendRaw(Number(port), ask('OPTIONS', '').repeat(12) + probes, 200);
  expect(answers.match(/HTTP\/1\.1 503/g)?.length).toBeGreaterThan(0);
  expect(answers).toContain('{"live":true}');
  expect(answers).toContain('{"ready":true}');
  await batch.answered;
});

it('counts what is in flight by token where there are tokens, for callers on one address', async () => {
  const authenticate = async (token: string) =>
    ({ kind: 'known', caller: callerOf(token, true, ['read']) }) as const;
  const auth = { authenticator: { authenticate }, isPrivate: true };
  const server = await startServer({ auth, limits: { concurrent: 3, closing: 200 } });
  open.push(server);
  const call = (name: string) => ({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name, arguments: {} },
  });
  for (let i = 0; i < 3; i += 1) send(server.url, call('wait'), '127.0.0.1', 'greedy');
  await server.service.begun(3);
  expect((await send(server.url, call('wait'), '127.0.0.1', 'greedy').answered).status).toBe(503);
  expect((await send(server.url, call('echo'), '127.0.0.1', 'polite').answered).status).toBe(200);
  server.service.release();
});

it.each([
  ['reading is open', false, (i: number) => `Basic ${i}`],
  ['all is private', true, (i: number) => `Bearer${' '.repeat(i + 1)}greedy`],
  ['all is private, and no token right', true, (i: number) => `Bearer wrong${i}`],
])('gives no place for what a header claims, where %s', async (_, isPrivate, authorizationOf) => {
  let verifying = 0;
  // Of those whose tokens are wrong the check never ends, as where an issuer does not answer.
  const authenticate = (token: string) => {
    if (token.startsWith('wrong')) verifying += 1;
    return token.startsWith('wrong')
      ? new Promise<never>(() => undefined)
      : Promise.resolve({ kind: 'known', caller: callerOf(token, true, ['read']) } as const);
  };
  const server = await startServer({
    auth: { authenticator: { authenticate }, isPrivate },
    limits: { concurrent: 12, closing: 200 },
  });
  open.push(server);
  const greedy: Socket[] = [];
  const refused = new Set<Socket>();
  for (let i = 0; i < 12; i += 1) {
    const socket = connect({ port: server.port, host: '127.0.0.1' });
    socket.on('data', (data) => data.includes('503 ') && refused.add(socket));
    greedy.push(socket);
    await once(socket, 'connect');
    socket.write(
      `POST /api/mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${authorizationOf(i)}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
    );
  }
  // What was sent before on other connections has arrived once this is answered.
  await fetch(`${server.url}?live`);
  const wait = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'wait', arguments: {} } };
  const polite = [1, 2, 3, 4].map(() => send(server.url, wait, '127.0.0.9', 'polite'));
  await server.service.begun(4);
  server.service.release();
  const answered = await Promise.all(polite.map(({ answered: each }) => each));
  expect(answered.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  await until(() => refused.size === 4, 'those who made room to be told');
  expect(verifying).toBe(authorizationOf(0).includes('wrong') ? 12 : 0);
  for (const socket of greedy) socket.destroy();
});

it('verifies a token where all places are taken, so that its holder is not refused for others on the address', async () => {
  const authenticate = async (token: string) =>
    token === 'polite'
      ? ({ kind: 'known', caller: callerOf(token, true, ['read']) } as const)
      : ({ kind: 'refused', problem: 'The token is wrong.' } as const);
  const auth = { authenticator: { authenticate }, isPrivate: false };
  const server = await startServer({ auth, limits: { concurrent: 3, closing: 200 } });
  open.push(server);
  const call = (name: string) => ({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name, arguments: {} },
  });
  for (let i = 0; i < 3; i += 1) send(server.url, call('wait'));
  await server.service.begun(3);
  expect((await send(server.url, call('echo')).answered).status).toBe(503);
  expect((await send(server.url, call('echo'), '127.0.0.1', 'wrong').answered).status).toBe(401);
  expect((await send(server.url, call('echo'), '127.0.0.1', 'polite').answered).status).toBe(200);
  server.service.release();
});

it('answers CONNECT', async () => {
  const server = await startServer();
  open.push(server);
  const answer = await sendRaw(server.port, 'CONNECT example.org:443 HTTP/1.1\r\nHost: localhost\r\n\r\n');
  expect(answer).toMatch(/^HTTP\/1\.1 405 Method Not Allowed\r\n[\s\S]*Allow: GET, HEAD, POST, OPTIONS\r\n/);
  expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({ error: { code: -32_000 } });
});

it.each([0, 1])('tells once of a proxy that is not trusted (trusted: %d)', async (proxies) => {
  let told = 0;
  const server = await startServer({ proxies, onForwarded: () => (told += 1) });
  open.push(server);
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
  await post(server.url, ping);
  expect(told).toBe(0);
  for (const header of ['x-forwarded-for', 'forwarded', 'x-forwarded-for'])
    await post(server.url, ping, { [header]: '10.1.2.3' });
  expect(told).toBe(proxies === 0 ? 1 : 0);
});
