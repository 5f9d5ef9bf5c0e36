import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { MOST_UNANSWERED } from '../../src/http/connection.ts';
import type { HttpOptions } from '../../src/http/options.ts';
import { createServerFactory } from '../../src/protocol/server-factory.ts';
import { withFixtures } from '../conformance/fixtures/add-fixtures.ts';
import { post, type RunningServer, startServer } from '../helpers/http.ts';
import { collect, start, until } from '../helpers/program.ts';
import { createSmallService } from '../helpers/small-service.ts';

const open: { close(): Promise<void> | void }[] = [];

afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});

async function serve(limits: HttpOptions['limits'] = {}, options: Partial<HttpOptions> = {}) {
  const server = await startServer({ ...options, limits: { closing: 200, ...limits } });
  open.push(server);
  return server;
}

/** Connects from another address of this machine, where all that is in flight is the caller's own. */
async function dial({ port }: RunningServer, localAddress = '127.0.0.2') {
  let text = '';
  const socket: Socket = connect({ port, host: '127.0.0.1', localAddress });
  open.push({ close: () => void socket.destroy() });
  socket.on('error', () => undefined);
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
  });
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  await once(socket, 'connect');
  return { socket, text: () => text, ended };
}

const HOST = 'Host: localhost\r\n';
const status = `OPTIONS /api/mcp HTTP/1.1\r\n${HOST}\r\n`;

function posted(message: unknown, headers = ''): string {
  const body = JSON.stringify(message);
  return `POST /api/mcp HTTP/1.1\r\n${HOST}Content-Type: application/json\r\n${headers}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

const call = (name: string, args: object = {}) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: args },
});

/** A stream that ends when its question is answered, which it never is. */
const stream = posted(
  call('test_elicitation', { message: 'Well?' }),
  'Accept: application/json, text/event-stream\r\n',
);
const streaming = { factory: withFixtures(createServerFactory(createSmallService(), () => undefined)) };

/** More than the system keeps for a connection whose caller does not read. */
const MUCH = call('echo', { text: 'x'.repeat(6_000_000) });
const roomy = { body: 32_000_000, unread: 500_000_000 };

/** Asks for more than it will read. */
async function askMuch(server: RunningServer, behind = '', localAddress?: string) {
  const connection = await dial(server, localAddress);
  connection.socket.once('data', () => connection.socket.pause());
  connection.socket.write(posted(MUCH));
  await until(() => connection.text() !== '', 'the answer to begin');
  connection.socket.write(behind);
  return connection;
}

/** Resolves when all that has arrived by now was looked at. */
async function settle({ url }: RunningServer): Promise<void> {
  for (let i = 0; i < 3; i += 1) await fetch(`${url}?live`);
}

it.each([1, 16])(
  'ends a connection on which more comes behind a stream (%i), and answers others',
  async (more) => {
    const server = await serve({ concurrent: 3 }, streaming);
    const greedy = await dial(server);
    greedy.socket.write(stream);
    await until(() => greedy.text().includes('data:'), 'the stream to begin');
    greedy.socket.write(status.repeat(more));
    await greedy.ended;
    for (let i = 0; i < 4; i += 1)
      expect((await post(server.url, call('test_simple_text'))).status).toBe(200);
    expect(greedy.text().match(/HTTP\/1\.1/g)).toHaveLength(1);
    expect(server.errors).toEqual([]);
  },
);

it('has one request of a connection in flight, whatever comes behind an answer that is not read', async () => {
  const server = await serve({ ...roomy, concurrent: 3 });
  const greedy = await askMuch(server, status.repeat(10));
  await settle(server);
  expect((await post(server.url, call('echo'))).status).toBe(200);
  greedy.socket.resume();
  await until(() => greedy.text().match(/HTTP\/1\.1 204/g)?.length === 10, 'the answers behind it');
  expect(server.errors).toEqual([]);
});

it('gives up answers that have begun for a newcomer, and those of their caller alone', async () => {
  const server = await serve({ ...roomy, concurrent: 4 });
  const other = await askMuch(server, '', '127.0.0.3');
  const greedy = await Promise.all([1, 2, 3].map(() => askMuch(server)));
  const more = await dial(server);
  more.socket.write(status);
  await until(() => more.text() !== '', 'an answer to whoever has most');
  expect(more.text()).toMatch(/^HTTP\/1\.1 503 /);
  expect((await post(server.url, call('echo'))).status).toBe(200);
  for (const { socket } of [other, ...greedy]) socket.resume();
  await Promise.race(greedy.map(({ ended }) => ended));
  await until(() => other.text().length > 12_000_000, 'the answer to the other caller');
  expect(server.errors).toEqual([]);
});

it('answers probes where all places are taken, and takes nobody else’s for them', async () => {
  const server = await serve({ ...roomy, concurrent: 2 });
  const greedy = await Promise.all([1, 2].map(() => askMuch(server, '', '127.0.0.1')));
  for (const probe of ['?live', '?ready', '?live']) {
    expect((await fetch(`${server.url}${probe}`)).status).toBe(200);
  }
  for (const { socket } of greedy) socket.resume();
  await until(() => greedy.every(({ text }) => text().length > 12_000_000), 'both answers');
});

it.each([
  ['that are right', status],
  ['that lack a host', 'GET /api/mcp HTTP/1.1\r\n\r\n'],
  ['that expect what is not understood', `GET /api/mcp HTTP/1.1\r\n${HOST}Expect: x\r\n\r\n`],
  ['that wait for leave to send', posted({}, 'Expect: 100-continue\r\n')],
])('answers as many requests as may wait on a connection, %s, and ends one with more', async (_what, one) => {
  const server = await serve();
  const wait = posted(call('wait'));
  const [modest, greedy] = [await dial(server), await dial(server)];
  greedy.socket.write(wait + one.repeat(MOST_UNANSWERED));
  await greedy.ended;
  expect(greedy.text()).toBe('');
  modest.socket.write(wait + one.repeat(MOST_UNANSWERED - 1));
  await server.service.begun(2);
  await settle(server);
  expect(modest.text()).toBe('');
  server.service.release();
  await until(() => (modest.text().match(/HTTP\/1\.1 [2-5]/g)?.length ?? 0) === MOST_UNANSWERED, 'all');
  expect(modest.text()).toMatch(/^HTTP\/1\.1 200 /);
});

it('has the places again of a caller who goes, with what waits behind', async () => {
  const server = await serve({ concurrent: 2 });
  const gone = await dial(server);
  gone.socket.write(posted(call('wait')) + status.repeat(7));
  await server.service.begun(1);
  await settle(server);
  gone.socket.destroy();
  await settle(server);
  const others = [1, 2].map(() => post(server.url, call('wait')));
  await server.service.begun(3);
  server.service.release();
  expect((await Promise.all(others)).map(({ status: code }) => code)).toEqual([200, 200]);
  expect(server.errors).toEqual([]);
});

it('answers what waits on a connection while the server closes', async () => {
  const server = await serve({ closing: 5_000, quiet: 1_000 });
  const asked = await dial(server);
  asked.socket.write(posted(call('wait')) + status);
  await server.service.begun(1);
  await settle(server);
  const closed = server.close();
  server.service.release();
  await Promise.all([asked.ended, closed]);
  const answers = asked.text().split('HTTP/1.1 ').slice(1);
  expect(answers.map((answer) => answer.slice(0, 3))).toEqual(['200', '204']);
  expect(answers.map((answer) => /connection: close/i.test(answer))).toEqual([false, true]);
});

it('ends a connection that is kept open by empty lines', async () => {
  const server = await serve({ idle: 200, headers: 200 });
  const { socket, text, ended } = await dial(server);
  socket.write(status);
  await until(() => text() !== '', 'the answer');
  const timer = setInterval(() => socket.write('\r\n'), 40);
  await ended;
  clearInterval(timer);
});

it('outlives callers who ask for a tunnel and break off', async () => {
  const child = start(['--http', '--port', '0']);
  open.push({ close: () => void child.kill('SIGKILL') });
  const stderr = collect(child, 'stderr');
  await until(() => /http:\S+/.test(stderr()), 'the address');
  const url = /http:\S+/.exec(stderr())?.[0] ?? '';
  const asked = `CONNECT a:1 HTTP/1.1\r\n${HOST}\r\n${'x'.repeat(30_000)}`;
  for (const before of ['', posted(call('search_robots', { query: 'arm' }))]) {
    for (let i = 0; i < 10; i += 1) {
      const sockets = Array.from({ length: 20 }, () => connect(Number(new URL(url).port), '127.0.0.1'));
      await Promise.all(sockets.map((socket) => once(socket, 'connect')));
      for (const socket of sockets) {
        socket.on('error', () => undefined);
        socket.write(before + asked);
        socket.resetAndDestroy();
      }
      await Promise.all(sockets.map((socket) => once(socket, 'close')));
    }
  }
  expect((await fetch(`${url}?live`)).status).toBe(200);
});
