import type { Random } from '../harness/random.ts';
import { breakText, oddMessage, oddValue } from './messages.ts';

/** A malformed request as it goes over the wire, in the pieces in which it is sent. */
export interface Malformed {
  readonly kind: string;
  readonly pieces: readonly Buffer[];
}

type Maker = (random: Random, port: number) => Buffer[];

const path = '/api/mcp';
const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });

/** Draws one malformed request of any kind. */
export function drawMalformed(random: Random, port: number): Malformed {
  const [kind, make] = random.pick(Object.entries(makers));
  return { kind, pieces: make(random, port) };
}

const makers: Readonly<Record<string, Maker>> = {
  'JSON with broken bytes': (random, port) => [
    post(port, breakBytes(Buffer.from(JSON.stringify(oddMessage(random))), random)),
  ],
  'JSON with broken text': (random, port) => [
    post(port, breakText(JSON.stringify(oddMessage(random)), random)),
  ],
  'odd messages': (random, port) => [post(port, JSON.stringify(oddMessage(random)), eraHeaders(random))],
  'odd arguments': (random, port) => [post(port, JSON.stringify(oddCall(random)), eraHeaders(random))],
  'odd batches': (random, port) => {
    const batch = Array.from({ length: random.below(70) }, () => oddMessage(random));
    return [post(port, JSON.stringify(batch), eraHeaders(random))];
  },
  'deep or large values': (random, port) => [post(port, extreme(random))],
  encodings: (random, port) => [post(port, encoded(random), oddTypes(random))],
  'odd headers': (random, port) => [post(port, ping, oddHeaders(random))],
  'odd hosts and origins': (random) => [
    request('POST', path, [...oddHosts(random), 'Content-Type: application/json'], ping),
  ],
  'odd request lines': (random, port) => [
    Buffer.from(`${oddLine(random)}\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`, 'latin1'),
  ],
  'wrong lengths': (random, port) => [wrongLength(random, port)],
  'broken chunks': (random, port) => brokenChunks(random, port),
  pipelines: (random, port) => {
    const count = 2 + random.below(4);
    return Array.from({ length: count }, (_, i) => {
      const isLast = i === count - 1;
      const body = random.next() < 0.5 ? ping : JSON.stringify(oddMessage(random));
      return post(port, body, eraHeaders(random), isLast);
    });
  },
  'cut off': (random, port) => {
    const whole = post(port, JSON.stringify(oddMessage(random)), eraHeaders(random));
    return [whole.subarray(0, random.below(whole.length))];
  },
  'broken bytes anywhere': (random, port) => [
    breakBytes(post(port, JSON.stringify(oddMessage(random)), oddHeaders(random)), random),
  ],
  noise: (random) => [Buffer.from(Array.from({ length: 1 + random.below(400) }, () => random.below(256)))],
};

function post(port: number, body: string | Buffer, headers: readonly string[] = [], closes = true): Buffer {
  const hasType = headers.some((line) => /^content-type:/i.test(line));
  const all = [`Host: 127.0.0.1:${port}`, ...(hasType ? [] : ['Content-Type: application/json']), ...headers];
  return request('POST', path, all, body, closes);
}

function request(
  method: string,
  target: string,
  headers: readonly string[],
  body: string | Buffer,
  closes = true,
): Buffer {
  const lines = [
    `${method} ${target} HTTP/1.1`,
    ...headers,
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...(closes ? ['Connection: close'] : []),
  ];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), Buffer.from(body)]);
}

function oddCall(random: Random): object {
  const names = ['search_robots', 'search_publications', 'get_certification_info', 'report_error'];
  const fields = [
    'query',
    'ids',
    'limit',
    'cursor',
    'sort',
    'category',
    'specs',
    'from',
    'features',
    '__proto__',
  ];
  const args = Object.fromEntries(
    Array.from({ length: random.below(6) }, () => [random.pick(fields), oddValue(random, 3)]),
  );
  const params = { name: random.pick(names), arguments: random.next() < 0.9 ? args : oddValue(random, 2) };
  return { jsonrpc: '2.0', id: random.below(1000), method: 'tools/call', params };
}

function eraHeaders(random: Random): string[] {
  const revisions = [
    '2024-11-05',
    '2025-03-26',
    '2025-11-25',
    '2026-07-28',
    '1999-01-01',
    '',
    'x'.repeat(300),
  ];
  const some = [
    `MCP-Protocol-Version: ${random.pick(revisions)}`,
    `Mcp-Method: ${random.pick(['tools/call', 'ping', 'nothing', ''])}`,
    `Mcp-Name: ${random.pick(['search_robots', 'unknown', '=?base64?eA==?=', '%00'])}`,
  ];
  return some.filter(() => random.next() < 0.4);
}

function oddTypes(random: Random): string[] {
  const types = [
    'application/json',
    'application/json; charset=utf-16',
    'application/json; charset=latin1',
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json; charset="',
    '',
  ];
  const codings = ['gzip', 'br', 'identity', 'deflate, gzip', 'x'];
  return [
    `Content-Type: ${random.pick(types)}`,
    ...(random.next() < 0.4 ? [`Content-Encoding: ${random.pick(codings)}`] : []),
  ];
}

function encoded(random: Random): Buffer {
  const text = JSON.stringify(oddMessage(random));
  return random.pick([
    () => Buffer.from(text, 'utf16le'),
    () => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(text)]),
    () => Buffer.from(text.replace('jsonrpc', 'j\u00e4son'), 'latin1'),
    () => Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, random.below(256)]),
    () => Buffer.concat([Buffer.from(text.slice(0, 5)), Buffer.from([0xc0, 0x80, 0xed, 0xa0, 0x80])]),
    () => Buffer.from(text.replace('{', '{\u0000')),
  ])();
}

function oddHeaders(random: Random): string[] {
  const values = ['', '*', '\u00ff\u00fe', 'a'.repeat(random.below(20_000)), '"', '-1', ';;;', '\t', '1e9'];
  const names = [
    'Accept',
    'Authorization',
    'Content-Encoding',
    'Cookie',
    'Expect',
    'Forwarded',
    'If-None-Match',
    'Mcp-Session-Id',
    'Range',
    'Transfer-Encoding',
    'Upgrade',
    'X-Forwarded-For',
    'X-Request-Id',
    'X-\u00e4',
    'Bad Name',
    '',
  ];
  return Array.from({ length: random.below(6) }, () => `${random.pick(names)}: ${random.pick(values)}`);
}

function oddHosts(random: Random): string[] {
  const hosts = [
    'evil.example',
    '',
    '127.0.0.1:99999',
    '[::1',
    'localhost, localhost',
    'user@localhost',
    '\u00e4',
  ];
  const origins = ['https://evil.example', 'null', 'file://', 'http://[', 'javascript:0'];
  const lines = [
    `Host: ${random.pick(hosts)}`,
    `Host: ${random.pick(hosts)}`,
    `Origin: ${random.pick(origins)}`,
  ];
  return lines.filter(() => random.next() < 0.7);
}

function oddLine(random: Random): string {
  const methods = [
    'GET',
    'POST',
    'PUT',
    'DELETE',
    'TRACE',
    'CONNECT',
    'PRI',
    'get',
    'G\u00ebT',
    '',
    'M-SEARCH',
  ];
  const targets = [
    path,
    '*',
    '/',
    '//evil.example/api/mcp',
    '/api/../api/mcp',
    '/api/mcp?ready&live&counters',
    '/api/mcp%00',
    'http://evil.example/api/mcp',
    `/${'a'.repeat(random.below(30_000))}`,
    '/.well-known/oauth-protected-resource',
    '/api/mcp?%ff=%',
    '',
  ];
  const versions = ['HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/0.9', 'HTTP/1.1 x', '', 'RTSP/1.0'];
  return `${random.pick(methods)} ${random.pick(targets)} ${random.pick(versions)}`;
}

function wrongLength(random: Random, port: number): Buffer {
  const lengths = ['-1', '0', '1', '99', '1048577', '1e3', '0x10', '18446744073709551616', ' 45, 45', ''];
  const lines = [
    `POST ${path} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    'Content-Type: application/json',
    `Content-Length: ${random.pick(lengths)}`,
    ...(random.next() < 0.3 ? [`Content-Length: ${random.pick(lengths)}`] : []),
    ...(random.next() < 0.3 ? ['Transfer-Encoding: chunked'] : []),
    'Connection: close',
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${ping}`, 'latin1');
}

function brokenChunks(random: Random, port: number): Buffer[] {
  const codings = ['chunked', 'chunked, chunked', 'gzip, chunked', 'identity', 'xchunked', ' chunked'];
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    'Content-Type: application/json',
    `Transfer-Encoding: ${random.pick(codings)}`,
    'Connection: close',
  ];
  const sizes = [ping.length.toString(16), 'zz', '-1', 'ffffffffffffffff', '0', '', '5;ext="', '2\n', '0x5'];
  const chunks = Array.from(
    { length: 1 + random.below(4) },
    () => `${random.pick(sizes)}${random.pick(['\r\n', '\n', ''])}${ping}${random.pick(['\r\n', '', '\r'])}`,
  );
  const ends = ['0\r\n\r\n', '0\r\nTrailer: x\r\n\r\n', '0\r\n', '', '0\r\nContent-Length: 5\r\n\r\n'];
  return [`${head.join('\r\n')}\r\n\r\n`, ...chunks, random.pick(ends)].map((text) =>
    Buffer.from(text, 'latin1'),
  );
}

function extreme(random: Random): string {
  const depth = 1 + random.below(20_000);
  return random.pick([
    () => '['.repeat(depth) + ']'.repeat(depth),
    () => `{"jsonrpc":"2.0","id":1,"method":"ping","params":${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}}`,
    () => `{"jsonrpc":"2.0","id":${'9'.repeat(depth)},"method":"ping"}`,
    () => `{"jsonrpc":"2.0","id":1,"method":"${'m'.repeat(depth)}"}`,
    () => JSON.stringify({ jsonrpc: '2.0', id: 'i'.repeat(depth), method: 'ping' }),
    () => `{"jsonrpc":"2.0","id":1e400,"method":"ping","params":{"n":-0,"m":1E-999}}`,
  ])();
}

function breakBytes(bytes: Buffer, random: Random): Buffer {
  const broken = Buffer.from(bytes);
  for (let i = 0; i <= random.below(5); i += 1) broken[random.below(broken.length)] = random.below(256);
  return broken;
}
