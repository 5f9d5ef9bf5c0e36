import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { modernHeaders, modernRequest, post, sendRaw, startServer } from '../helpers/http.ts';
import { collect, start, until } from '../helpers/program.ts';

const wait = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'wait' } };

it('opens the data once it listens', async () => {
  const server = await startServer();
  expect(server.service.warmed()).toBe(1);
  await server.close();
});

it('says which port it took', async () => {
  const server = await startServer();
  expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/mcp$/);
  expect(server.port).toBeGreaterThan(0);
  await expect(startServer({ port: server.port })).rejects.toThrow('EADDRINUSE');
  await server.close();
});

it('answers what was begun before it closes, in both eras, and accepts nothing more', async () => {
  const server = await startServer();
  const old = post(server.url, wait);
  const modern = post(
    server.url,
    modernRequest('tools/call', { name: 'wait' }),
    modernHeaders('tools/call', 'wait'),
  );
  await server.service.begun(2);
  const closed = server.close();
  await sleep(50);
  await expect(post(server.url, wait)).rejects.toThrow('fetch failed');
  server.service.release();
  expect((await old).body.result.content[0].text).toBe('done');
  expect((await modern).body.result.content[0].text).toBe('done');
  await closed;
});

it('answers what still comes on a connection that was there before, and then ends it', async () => {
  const server = await startServer({ limits: { quiet: 4_000 } });
  const get = 'GET /api/mcp?ready HTTP/1.1\r\nHost: localhost\r\n\r\n';
  const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
  const asked = `POST /api/mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${ping.length}\r\n\r\n${ping}`;
  const kept = openConnection(server.port);
  const other = openConnection(server.port);
  kept.socket.write(get);
  other.socket.write(get);
  await until(() => kept.text().includes('"ready":true') && other.text() !== '', 'the first answers');
  const closed = server.close();
  kept.socket.write(asked);
  other.socket.write(get);
  await Promise.all([kept.ended, other.ended, closed]);
  const answers = kept.text().split('HTTP/1.1 ').slice(1);
  expect(answers.map((answer) => answer.slice(0, 3))).toEqual(['200', '200']);
  expect(answers[1]).toMatch(/connection: close/i);
  expect(answers[1]).toContain('"result":{}');
  expect(other.text()).toContain('HTTP/1.1 503');
});

it('takes no connection after it was told not to, and keeps those that are there', async () => {
  const server = await startServer();
  const kept = openConnection(server.port);
  const get = 'GET /api/mcp?live HTTP/1.1\r\nHost: localhost\r\n\r\n';
  kept.socket.write(get);
  await until(() => kept.text().includes('"live":true'), 'an answer');
  server.stopAccepting();
  await expect(fetch(server.url)).rejects.toThrow('fetch failed');
  kept.socket.write(get);
  await until(() => kept.text().split('"live":true').length === 3, 'a second answer');
  expect(kept.text()).not.toMatch(/connection: close/i);
  await server.close();
  await kept.ended;
});

it('is alive before its data are open, and ready after', async () => {
  const server = await startServer();
  server.service.status = () => Promise.reject(new Error('no such file /home/someone/snapshot'));
  const [live, ready, status] = await Promise.all(
    ['?live', '?ready', ''].map((query) => fetch(`${server.url}${query}`)),
  );
  expect([live?.status, ready?.status, status?.status]).toEqual([200, 503, 503]);
  expect(await ready?.text()).not.toContain('/home');
  expect(server.errors[0]?.message).toContain('no such file');
  await server.close();
});

it('is ready when the first calls need load nothing more, and answers all else before', async () => {
  const server = await startServer();
  let prepared = (): void => undefined;
  const preparing = new Promise<void>((resolve) => {
    prepared = resolve;
  });
  server.service.ready = () => preparing;
  let isReady = false;
  const ready = fetch(`${server.url}?ready`).then(({ status }) => {
    isReady = true;
    return status;
  });
  expect((await fetch(`${server.url}?live`)).status).toBe(200);
  expect((await fetch(server.url)).status).toBe(200);
  expect(isReady).toBe(false);
  prepared();
  expect(await ready).toBe(200);
  await server.close();
});

it('does not wait for ever: refuses what it could not answer', async () => {
  const server = await startServer({ limits: { closing: 200 } });
  const answer = post(server.url, wait).catch(() => 'cut off');
  await server.service.begun(1);
  await server.close();
  expect(await answer).toMatchObject({ status: 503, body: { error: { code: -32_000 } } });
});

it('ends open subscriptions when it closes', async () => {
  const server = await startServer();
  const method = 'subscriptions/listen';
  const response = await fetch(server.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...modernHeaders(method) },
    body: JSON.stringify(modernRequest(method, { notifications: { toolsListChanged: true } })),
  });
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  await server.close();
  expect(await response.text()).toContain('data:');
});

it('keeps nothing of a caller that goes away', async () => {
  const server = await startServer();
  const controller = new AbortController();
  const gone = fetch(server.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...modernHeaders('tools/call', 'wait') },
    body: JSON.stringify(modernRequest('tools/call', { name: 'wait' })),
    signal: controller.signal,
  }).catch(() => 'gone');
  await sleep(50);
  controller.abort();
  expect(await gone).toBe('gone');
  server.service.release();
  expect((await post(server.url, { jsonrpc: '2.0', id: 1, method: 'ping' })).status).toBe(200);
  await server.close();
});

it('sends callers away when it is busy', async () => {
  const server = await startServer({ limits: { concurrent: 1 } });
  const first = post(server.url, wait);
  await sleep(50);
  const second = await post(server.url, wait);
  expect(second.status).toBe(503);
  expect(second.headers.get('retry-after')).toBe('1');
  server.service.release();
  expect((await first).status).toBe(200);
  await server.close();
});

it('does not wait long for headers, bodies or further requests', async () => {
  const server = await startServer({ limits: { headers: 200, request: 400, idle: 200 } });
  const quiet = 4_000;
  const [headers, body] = await Promise.all([
    sendRaw(server.port, 'GET /api/mcp HTTP/1.1\r\nHost: local', quiet),
    sendRaw(
      server.port,
      'POST /api/mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{',
      quiet,
    ),
    closed(server.port),
  ]);
  expect(headers).toMatch(/^HTTP\/1\.1 408 /);
  expect(body).toMatch(/^HTTP\/1\.1 408 [\s\S]*"jsonrpc":"2.0"/);
  await server.close();
});

it('keeps a connection for longer than balancers do, and than headers may take', async () => {
  const server = await startServer();
  const answer = await fetch(`${server.url}?live`);
  // Balancers keep one for 60 seconds.
  expect(Number(/timeout=(\d+)/.exec(answer.headers.get('keep-alive') ?? '')?.[1])).toBeGreaterThan(60);
  await answer.text();
  await server.close();
  const hasty = await startServer({ limits: { headers: 100, request: 200, stalled: 300, idle: 5_000 } });
  const { socket, text } = openConnection(hasty.port);
  const get = 'GET /api/mcp?live HTTP/1.1\r\nHost: localhost\r\n\r\n';
  socket.write(get);
  await until(() => text().includes('"live":true'), 'the first answer');
  await sleep(700);
  socket.write(get);
  await until(() => text().split('"live":true').length === 3, 'the second answer');
  socket.destroy();
  await hasty.close();
});

it.each(['1', '2'])(
  'keeps a connection for as long as --keep-alive says, with --workers %s',
  async (workers) => {
    const child = start(['--http', '--port', '0', '--workers', workers, '--keep-alive', '77']);
    const stderr = collect(child, 'stderr');
    await until(() => /http:\S+/.test(stderr()), 'the address');
    const answer = await fetch(`${/http:\S+/.exec(stderr())?.[0]}?live`);
    expect(answer.headers.get('keep-alive')).toBe('timeout=77');
    await answer.text();
    child.kill('SIGKILL');
  },
);

it('answers what is no HTTP, and headers without end', async () => {
  const server = await startServer();
  expect(await sendRaw(server.port, 'hello\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 [\s\S]*"jsonrpc":"2.0"/);
  const long = `GET /api/mcp HTTP/1.1\r\nHost: localhost\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`;
  expect(await sendRaw(server.port, long)).toMatch(/^HTTP\/1\.1 431 /);
  await server.close();
});

it('answers what is no HTTP behind the requests that came before it', async () => {
  const server = await startServer();
  const [waiting, body] = [openConnection(server.port), JSON.stringify(wait)];
  const request = `POST /api/mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  waiting.socket.write(`${request}GET / HTTP/1.1\r\nX: ${'a'.repeat(20_000)}\r\n\r\nmore`);
  await server.service.begun(1);
  await sleep(30);
  expect(waiting.text()).toBe('');
  server.service.release();
  await waiting.ended;
  const statuses = [...waiting.text().matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
  expect([statuses, waiting.text().includes('"text":"done"')]).toEqual([['200', '431'], true]);
  await server.close();
});

function openConnection(port: number) {
  let text = '';
  const socket: Socket = connect(port, '127.0.0.1');
  socket.on('data', (chunk) => {
    text += chunk.toString('utf8');
  });
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  return { socket, text: () => text, ended };
}

/** Resolves once the server closes a connection that asks for nothing more. */
function closed(port: number): Promise<void> {
  return new Promise((resolve) => {
    const socket: Socket = connect(port, '127.0.0.1', () => {
      socket.write('GET /api/mcp HTTP/1.1\r\nHost: localhost\r\n\r\n');
    });
    socket.resume();
    socket.on('close', () => resolve());
  });
}
