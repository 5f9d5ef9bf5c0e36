import { afterEach, expect, it } from 'vitest';
import { callerOf } from '../../src/lib/caller.ts';
import { createLogger, silentLogger } from '../../src/lib/log.ts';
import { Counters } from '../../src/protocol/counters.ts';
import {
  modernHeaders,
  modernRequest,
  post,
  type RunningServer,
  sendRaw,
  startServer,
} from '../helpers/http.ts';
import { until } from '../helpers/program.ts';

let server: RunningServer;
afterEach(() => server.close());

// biome-ignore lint/suspicious/noExplicitAny: lines of the log have fields of every kind
type Line = Record<string, any>;

async function logged(proxies = 0): Promise<{ lines: Line[]; counters: Counters; text: () => string }> {
  const lines: Line[] = [];
  let text = '';
  const sink = (piece: string): void => {
    text += piece;
    for (const line of piece.trimEnd().split('\n')) lines.push(JSON.parse(line));
  };
  const counters = new Counters();
  const log = createLogger({ level: 'info', format: 'json', sink });
  server = await startServer({ proxies, records: { log, counters } });
  return { lines, counters, text: () => text };
}

const call = (name: string, args = {}) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: args },
});

it('tells of each request its id, method, tool, outcome, status, duration and bytes, of both eras', async () => {
  const { lines } = await logged();
  const old = await post(server.url, call('echo', { a: 1 }));
  const modern = await post(
    server.url,
    modernRequest('tools/call', { name: 'fail' }),
    modernHeaders('tools/call', 'fail'),
  );
  await until(() => lines.length === 2, 'two lines');
  expect(lines[0]).toMatchObject({
    level: 'info',
    event: 'request',
    id: old.headers.get('x-request-id'),
    from: '127.0.0.1',
    verb: 'POST',
    method: 'tools/call',
    tool: 'echo',
    outcome: 'ok',
    status: 200,
    bytes_out: Number(old.headers.get('content-length')),
  });
  expect(lines[0]?.ms).toBeGreaterThan(0);
  expect(lines[1]).toMatchObject({
    id: modern.headers.get('x-request-id'),
    tool: 'fail',
    outcome: 'INTERNAL',
  });
  expect(lines[1]?.id).not.toBe(lines[0]?.id);
});

it('never tells an argument, a key or the name of a tool that does not exist', async () => {
  const { lines, text } = await logged();
  await post(server.url, call('echo', { note: 'sesame-argument' }), { authorization: 'Bearer sesame-token' });
  await post(server.url, call('sesame-tool'));
  await post(server.url, '{"sesame-json"');
  await fetch(`${server.url}?key=sesame-query`);
  await until(() => lines.length === 4, 'four lines');
  expect(text()).not.toContain('sesame');
  expect(lines.map(({ status, outcome }) => [status, outcome])).toEqual([
    [200, 'ok'],
    [200, '-32602'],
    [400, undefined],
    [200, undefined],
  ]);
});

it('takes no name for that of a tool that no tool has answered to', async () => {
  const { lines, counters } = await logged();
  const before = Object.getOwnPropertyNames(Object.prototype);
  for (const name of ['__proto__', 'constructor', 'made-up']) {
    const { id: _none, ...notification } = call(name);
    expect((await post(server.url, notification)).status).toBe(202);
    await post(server.url, call(name));
  }
  await until(() => lines.length === 6, 'six lines');
  expect(counters.snapshot().tools).toEqual({});
  expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before);
  expect((await post(server.url, call('echo'))).status).toBe(200);
  await until(() => lines.length === 7, 'a seventh line');
  expect(lines.map(({ tool }) => tool).filter(Boolean)).toEqual(['echo']);
});

it('takes a request id from a proxy that is trusted, and sends it back', async () => {
  const { lines } = await logged(1);
  const given = { 'x-request-id': 'from-proxy-7', 'x-forwarded-for': '198.51.100.7' };
  const answer = await post(server.url, call('echo'), given);
  expect(answer.headers.get('x-request-id')).toBe('from-proxy-7');
  await until(() => lines.length === 1, 'a line');
  expect(lines[0]).toMatchObject({ id: 'from-proxy-7', from: '198.51.100.7' });
});

it('counts all of it, batches by their messages, and what was no request', async () => {
  const { lines, counters } = await logged();
  await post(server.url, [call('echo'), { ...call('fail'), id: 2 }]);
  await post(server.url, { jsonrpc: '2.0', id: 1, method: 'no/such' });
  await sendRaw(server.port, 'hello\r\n\r\n');
  await until(() => lines.length === 2, 'two lines');
  expect(lines[0]).toMatchObject({ method: 'tools/call', tool: 'echo,fail', outcome: 'ok,INTERNAL' });
  expect(counters.snapshot()).toMatchObject({
    requests: { POST: 2, other: 1 },
    statuses: { 200: 2, 400: 1 },
    methods: { 'tools/call': 2, other: 1 },
    tools: { echo: { ok: 1 }, fail: { INTERNAL: 1 } },
    errors: { INTERNAL: 1, '-32601': 1 },
  });
});

it('marks a caller that went away', async () => {
  const { lines } = await logged();
  const controller = new AbortController();
  const gone = fetch(server.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(call('wait')),
    signal: controller.signal,
  }).catch(() => 'gone');
  await server.service.begun(1);
  controller.abort();
  expect(await gone).toBe('gone');
  await until(() => lines.length === 1, 'a line');
  expect(lines[0]).toMatchObject({ status: 499 });
  server.service.release();
});

it('shows the counters to nobody without a token', async () => {
  await logged();
  const answer = await fetch(`${server.url}?counters`);
  expect(answer.status).toBe(403);
  expect(((await answer.json()) as Line).error.message).toContain('SIGUSR2');
});

it('shows them to the operator, known by a token', async () => {
  const counters = new Counters();
  const caller = (token: string) =>
    callerOf('someone', true, token === 'operator' ? ['operator'] : ['write']);
  server = await startServer({
    records: { log: silentLogger, counters },
    readCounters: async () => counters.snapshot(),
    auth: {
      authenticator: { authenticate: async (token) => ({ kind: 'known', caller: caller(token) }) },
      isPrivate: false,
    },
  });
  await post(server.url, call('echo'));
  const ask = (token: string) =>
    fetch(`${server.url}?counters`, { headers: { authorization: `Bearer ${token}` } });
  expect((await fetch(`${server.url}?counters`)).status).toBe(401);
  expect((await ask('writer')).status).toBe(403);
  const answer = await ask('operator');
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ requests: { POST: 1 }, tools: { echo: { ok: 1 } } });
});
