import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CuttingProxy } from '../../../scripts/failure/cutting-proxy.ts';

let echo: Server;
let proxy: CuttingProxy;
beforeEach(async () => {
  echo = createServer((socket) => socket.on('error', () => socket.destroy()).pipe(socket));
  echo.listen(0, '127.0.0.1');
  await once(echo, 'listening');
  proxy = await CuttingProxy.start((echo.address() as AddressInfo).port);
});
afterEach(async () => {
  await proxy.close();
  echo.close();
});

/** What comes back of a text until the connection ends or as much has come as was sent. */
async function say(text: string): Promise<string> {
  const socket = connect(proxy.port, '127.0.0.1');
  let back = '';
  socket.setEncoding('utf8').on('data', (piece: string) => {
    back += piece;
    if (back.length >= text.length) socket.destroy();
  });
  socket.on('error', () => socket.destroy());
  socket.write(text);
  await once(socket, 'close');
  return back;
}

it('passes on what is said', async () => {
  expect(await say('twelve bytes')).toBe('twelve bytes');
});

it('refuses', async () => {
  proxy.passing = 'refuse';
  expect(await say('twelve bytes')).toBe('');
});

it.each(['to the server', 'to the client'] as const)('hands on half %s, once', async (way) => {
  proxy.passing = { halve: way };
  const half = await say('twelve bytes');
  expect('twelve').toContain(half);
  if (way === 'to the client') expect(half).toBe('twelve');
  expect(await say('twelve bytes')).toBe('twelve bytes');
});

it('delays', async () => {
  proxy.passing = { delayMs: 60 };
  const begun = performance.now();
  expect(await say('twelve bytes')).toBe('twelve bytes');
  expect(performance.now() - begun).toBeGreaterThanOrEqual(100);
});

it.each(['to the server', 'to the client', 'both ways'] as const)(
  'swallows %s until it is cut',
  async (swallow) => {
    proxy.passing = { swallow };
    const said = say('twelve bytes');
    await expect.poll(() => proxy.open).toBe(1);
    await new Promise((resolve) => setImmediate(resolve));
    proxy.cut();
    expect(await said).toBe('');
  },
);

it('leads elsewhere', async () => {
  const other = createServer((socket) => socket.on('error', () => socket.destroy()).end('somebody else'));
  other.listen(0, '127.0.0.1');
  await once(other, 'listening');
  proxy.targetPort = (other.address() as AddressInfo).port;
  expect(await say('twelve bytes')).toBe('somebody else');
  other.close();
});

it.each([
  [true, 'twelve bytes'],
  [false, ''],
])('cuts within a piece, and answers then: %s', async (answers, after) => {
  // The first piece goes to the server, the second comes back.
  proxy.passing = { step: 2, torn: 3, answers };
  expect(await say('twelve bytes')).toBe('twe');
  expect(await say('twelve bytes')).toBe(after);
});
