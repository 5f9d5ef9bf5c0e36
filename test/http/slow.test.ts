import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { McpServerFactory, Server } from '@modelcontextprotocol/server';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createServerFactory } from '../../src/protocol/server-factory.ts';
import { post, type RunningServer, startServer } from '../helpers/http.ts';
import { until } from '../helpers/program.ts';
import { createSmallService } from '../helpers/small-service.ts';

let server: RunningServer;
const open: Socket[] = [];

beforeEach(async () => {
  server = await startServer({ limits: { headers: 300, request: 600, idle: 300, stalled: 500 } });
});
afterEach(async () => {
  for (const socket of open.splice(0)) socket.destroy();
  await server.close();
});

interface Connection {
  readonly socket: Socket;
  readonly text: () => string;
  /** Settles when the server, or the caller, has ended it. */
  readonly ended: Promise<void>;
}

function dial(allowHalfOpen = false): Connection {
  let text = '';
  const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen });
  open.push(socket);
  socket.on('error', () => undefined);
  socket.on('data', (chunk) => {
    text += chunk.toString('utf8');
  });
  return { socket, text: () => text, ended: new Promise((resolve) => socket.once('close', () => resolve())) };
}

/** Sends a piece every few milliseconds until the connection ends. */
function trickle({ socket, ended }: Connection, first: string, piece: string): Promise<void> {
  socket.write(first);
  const timer = setInterval(() => socket.write(piece), 20);
  return ended.finally(() => clearInterval(timer));
}

const head = 'POST /api/mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';
const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });

it('ends a caller whose headers never come to an end, however busily they are sent', async () => {
  const connection = dial();
  await trickle(connection, 'GET /api/mcp HTTP/1.1\r\nHost: localhost\r\n', 'X-A: b\r\n');
  expect(connection.text()).toMatch(/^HTTP\/1\.1 408 /);
});

it('ends a caller whose body comes byte by byte, announced or in chunks', async () => {
  const announced = dial();
  const chunked = dial();
  await Promise.all([
    trickle(announced, `${head}Content-Length: 100000\r\n\r\n`, ' '),
    trickle(chunked, `${head}Transfer-Encoding: chunked\r\n\r\n`, '1\r\n \r\n'),
  ]);
  expect(announced.text()).toMatch(/^HTTP\/1\.1 408 /);
  expect(chunked.text()).toMatch(/^HTTP\/1\.1 408 /);
});

it('answers others while many callers dawdle', async () => {
  await server.close();
  // Long enough for a busy machine to send whole headers in.
  server = await startServer({ limits: { headers: 3_000 } });
  const slow = Array.from({ length: 300 }, () => dial());
  for (const { socket } of slow) socket.write('GET /api/mcp HTTP/1.1\r\nHost: lo');
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => post(server.url, { jsonrpc: '2.0', id: 1, method: 'ping' })),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  await Promise.all(slow.map(({ ended }) => ended));
});

it('lets a caller go who asks for much and takes nothing of it', async () => {
  await server.close();
  server = await startServer({ limits: { stalled: 500, body: 32_000_000, unread: 100_000_000 } });
  const connection = dial();
  // Its answer has the text twice: more than the system's buffers of both sides take.
  const params = { name: 'echo', arguments: { text: 'x'.repeat(12_000_000) } };
  const whole = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  connection.socket.once('data', () => connection.socket.pause());
  connection.socket.write(`${head}Content-Length: ${whole.length}\r\n\r\n${whole}`);
  await until(() => connection.text() !== '', 'the answer to begin');
  // While it takes nothing, it does not even see that it was let go.
  await pause(3_000);
  connection.socket.resume();
  await connection.ended;
  expect(connection.text().length).toBeLessThan(24_000_000);
  const answer = await post(server.url, { jsonrpc: '2.0', id: 1, method: 'ping' });
  expect(answer.status).toBe(200);
});

it('answers a caller who has closed its own half after asking', async () => {
  const connection = dial(true);
  connection.socket.end(`${head}Content-Length: ${ping.length}\r\nConnection: close\r\n\r\n${ping}`);
  connection.socket.once('end', () => connection.socket.destroy());
  await connection.ended;
  expect(connection.text()).toMatch(/^HTTP\/1\.1 200 [\s\S]*"result":\{\}/);
});

it('forgets a caller who closes its half before having asked', async () => {
  const connection = dial(true);
  connection.socket.end(`${head}Content-Length: 50\r\n\r\n{`);
  connection.socket.once('end', () => connection.socket.destroy());
  await connection.ended;
  expect(connection.text()).not.toContain('HTTP/1.1 200');
  expect((await post(server.url, { jsonrpc: '2.0', id: 1, method: 'ping' })).status).toBe(200);
});

it('ends connections on which nothing is ever asked', async () => {
  await Promise.all(Array.from({ length: 20 }, () => dial().ended));
});

it.each([
  ['answers what arrived in time', { headers: 300 }],
  ['ends no connection for want of movement before it reads what arrived', { stalled: 300 }],
])('where the process stood still, %s', async (_what, limits) => {
  await server.close();
  server = await startServer({ limits });
  const connection = dial();
  await pause(50);
  // Behind the reading of connections, so that the timers come next.
  await new Promise((resolve) => setImmediate(resolve));
  connection.socket.write('GET /api/mcp?live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  const until = performance.now() + 1000;
  while (performance.now() < until);
  await connection.ended;
  expect(connection.text()).toMatch(/^HTTP\/1\.1 200 /);
});

it('keeps the connection of a caller whose answer takes longer to make than nothing may move', async () => {
  await server.close();
  const product = createServerFactory(createSmallService(), () => undefined);
  const factory: McpServerFactory = async (context) => {
    const made = (await product(context)) as Server;
    made.setRequestHandler('tools/call', async () => {
      await pause(700);
      return { content: [{ type: 'text', text: 'made at last' }] };
    });
    return made;
  };
  server = await startServer({ factory, limits: { stalled: 200 } });
  const params = { name: 'search_robots', arguments: {} };
  const answer = await post(server.url, { jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  expect(answer).toMatchObject({ status: 200, body: { result: { content: [{ text: 'made at last' }] } } });
});
