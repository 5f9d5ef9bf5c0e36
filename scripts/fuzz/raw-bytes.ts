import type { Draws } from './draws.ts';
import { anyJson } from './values.ts';

/** Bytes that HTTP itself cannot make sense of, in the pieces in which they are sent. */
interface RawCase {
  readonly kind: string;
  readonly pieces: readonly Buffer[];
}

type Maker = (random: Draws, port: number) => Buffer[];

const path = '/api/mcp';
const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });

/** Draws bytes of any kind. */
export function drawRawCase(random: Draws, port: number): RawCase {
  const [kind, make] = random.pick(Object.entries(makers));
  return { kind, pieces: make(random, port) };
}

const makers: Readonly<Record<string, Maker>> = {
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
  'cut off': (random, port) => {
    const whole = post(port, anyJson(random));
    return [whole.subarray(0, random.below(whole.length))];
  },
  'broken bytes anywhere': (random, port) => [
    breakBytes(post(port, anyJson(random), oddHeaders(random)), random),
  ],
  noise: (random) => [Buffer.from(Array.from({ length: 1 + random.below(400) }, () => random.below(256)))],
};

function post(port: number, body: string | Buffer, headers: readonly string[] = []): Buffer {
  const hasType = headers.some((line) => /^content-type:/i.test(line));
  const all = [`Host: 127.0.0.1:${port}`, ...(hasType ? [] : ['Content-Type: application/json']), ...headers];
  return request('POST', path, all, body);
}

function request(method: string, target: string, headers: readonly string[], body: string | Buffer): Buffer {
  const lines = [
    `${method} ${target} HTTP/1.1`,
    ...headers,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), Buffer.from(body)]);
}

function oddTypes(random: Draws): string[] {
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
    ...(random.chance(0.4) ? [`Content-Encoding: ${random.pick(codings)}`] : []),
  ];
}

function encoded(random: Draws): Buffer {
  const text = anyJson(random);
  return random.pick([
    () => Buffer.from(text, 'utf16le'),
    () => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(text)]),
    () => Buffer.from(`{"j\u00e4":${text}}`, 'latin1'),
    () => Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, random.below(256)]),
    () => Buffer.concat([Buffer.from(text.slice(0, 5)), Buffer.from([0xc0, 0x80, 0xed, 0xa0, 0x80])]),
    () => Buffer.from(text.replace('{', '{\u0000')),
  ])();
}

function oddHeaders(random: Draws): string[] {
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

function oddHosts(random: Draws): string[] {
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
  return lines.filter(() => random.chance(0.7));
}

function oddLine(random: Draws): string {
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

function wrongLength(random: Draws, port: number): Buffer {
  const lengths = ['-1', '0', '1', '99', '1048577', '1e3', '0x10', '18446744073709551616', ' 45, 45', ''];
  const lines = [
    `POST ${path} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    'Content-Type: application/json',
    `Content-Length: ${random.pick(lengths)}`,
    ...(random.chance(0.3) ? [`Content-Length: ${random.pick(lengths)}`] : []),
    ...(random.chance(0.3) ? ['Transfer-Encoding: chunked'] : []),
    'Connection: close',
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${ping}`, 'latin1');
}

function brokenChunks(random: Draws, port: number): Buffer[] {
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

function breakBytes(bytes: Buffer, random: Draws): Buffer {
  const broken = Buffer.from(bytes);
  for (let i = 0; i <= random.below(5); i += 1) broken[random.below(broken.length)] = random.below(256);
  return broken;
}
