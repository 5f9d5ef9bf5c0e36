import { drawRawCase } from '../fuzz/raw-bytes.ts';
import { Random } from '../harness/random.ts';
import { type Call, drawCalls } from './draw-calls.ts';
import type { Rows } from './records.ts';

/** Bytes for the server, and whether they may leave it waiting. */
export interface Request {
  readonly name: string;
  readonly pieces: readonly Buffer[];
  readonly stays: boolean;
}

const revisions = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];
const clientInfo = { name: 'golden', version: '1' };
type Headers = Readonly<Record<string, string>>;

/** So many requests; the same seed and records give the same ones. */
export function requests(rows: Rows, port: number, seed: number, count: number): Request[] {
  const malformed = Math.floor(count / 5);
  const random = new Random(seed + 3);
  const proper = [...pages(), ...handshakes(), ...methods(rows), ...odd(), ...toolCalls(rows, seed, count)];
  return [
    ...proper.slice(0, count - malformed).map((make) => make(port)),
    ...Array.from({ length: malformed }, () => {
      const number = random.below(1e9);
      const { kind, pieces } = drawRawCase(new Random(number), port);
      return { name: `malformed ${number}: ${kind}`, pieces, stays: true };
    }),
  ];
}

type Make = (port: number) => Request;

function plain(method: string, target: string, headers: Headers = {}, body?: string, stays = false): Make {
  return (port) => {
    const all: Headers = {
      Host: `127.0.0.1:${port}`,
      Connection: 'close',
      ...(body !== undefined && { 'Content-Length': String(Buffer.byteLength(body)) }),
      ...headers,
    };
    const head = Object.entries(all).map(
      ([name, value]) => `${name}: ${value.replace('PORT', String(port))}`,
    );
    const text = [`${method} ${target} HTTP/1.1`, ...head, '', body ?? ''].join('\r\n');
    const name = `${method} ${target.slice(0, 80)} ${JSON.stringify(headers)} ${body?.slice(0, 300) ?? ''}`;
    return { name, pieces: [Buffer.from(text)], stays };
  };
}

function post(body: unknown, headers: Headers = {}): Make {
  const both = {
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    ...headers,
  };
  return plain('POST', '/api/mcp', both, typeof body === 'string' ? body : JSON.stringify(body));
}

const message = (method: string, params?: object, id: unknown = 1) => ({
  jsonrpc: '2.0',
  id,
  method,
  ...(params && { params }),
});

/** A request of the revision without handshakes, with its envelope. */
function modern(method: string, params: object = {}, name?: string): Make {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': clientInfo,
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const headers = {
    'MCP-Protocol-Version': '2026-07-28',
    'Mcp-Method': method,
    ...(name && { 'Mcp-Name': name }),
  };
  return post(message(method, { ...params, _meta }), headers);
}

/** What a browser, a probe or a proxy asks for. */
function pages(): Make[] {
  const get = (target: string, headers: Headers = {}) => plain('GET', target, headers);
  const targets = [
    '/',
    '/api/mcp',
    '/api/mcp?ready',
    '/api/mcp?live',
    '/api/mcp?nothing',
    '/favicon.ico',
    '/api',
  ];
  const accepts = [
    'text/html',
    'application/json',
    '*/*',
    'text/plain',
    'image/png',
    'text/html;q=0.1, */*;q=0.9',
  ];
  const hosts = [
    'evil.example',
    'localhost:PORT',
    'LOCALHOST:PORT',
    '127.0.0.1',
    '[::1]:PORT',
    'localhost.evil:1',
    '',
  ];
  const origins = ['https://evil.example', 'http://localhost:PORT', 'http://127.0.0.1:1', 'null', 'file://'];
  return [
    ...targets.flatMap((target) => [get(target), plain('HEAD', target), plain('OPTIONS', target)]),
    ...accepts.map((Accept) => get('/api/mcp', { Accept })),
    ...hosts.map((Host) => get('/api/mcp?live', { Host })),
    ...origins.flatMap((Origin) => [
      get('/api/mcp?live', { Origin }),
      plain('OPTIONS', '/api/mcp', { Origin, 'Access-Control-Request-Method': 'POST' }),
      post(message('ping'), { Origin }),
    ]),
    ...['PUT', 'DELETE', 'PATCH', 'TRACE'].map((method) => plain(method, '/api/mcp')),
    plain('GET', '/api/mcp', { Accept: 'text/event-stream' }, undefined, true),
    get('/.well-known/oauth-protected-resource'),
    get('/.well-known/oauth-protected-resource/api/mcp'),
    get('/.well-known/mcp'),
    get('/api/releases/manifest.json'),
    get('/api/mcp/releases'),
    get(`/${'a'.repeat(3_000)}`),
    get('/api/mcp?counters', { Accept: 'application/json' }),
  ];
}

function handshakes(): Make[] {
  const initialize = (protocolVersion: unknown) =>
    message('initialize', { protocolVersion, capabilities: {}, clientInfo });
  return [
    ...[...revisions, '1999-01-01', '', 7].flatMap((revision) => [
      post(initialize(revision)),
      post(message('tools/list'), { 'MCP-Protocol-Version': String(revision) }),
      post(message('ping'), { 'MCP-Protocol-Version': String(revision) }),
    ]),
    post(message('initialize')),
    post(message('initialize', { protocolVersion: '2025-06-18' })),
    modern('server/discover'),
    modern('tools/list'),
    modern('resources/list'),
    modern('prompts/list'),
    modern('ping'),
    modern('initialize'),
    modern('tools/call', { name: 'search_robots', arguments: { query: 'g1', limit: 1 } }, 'search_robots'),
    modern('tools/call', { name: 'search_robots', arguments: { limit: 0 } }, 'search_robots'),
    modern('tools/call', { name: 'search_robots', arguments: {} }, 'search_startups'),
  ];
}

/** Everything but tools, with right and wrong parameters. */
function methods(rows: Rows): Make[] {
  const uris = [
    'robotics://robots/unitree-g1',
    'robotics://robots/nobody',
    'robotics://toasters/x',
    `robotics://publications/${rows.publications[0]?.id}`,
    `robotics://certification/${rows.certification[0]?.id}`,
    'robotics://dataset',
    'https://example.org/',
    'no address',
    '',
  ];
  const complete = (ref: object, name: string, value: string) =>
    post(message('completion/complete', { ref, argument: { name, value } }));
  const byUri = { type: 'ref/resource', uri: 'robotics://robots/{id}' };
  return [
    ...['tools/list', 'resources/list', 'resources/templates/list', 'prompts/list'].flatMap((method) => [
      post(message(method)),
      post(message(method, { cursor: 'x' })),
    ]),
    ...uris.flatMap((uri) => [
      post(message('resources/read', { uri })),
      post(message('resources/subscribe', { uri })),
    ]),
    ...['compare', 'certify', 'nothing', ''].map((name) =>
      post(message('prompts/get', { name, arguments: {} })),
    ),
    ...['uni', 'x', '', 'zzzz'].map((value) => complete(byUri, 'id', value)),
    complete({ type: 'ref/prompt', name: 'nothing' }, 'robot', 'a'),
    complete({ type: 'ref/odd' }, 'id', 'a'),
    ...['logging/setLevel', 'sampling/createMessage', 'nothing/here', 'constructor', ''].map((method) =>
      post(message(method, {})),
    ),
  ];
}

/** Bodies and headers that a client gets wrong. */
function odd(): Make[] {
  const ping = message('ping');
  const notification = { jsonrpc: '2.0', method: 'notifications/initialized' };
  return [
    ...['', '{', '[]', 'null', '7', '"x"', '{}', '[1,2]', '{"jsonrpc":"1.0","id":1,"method":"ping"}'].map(
      (body) => post(body),
    ),
    ...[null, 'x', 1.5, -1, {}, [], true].map((id) => post(message('ping', {}, id))),
    post(notification),
    post([notification]),
    post([ping, { ...ping, id: 2 }]),
    post([ping, ping]),
    post([ping, notification, { ...ping, id: 'a', method: 'nothing' }]),
    post(Array.from({ length: 70 }, (_, id) => ({ ...ping, id }))),
    post([message('tools/call', { name: 'search_robots', arguments: { limit: 1 } }), ping], {
      'MCP-Protocol-Version': '2025-03-26',
    }),
    post({ jsonrpc: '2.0', id: 1, result: {} }),
    post({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }),
    ...['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=utf-16', ''].map(
      (type) => post(ping, { 'Content-Type': type }),
    ),
    ...['text/html', 'application/json', 'text/event-stream', '', '*/*', 'application/*'].map((Accept) =>
      post(ping, { Accept }),
    ),
    post(ping, { 'Mcp-Session-Id': 'x' }),
    post(ping, { Authorization: 'Bearer x' }),
    post(ping, { 'Content-Encoding': 'gzip' }),
    post(ping, { 'X-Forwarded-For': '1.2.3.4', 'X-Request-Id': 'mine' }),
    post(`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":"${'a'.repeat(2_000_000)}"}}`),
  ];
}

function toolCalls(rows: Rows, seed: number, count: number): Make[] {
  const ask = ({ tool, args }: Call) => post(message('tools/call', { name: tool, arguments: args }));
  return [
    post(message('tools/call')),
    post(message('tools/call', { name: 'nothing' })),
    post(message('tools/call', { name: 'search_robots' })),
    post(message('tools/call', { name: 'search_robots', arguments: [] })),
    post(message('tools/call', { name: 'submit_robot', arguments: {} })),
    ...drawCalls(rows, seed + 4, count).map(ask),
  ];
}
