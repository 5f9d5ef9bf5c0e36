import type { Draws } from './draws.ts';
import { drawBatch, drawMessage, type Message } from './messages.ts';
import { MODERN, type Offer } from './requests.ts';
import { oneOf } from './values.ts';

/** One request as it goes over the wire, and what of it decides about its answer. */
export interface HttpRequest {
  readonly bytes: Buffer;
  readonly method: string;
  /** The JSON of a POST that HTTP alone has no reason to refuse. */
  readonly text?: string;
  /** A stream that begins and does not end may come for it. */
  readonly isListening?: boolean;
  /** The revision that the headers name. */
  readonly revision?: string | undefined;
}

/** Requests one behind the other on one connection. */
export interface HttpCase {
  readonly requests: readonly HttpRequest[];
  /** Sent without waiting for answers. */
  readonly isPipelined: boolean;
  /** Where the bytes are torn, as shares of the whole. */
  readonly tears: readonly number[];
  /** What becomes of the connection: it is kept for the next case, closed, or cut before anything is read. */
  readonly ending: 'kept' | 'closed' | 'cut';
}

const PATH = '/api/mcp';
const HANDSHAKE = [undefined, '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];

/** Draws requests of both eras for a server at this port. */
export function drawHttpCase(random: Draws, offer: Offer, port: number): HttpCase {
  const count = 1 + random.below(8);
  return {
    requests: Array.from({ length: count }, () => drawHttpRequest(random, offer, port)),
    isPipelined: random.chance(0.3),
    tears: random.chance(0.8) ? [] : Array.from({ length: 1 + random.below(6) }, () => random.next()),
    ending: oneOf<HttpCase['ending']>(random, [
      [30, () => 'kept'],
      [1.5, () => 'closed'],
      [1, () => 'cut'],
    ]),
  };
}

function drawHttpRequest(random: Draws, offer: Offer, port: number): HttpRequest {
  if (random.chance(0.03)) return otherMethod(random, port);
  const isModern = random.chance(0.45);
  const revision = isModern ? MODERN : random.pick(HANDSHAKE);
  const message = random.chance(0.93)
    ? drawMessage(random, offer, revision ?? '2025-03-26')
    : drawBatch(random, offer, revision ?? '2025-03-26');
  const spoken = random.chance(0.97)
    ? revision
    : random.pick([undefined, '1999-01-01', MODERN, 'x'.repeat(300)]);
  const headers = [
    `Host: ${random.pick(['127.0.0.1', 'localhost'])}:${port}`,
    `Content-Type: ${random.pick(contentTypes)}`,
    ...random.pick(accepts),
    ...(spoken === undefined ? [] : [`MCP-Protocol-Version: ${spoken}`]),
    ...(isModern ? routing(message, random) : []),
    ...(random.chance(0.1) ? [random.pick(harmless)] : []),
  ];
  const isOdd = random.chance(0.04);
  const lines = isOdd ? [...headers, random.pick(oddHeaders)] : headers;
  const bytes = withBody(lines, Buffer.from(message.text), random);
  const isListening = message.method === 'subscriptions/listen';
  return { bytes, method: 'POST', revision: spoken, isListening, ...(!isOdd && { text: message.text }) };
}

const contentTypes = [
  'application/json',
  'application/json; charset=utf-8',
  'Application/JSON;charset="UTF-8"',
];
const accepts = [
  ['Accept: application/json, text/event-stream'],
  ['Accept: application/json'],
  ['Accept: */*'],
  [],
];
/** Nothing changes by these. */
const harmless = [
  'Mcp-Session-Id: 8c6f3b1e',
  'Mcp-Session-Id: \u00ff',
  'Last-Event-ID: 7',
  'X-Forwarded-For: 203.0.113.7',
  'Cookie: a=b; a=c',
  'User-Agent: ',
  `X-Long: ${'a'.repeat(4_000)}`,
  'Mcp-Param-A: 1',
  'traceparent: 00-x',
];
/** By these HTTP alone may refuse a request, or not. */
const oddHeaders = [
  'Origin: https://evil.example',
  'Origin: null',
  'Origin: http://[',
  'Host: evil.example',
  'Content-Type: text/plain',
  'Content-Type: application/json; charset=utf-16',
  'Content-Encoding: gzip',
  'Expect: 100-continue',
  'Expect: 200-ok',
  'Authorization: Bearer x',
  'Upgrade: h2c',
  'Connection: close',
  'Accept: text/html',
  `X-Long: ${'a'.repeat(20_000)}`,
  'Mcp-Method: ',
  'MCP-Protocol-Version: 2025-06-18',
];

/** What the 2026-07-28 revision wants in headers: now and then not the same as in the message. */
function routing({ method, name }: Message, random: Draws): string[] {
  const lines = [
    `Mcp-Method: ${headerValue(random.chance(0.98) ? method : 'ping')}`,
    ...(name === undefined ? [] : [`Mcp-Name: ${headerValue(random.chance(0.98) ? name : 'x')}`]),
  ];
  return random.chance(0.98) ? lines : lines.slice(1);
}

/** As the revision writes a text that a header cannot hold. */
function headerValue(text: string): string {
  const isPlain = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text) && text.length < 2_000;
  return isPlain ? text : `=?base64?${Buffer.from(text.slice(0, 500)).toString('base64')}?=`;
}

function withBody(headers: readonly string[], body: Buffer, random: Draws): Buffer {
  const isChunked = random.chance(0.1);
  const length = isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${body.length}`;
  const head = Buffer.from(`POST ${PATH} HTTP/1.1\r\n${[...headers, length].join('\r\n')}\r\n\r\n`, 'latin1');
  return Buffer.concat([head, isChunked ? chunked(body, random) : body]);
}

function chunked(body: Buffer, random: Draws): Buffer {
  const size = 1 + random.below(random.pick([2_000, 40]));
  // Many tiny chunks of a long body would try patience and nothing else.
  const step = Math.max(size, Math.ceil(body.length / 200));
  const parts: Buffer[] = [];
  for (let at = 0; at < body.length; at += step) {
    const part = body.subarray(at, at + step);
    parts.push(Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n'));
  }
  return Buffer.concat([...parts, Buffer.from('0\r\n\r\n')]);
}

function otherMethod(random: Draws, port: number): HttpRequest {
  const method = random.pick(['GET', 'HEAD', 'OPTIONS', 'DELETE', 'PUT', 'PATCH']);
  const target = random.pick([PATH, `${PATH}?ready`, `${PATH}?counters`, `${PATH}/`, '/', '/favicon.ico']);
  const accept = random.pick(['application/json', 'text/html', 'text/event-stream', '*/*']);
  const lines = [`${method} ${target} HTTP/1.1`, `Host: 127.0.0.1:${port}`, `Accept: ${accept}`];
  return { bytes: Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), method };
}
