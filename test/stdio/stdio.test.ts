import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { serveStdio } from '../../src/stdio/serve.ts';
import { burns, createBusyService } from '../helpers/busy-service.ts';
import { modernRequest } from '../helpers/http.ts';
import { createSmallService } from '../helpers/small-service.ts';

const initialize = (protocolVersion: string) => ({
  jsonrpc: '2.0',
  id: 'init',
  method: 'initialize',
  params: { protocolVersion, capabilities: {}, clientInfo: { name: 'x', version: '1' } },
});

function start() {
  const service = createSmallService();
  const input = new PassThrough();
  const output = new PassThrough();
  const server = serveStdio(service, { input, output, onError: () => undefined });
  const lines: string[] = [];
  let rest = '';
  output.on('data', (chunk: Buffer) => {
    const parts = (rest + chunk.toString()).split('\n');
    rest = parts.pop() ?? '';
    lines.push(...parts);
  });
  const send = (message: unknown) =>
    input.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`);
  /** Sends a message and returns what comes back for it. */
  const ask = async (message: unknown) => {
    const before = lines.length;
    send(message);
    for (let tries = 0; tries < 200 && lines.length === before; tries += 1) await sleep(5);
    return JSON.parse(lines[before] ?? 'null');
  };
  return { service, input, output, server, lines, send, ask };
}

it('speaks the revision that was asked for, and opens the data after its first answer', async () => {
  const { ask, service } = start();
  expect(service.warmed()).toBe(0);
  expect((await ask(initialize('2025-06-18'))).result.protocolVersion).toBe('2025-06-18');
  await sleep(10);
  await ask({ jsonrpc: '2.0', id: 2, method: 'ping' });
  expect(service.warmed()).toBe(1);
});

it('serves 2026-07-28 on the same stream', async () => {
  const { ask } = start();
  expect((await ask(modernRequest('server/discover'))).result.supportedVersions).toEqual(['2026-07-28']);
  const answer = await ask(modernRequest('tools/call', { name: 'echo', arguments: { a: 1 } }, 2));
  expect(answer).toMatchObject({ id: 2, result: { structuredContent: { args: { a: 1 } } } });
});

it.each([
  ['nonsense', null, -32700],
  ['{"jsonrpc":"2.0","id":1', null, -32700],
  ['17', null, -32600],
  ['{"jsonrpc":"2.0","id":null,"method":"ping"}', null, -32600],
  ['{"jsonrpc":"2.0","id":3,"method":["ping"]}', 3, -32600],
  ['{"id":4,"method":"ping"}', 4, -32600],
  ['{"jsonrpc":"2.0","id":5,"method":"tools/call","params":[1]}', 5, -32602],
  ['{"jsonrpc":"2.0","id":6,"method":"tools/call","params":{"name":"echo","arguments":"x"}}', 6, -32602],
  ['{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"echo","_meta":"x"}}', 7, -32602],
  ['{"jsonrpc":"2.0","id":8,"method":"tools/call","params":{"name":"nope"}}', 8, -32602],
  ['{"jsonrpc":"2.0","id":9,"method":"nope"}', 9, -32601],
  ['[]', null, -32600],
  [`[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","id":1,"method":"ping"}]`, null, -32600],
])('answers %s with an error, and goes on', async (line, id, code) => {
  const { ask } = start();
  await ask(initialize('2025-03-26'));
  expect(await ask(line)).toMatchObject({ jsonrpc: '2.0', id, error: { code } });
  expect(await ask({ jsonrpc: '2.0', id: 99, method: 'ping' })).toMatchObject({ id: 99, result: {} });
});

it.each([
  '{"jsonrpc":"2.0","method":"notifications/none","params":1}',
  '{"jsonrpc":"2.0","method":"notifications/none","params":{"_meta":1}}',
  '{"jsonrpc":"2.0","method":"notifications/none","other":1}',
  '{"jsonrpc":"2.0","result":{}}',
  '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"x"}}',
  '[{"jsonrpc":"2.0","result":{}}]',
])('answers no notification and no answer, of whatever form: %s', async (line) => {
  const { ask, send } = start();
  await ask(initialize('2025-03-26'));
  send(line);
  expect(await ask({ jsonrpc: '2.0', id: 99, method: 'ping' })).toMatchObject({ id: 99, result: {} });
});

it('refuses an id that is under way, alone and in a batch, and loses no answer', async () => {
  const { ask, send } = start();
  await ask(initialize('2025-03-26'));
  const calls = [1, 2].map((id) => ({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'wait' } }));
  const ping = { jsonrpc: '2.0', id: 2, method: 'ping' };
  send(calls);
  expect(await ask(ping)).toMatchObject({ id: 2, error: { code: -32600 } });
  expect(await ask([ping])).toMatchObject({ id: null, error: { code: -32600 } });
  send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 2 } });
  expect(await ask(ping)).toMatchObject({ id: 2, result: {} });
});

it('answers a batch together where the revision has batches', async () => {
  const { ask } = start();
  await ask(initialize('2025-03-26'));
  const answers = await ask([
    { jsonrpc: '2.0', id: 1, method: 'ping' },
    'x',
    { jsonrpc: '2.0', method: 'notifications/x' },
    { jsonrpc: '2.0', id: '1', method: 'nope' },
  ]);
  expect(answers).toHaveLength(3);
  expect(new Set(answers.map((answer: { id: unknown }) => answer.id))).toEqual(new Set([1, '1', null]));
});

it('refuses one where it has none', async () => {
  const { ask } = start();
  await ask(initialize('2025-06-18'));
  const answer = await ask([{ jsonrpc: '2.0', id: 1, method: 'ping' }]);
  expect(answer).toMatchObject({ id: null, error: { code: -32600 } });
});

it('refuses one on a connection that opened in a modern revision', async () => {
  const { ask } = start();
  await ask(modernRequest('server/discover'));
  const answer = await ask([{ jsonrpc: '2.0', id: 1, method: 'ping' }]);
  expect(answer).toMatchObject({ id: null, error: { code: -32600 } });
});

it('sends a batch without the request that was cancelled', async () => {
  const { ask, send, lines } = start();
  await ask(initialize('2025-03-26'));
  const before = lines.length;
  send([
    { jsonrpc: '2.0', id: 1, method: 'ping' },
    { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'wait' } },
  ]);
  await sleep(30);
  expect(lines).toHaveLength(before);
  send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 2 } });
  await sleep(30);
  expect(JSON.parse(lines[before] ?? '')).toMatchObject([{ id: 1, result: {} }]);
});

// Found by `npm run fuzz -- --transport stdio --replay 20260505`.
it('writes no late answer to a cancelled request of a batch', async () => {
  const { ask, send, lines } = start();
  await ask(initialize('2025-03-26'));
  const before = lines.length;
  send([
    { jsonrpc: '2.0', id: 1, method: 'ping' },
    { jsonrpc: '2.0', id: 2, method: 'subscriptions/listen', params: { notifications: {} } },
  ]);
  send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 2 } });
  await sleep(50);
  expect(lines.slice(before).map((line) => JSON.parse(line))).toEqual([
    [{ jsonrpc: '2.0', id: 1, result: {} }],
  ]);
});

it.each([
  ['2025-11-25', '2025-03-26'],
  ['2025-03-26', '2025-11-25'],
])('answers an initialize that must not be cancelled: %s, then %s', async (first, second) => {
  const { ask, send, lines } = start();
  await ask(initialize(first));
  const before = lines.length;
  send({ ...initialize(second), id: 'again' });
  send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'again' } });
  for (let tries = 0; tries < 400 && lines.length === before; tries += 1) await sleep(5);
  const answer = JSON.parse(lines[before] ?? 'null');
  expect(answer).toMatchObject({ id: 'again', result: { protocolVersion: second } });
});

it('answers a line too long, and goes on', async () => {
  const { ask, input } = start();
  await ask(initialize('2025-06-18'));
  const piece = Buffer.alloc(1024 * 1024, 'a');
  for (let megabyte = 0; megabyte < 11; megabyte += 1) input.write(piece);
  expect(await ask('')).toMatchObject({ id: null, error: { code: -32600 } });
  expect(await ask({ jsonrpc: '2.0', id: 1, method: 'ping' })).toMatchObject({ id: 1 });
});

it('keeps characters whole that arrive in two pieces', async () => {
  const { ask, input } = start();
  await ask(initialize('2025-06-18'));
  const line = Buffer.from(
    `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'echo', arguments: { a: 'Müller' } } })}\r`,
  );
  const cut = line.indexOf(0xc3) + 1;
  input.write(line.subarray(0, cut));
  input.write(line.subarray(cut));
  expect((await ask('')).result.structuredContent.args.a).toBe('Müller');
});

it('answers what was begun when its input ends, even without a last newline', async () => {
  const { ask, input, service, server, lines } = start();
  await ask(initialize('2025-06-18'));
  input.end(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'wait' } }));
  await sleep(30);
  service.release();
  await server.closed;
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ id: 1, result: { content: [{ text: 'done' }] } });
});

it('closes when nothing was asked', async () => {
  const { input, server, lines } = start();
  input.end();
  await server.closed;
  expect(lines).toEqual([]);
});

it('closes when nobody reads any more', async () => {
  const { send, output, server } = start();
  output.destroy(new Error('EPIPE'));
  send(initialize('2025-06-18'));
  await server.closed;
});

it('can be closed', async () => {
  const { ask, server } = start();
  await ask(initialize('2025-06-18'));
  await server.close();
  await server.closed;
});

const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

it.each([101, 4_060, 200_000])('refuses an initialize nested %d deep, and goes on', async (depth) => {
  const { ask } = start();
  const [before, after] = JSON.stringify(initialize('2025-06-18')).split('"capabilities":{}');
  const deep = `${before}"capabilities":${nested(depth)}${after}`;
  expect(await ask(deep)).toMatchObject({ id: 'init', error: { code: -32600 } });
  expect((await ask(initialize('2025-06-18'))).result.protocolVersion).toBe('2025-06-18');
});

it('refuses what is no UTF-8, and goes on', async () => {
  const { ask, input } = start();
  await ask(initialize('2025-06-18'));
  const line = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'echo' } });
  input.write(Buffer.concat([Buffer.from(line.slice(0, -3)), Buffer.from([0xff, 0xc3, 0x28])]));
  expect(await ask(line.slice(-3))).toMatchObject({ id: null, error: { code: -32700 } });
  expect(await ask({ jsonrpc: '2.0', id: 2, method: 'ping' })).toMatchObject({ id: 2 });
});

it('writes forty large answers to a slow reader without a warning', async () => {
  const warnings: string[] = [];
  const listen = (warning: Error) => warnings.push(warning.message);
  process.on('warning', listen);
  const input = new PassThrough();
  const output = new PassThrough({ highWaterMark: 1024 });
  serveStdio(createSmallService(), { input, output, onError: () => undefined });
  const args = { text: 'x'.repeat(100_000) };
  const calls = Array.from({ length: 40 }, (_, id) =>
    JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'echo', arguments: args } }),
  );
  input.write(`${JSON.stringify(initialize('2025-06-18'))}\n${calls.join('\n')}\n`);
  await sleep(300);
  let read = 0;
  output.on('data', (chunk: Buffer) => {
    read += chunk.toString().split('\n').length - 1;
  });
  for (let tries = 0; tries < 200 && read < 41; tries += 1) await sleep(10);
  process.off('warning', listen);
  expect([read, warnings]).toEqual([41, []]);
});

it.each(['plain', 'left to the SDK'])('never begins a call that was cancelled before: %s', async (form) => {
  const service = createBusyService();
  const input = new PassThrough();
  serveStdio(service, { input, output: new PassThrough().resume(), onError: () => undefined });
  const calls = burns(50).map((call) =>
    form === 'plain' ? call : { ...call, params: { name: 'burn', _meta: { 'example.org/more': 1 } } },
  );
  const cancel = (requestId: number) => ({
    jsonrpc: '2.0',
    method: 'notifications/cancelled',
    params: { requestId },
  });
  const messages = [initialize('2025-06-18'), ...calls, ...calls.map((_, i) => cancel(i + 1))];
  input.write(messages.map((message) => `${JSON.stringify(message)}\n`).join(''));
  await sleep(500);
  expect(service.burnt()).toBeLessThan(3);
});

it.each([{}, { _meta: { 'example.org/more': 1 } }])(
  'passes an argument __proto__ on to be refused by the tool: %j',
  async (more) => {
    const { ask } = start();
    await ask(initialize('2025-06-18'));
    const [name, args] = ['echo', JSON.parse('{"__proto__": {"a": 1}}')];
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args, ...more } };
    expect((await ask(call)).result.content[0].text).toBe('{"__proto__":{"a":1}}');
  },
);

it('says which member a request may not have', async () => {
  const { ask } = start();
  await ask(initialize('2025-06-18'));
  const { error } = await ask({ jsonrpc: '2.0', id: 1, method: 'ping', params: {}, extra: 1 });
  expect(error).toEqual({
    code: -32600,
    message: 'A JSON-RPC request has the members jsonrpc, id, method, params and no "extra".',
  });
});
