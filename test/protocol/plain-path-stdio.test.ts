import { PassThrough } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { isJSONRPCNotification, isJSONRPCRequest } from '@modelcontextprotocol/server';
import { expect, it } from 'vitest';
import { Random } from '../../scripts/harness/random.ts';
import { readPlainRequest } from '../../src/protocol/plain-path.ts';
import { checkMessage } from '../../src/protocol/protocol.ts';
import { openSdkSession } from '../../src/stdio/sdk-session.ts';
import { serveStdio } from '../../src/stdio/serve.ts';
import { StdioWire } from '../../src/stdio/wire.ts';
import { createSmallService } from '../helpers/small-service.ts';

type Message = Record<string, unknown>;

const clientInfo = { name: 'host', version: '1.0' };
const initialize = (params: object): Message => ({ jsonrpc: '2.0', id: 0, method: 'initialize', params });
const plainInitialize = (protocolVersion: string) =>
  initialize({ protocolVersion, capabilities: {}, clientInfo });

/** A connection: what is written to it, and the lines that come out. */
function connection(serve: (input: PassThrough, output: PassThrough) => void) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  serve(input, output);
  return {
    send: (message: unknown) =>
      void input.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`),
    lines: () => String(output.read() ?? ''),
  };
}

const failures = () => undefined;

function ours() {
  const service = createSmallService();
  return connection((input, output) => serveStdio(service, { input, output, onError: failures }));
}

/** The SDK's server on the same wire, from the first message on. */
function sdkAlone() {
  const service = createSmallService();
  return connection((input, output) => {
    const wire = new StdioWire(input, output, () => undefined);
    const session = openSdkSession(service, wire, undefined, failures);
    wire.onmessage = (message) => session.receive(message);
    wire.start();
  });
}

/** Sends both the same, one message after the other, and compares what they write. */
async function compare(messages: readonly unknown[]): Promise<string[]> {
  const [left, right] = [ours(), sdkAlone()];
  const answers: string[] = [];
  for (const message of messages) {
    left.send(message);
    right.send(message);
    const [mine, theirs] = await Promise.all([settled(left.lines), settled(right.lines)]);
    expect(mine, `the answer to ${JSON.stringify(message)}`).toBe(theirs);
    answers.push(theirs);
  }
  return answers;
}

/** Everything written until nothing more comes. */
async function settled(lines: () => string): Promise<string> {
  let [text, quiet] = ['', 0];
  while (quiet < 25) {
    await turn();
    const more = lines();
    quiet = more === '' ? quiet + 1 : 0;
    text += more;
  }
  return text;
}

const hosts: readonly object[] = [
  { protocolVersion: '2024-11-05', capabilities: {}, clientInfo: { name: 'claude-ai', version: '0.1.0' } },
  {
    protocolVersion: '2025-06-18',
    capabilities: { roots: {}, elicitation: {} },
    clientInfo: {
      name: 'claude-code',
      title: 'Claude Code',
      version: '2.0.0',
      websiteUrl: 'https://x.example',
    },
  },
  {
    protocolVersion: '2025-11-25',
    capabilities: {
      roots: { listChanged: true },
      sampling: { context: {}, tools: {} },
      elicitation: { form: {}, url: {} },
      tasks: { list: {}, cancel: {}, requests: { sampling: { createMessage: {} } } },
      extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html'] } },
    },
    clientInfo: { name: 'Visual Studio Code', version: '1.105.0' },
  },
  {
    protocolVersion: '2025-06-18',
    capabilities: {
      tools: true,
      prompts: true,
      resources: true,
      logging: false,
      roots: { listChanged: false },
    },
    clientInfo: { name: 'cursor-vscode', version: '1.0.0' },
    _meta: { progressToken: 0 },
  },
];

it.each(hosts)('opens for a host as it is: %j', async (params) => {
  expect(readPlainRequest(initialize(params))).toMatchObject({ method: 'initialize' });
  const [answer] = await compare([initialize(params)]);
  expect(JSON.parse(answer ?? '')).toMatchObject({ result: { serverInfo: { name: 'small-service' } } });
});

it.each([
  { protocolVersion: '2025-06-18', capabilities: { roots: { listChanged: 'yes' } }, clientInfo },
  { protocolVersion: '2025-06-18', capabilities: { experimental: { a: 1 } }, clientInfo },
  {
    protocolVersion: '2025-06-18',
    capabilities: { elicitation: { form: { applyDefaults: 1 } } },
    clientInfo,
  },
  { protocolVersion: '2025-06-18', capabilities: null, clientInfo },
  { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x' } },
  { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { ...clientInfo, icons: [{ src: 1 }] } },
  { protocolVersion: 20250618, capabilities: {}, clientInfo },
  { protocolVersion: '2025-06-18', capabilities: {}, clientInfo, _meta: { progressToken: 1.5 } },
  {},
])('refuses as the SDK does: %j', async (params) => {
  const [answer] = await compare([initialize(params)]);
  expect(JSON.parse(answer ?? '')).toMatchObject({ error: { code: -32602 } });
});

it('leaves numbers to the SDK that no JSON number can be', async () => {
  const tooLarge = initialize({
    protocolVersion: '2025-06-18',
    capabilities: { extensions: { a: { b: 7 } } },
    clientInfo,
  });
  await compare([JSON.stringify(tooLarge).replace('7', '1e999')]);
});

const call = (id: number, params: object) => ({ jsonrpc: '2.0', id, method: 'tools/call', params });

it.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '1999-01-01'])(
  'answers as the SDK does, byte for byte: %s',
  async (revision) => {
    const answers = await compare([
      plainInitialize(revision),
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { jsonrpc: '2.0', id: 1, method: 'ping' },
      { jsonrpc: '2.0', id: 'two', method: 'tools/list', params: {} },
      { jsonrpc: '2.0', id: 3, method: 'tools/list', params: { _meta: { progressToken: 'a' } } },
      { jsonrpc: '2.0', id: 4, method: 'tools/list', params: { cursor: 'none' } },
      call(5, { name: 'echo', arguments: { text: 'Müller  \u0000', list: [1, null] } }),
      call(6, { name: 'echo' }),
      call(7, { name: 'echo', arguments: {}, _meta: { progressToken: 7 } }),
      call(8, { name: 'fail', arguments: {} }),
      call(9, { name: 'break' }),
      call(10, { name: 'none', arguments: {} }),
      call(11, { name: 'echo', arguments: [] }),
      call(12, { arguments: {} }),
      call(13, { name: 'echo', arguments: {}, task: { ttl: 5 } }),
      call(14, { name: 'echo', _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } }),
      { jsonrpc: '2.0', id: 15, method: 'logging/setLevel', params: { level: 'info' } },
      { jsonrpc: '2.0', id: 16, method: 'resources/list', params: { cursor: 1 } },
      plainInitialize('2025-03-26'),
      { jsonrpc: '2.0', id: 17, method: 'ping', params: { other: 1 } },
      { jsonrpc: '2.0', id: 18, result: {} },
      call(19, { name: 'wait' }),
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 19 } },
      { jsonrpc: '2.0', id: 20, method: 'none' },
      call(21, { name: 'echo', arguments: { last: true } }),
    ]);
    expect(answers.filter((answer) => answer !== '')).toHaveLength(21);
  },
);

it.each([
  ['a request', { jsonrpc: '2.0', id: 1, method: 'tools/list' }],
  ['a notification', { jsonrpc: '2.0', method: 'notifications/initialized' }],
])('leaves a connection that opens with %s to the SDK', async (_what, first) => {
  await compare([first, plainInitialize('2025-06-18'), call(2, { name: 'echo' })]);
});

const random = new Random(7);

/** Any JSON, mostly of what stands in messages. */
function anything(depth = 0): unknown {
  const leaves = [null, true, false, 0, 1.5, -3, '', 'text', 'echo', '2025-06-18', 1e21, {}, []];
  if (depth > 2 || random.chance(0.6)) return random.pick(leaves);
  if (random.chance(0.2)) return [anything(depth + 1), anything(depth + 1)];
  const keys = [
    'listChanged',
    'form',
    'url',
    'applyDefaults',
    'requests',
    'sampling',
    'progressToken',
    'taskId',
    'x',
  ];
  return Object.fromEntries([random.pick(keys), random.pick(keys)].map((key) => [key, anything(depth + 1)]));
}

/** A message of which some part may be replaced, added or left out. */
function disturbed(message: unknown, depth = 0): unknown {
  if (random.chance(0.04)) return anything();
  if (typeof message !== 'object' || message === null || Array.isArray(message)) return message;
  const parts = Object.entries(message).flatMap(([key, value]) =>
    random.chance(0.04) ? [] : [[key, disturbed(value, depth + 1)] as const],
  );
  const extra = ['_meta', 'icons', 'cursor', 'task', 'io.modelcontextprotocol/related-task', 'tasks', 'id'];
  if (random.chance(0.15)) parts.push([random.pick(extra), anything(depth)]);
  return Object.fromEntries(parts);
}

it('opens, or leaves it to the SDK, as the SDK answers 400 requests that were tampered with', async () => {
  let plain = 0;
  for (let round = 0; round < 400; round += 1) {
    const message = disturbed(initialize(random.pick(hosts)));
    if (checkMessage(message).kind === 'request' && readPlainRequest(message) !== undefined) plain += 1;
    await compare([message]);
  }
  expect(plain).toBeGreaterThan(100);
  expect(plain).toBeLessThan(350);
}, 60_000);

it('answers, or leaves it to the SDK, as the SDK answers 300 calls that were tampered with', async () => {
  const begin = [
    call(1, { name: 'echo', arguments: { a: { b: [1] } }, _meta: { progressToken: 3 } }),
    { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: {} } },
    { jsonrpc: '2.0', id: 'x', method: 'ping', params: {} },
  ];
  for (let round = 0; round < 30; round += 1) {
    const messages = Array.from({ length: 10 }, () => disturbed(random.pick(begin)));
    await compare([plainInitialize('2025-11-25'), ...messages]);
  }
}, 60_000);

it('knows a well-formed message by itself as the SDK does', () => {
  const begin = [
    call(1, { name: 'echo', _meta: { progressToken: 3 } }),
    { jsonrpc: '2.0', method: 'x', params: {} },
  ];
  for (let round = 0; round < 20_000; round += 1) {
    const message = disturbed(random.pick(begin));
    const { kind } = checkMessage(message);
    expect([message, kind === 'request']).toEqual([message, isJSONRPCRequest(message)]);
    expect([message, kind === 'notification']).toEqual([message, isJSONRPCNotification(message)]);
  }
});
