import { gzipSync } from 'node:zlib';
import type { Attack } from './attack.ts';
import {
  type Change,
  content,
  delivered,
  headed,
  isOpening,
  isPart,
  isRead,
  json,
  noSuchMethod,
  of,
  parsed,
  reads,
  status,
  stream,
} from './changes.ts';

/** Bytes of a body that is mostly one byte: a few kB of them as they are sent. */
const BOMB_BYTES = 64_000_000;

const pings = Array.from(
  { length: 5_000 },
  (_, id) => `data: ${JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' })}\n\n`,
).join('');

const withoutResources: Change = json((reply) =>
  JSON.parse(JSON.stringify(parsed(reply)).replace(/"resources":\{[^}]*\},?/, '')),
);

/** Attacks on the answers themselves, by whoever sits between the service and the client, or is the service. */
export const answerAttacks: readonly Attack[] = [
  {
    what: 'the service sends elsewhere',
    kind: 'malicious mirrors',
    reply: reads(status(307, { location: 'http://127.0.0.1:1/' })),
    problem: 'unreachable',
  },
  {
    what: 'the service fails',
    kind: 'malicious mirrors',
    reply: reads(status(500)),
    problem: 'unreachable',
  },
  {
    what: 'the service wants a token, and says where to get one',
    kind: 'malicious mirrors',
    reply: status(401, { 'www-authenticate': 'Bearer resource_metadata="http://127.0.0.1:1/"' }),
    problem: 'unreachable',
  },
  {
    what: 'the service wants further scopes for ever',
    kind: 'malicious mirrors',
    reply: reads(status(403, { 'www-authenticate': 'Bearer error="insufficient_scope", scope="all"' })),
    problem: 'unreachable',
  },
  {
    what: 'the service answers with a page',
    kind: 'malicious mirrors',
    reply: (reply) => ({ ...reply, headers: { 'content-type': 'text/html' }, body: Buffer.from('<html>') }),
    problem: 'unreachable',
  },
  {
    what: 'an answer never ends',
    kind: 'endless data',
    reply: reads((reply) => ({ ...reply, body: Buffer.alloc(65_536, '['), delivery: 'endless' })),
    problem: 'too_large',
    says: /goes on beyond 4194304 bytes/,
  },
  {
    what: 'an answer is 64 MB of blanks in a few kB of gzip',
    kind: 'endless data',
    reply: reads((reply) => ({
      ...reply,
      headers: { ...reply.headers, 'content-encoding': 'gzip' },
      body: bomb(),
    })),
    problem: 'too_large',
    says: /goes on beyond 4194304 bytes/,
  },
  {
    what: 'an answer says that it is gzip, and is not',
    kind: 'malicious mirrors',
    reply: reads(headed({ 'content-encoding': 'gzip' })),
    problem: 'unreachable',
  },
  {
    what: 'an answer is in another character set than JSON',
    kind: 'malicious mirrors',
    reply: reads((reply) => ({
      ...reply,
      headers: { 'content-type': 'application/json; charset=utf-16' },
      body: Buffer.from(reply.body.toString('utf8'), 'utf16le'),
    })),
    problem: 'unreachable',
  },
  {
    what: 'an answer breaks off in the middle',
    kind: 'malicious mirrors',
    reply: of(isPart, delivered('cut')),
    problem: 'unreachable',
  },
  {
    what: 'an answer has headers of 100 kB',
    kind: 'endless data',
    reply: reads(headed({ 'x-many': 'x'.repeat(100_000) })),
    problem: 'unreachable',
  },
  {
    what: 'an answer comes a byte at a time',
    kind: 'slow retrieval',
    reply: of(isPart, delivered('drip')),
    problem: 'unreachable',
    isSlow: true,
  },
  {
    what: 'an answer never comes',
    kind: 'slow retrieval',
    reply: of(isPart, delivered('never')),
    problem: 'unreachable',
    isSlow: true,
  },
  {
    what: 'an answer is accepted, and never comes',
    kind: 'slow retrieval',
    reply: reads(status(202)),
    problem: 'unreachable',
    isSlow: true,
  },
  {
    what: 'the service is of the older era, and never takes note that the client is ready',
    kind: 'slow retrieval',
    reply: (reply, asked) => {
      if (asked.method === 'server/discover') return noSuchMethod(reply, asked);
      return asked.method === 'notifications/initialized' ? { ...reply, delivery: 'never' } : reply;
    },
    problem: 'unreachable',
    isSlow: true,
  },
  {
    what: 'the service says that it is of the older era',
    kind: 'malicious mirrors',
    reply: of(({ method }) => method === 'server/discover', noSuchMethod),
  },
  {
    what: 'a stream of the older era is closed as often as it is opened',
    kind: 'endless data',
    reply: (reply, asked) => {
      if (asked.method === 'server/discover') return noSuchMethod(reply, asked);
      if (asked.httpMethod === 'GET') return stream(() => 'retry: 0\nid: 1\ndata:\n\n')(reply, asked);
      return reply;
    },
  },
  {
    what: 'a stream with an answer breaks before it, and is to be asked for again',
    kind: 'slow retrieval',
    reply: of(
      ({ httpMethod, method }) => httpMethod === 'GET' || method === 'resources/read',
      stream(() => 'retry: 0\nid: 1\ndata:\n\n'),
    ),
    problem: 'unreachable',
    isSlow: true,
  },
  {
    what: 'the service asks the client 5,000 things before it answers',
    kind: 'endless data',
    reply: reads(stream(({ body }) => `${pings}data: ${body}\n\n`)),
  },
  {
    what: 'a service of the older era asks the client 5,000 things and never answers',
    kind: 'endless data',
    reply: (reply, asked) => {
      if (asked.method === 'server/discover') return noSuchMethod(reply, asked);
      return isRead(asked) ? stream(() => pings, 'held')(reply, asked) : reply;
    },
    problem: 'malformed',
    says: /asks back more/,
    isSlow: true,
  },
  {
    what: 'the answer has the id of another request',
    kind: 'malicious mirrors',
    reply: reads(json((reply) => ({ ...parsed(reply), id: 'another' }))),
    problem: 'unreachable',
    isSlow: true,
  },
  {
    what: 'the answer is 500,000 levels deep',
    kind: 'malicious mirrors',
    reply: reads((reply) => ({ ...reply, body: Buffer.alloc(1_000_000, '[') })),
    problem: 'unreachable',
  },
  {
    what: 'the answer is of another resource',
    kind: 'mix-and-match',
    reply: reads(
      json((reply) => {
        const text = JSON.stringify(parsed(reply));
        return JSON.parse(text.replaceAll('robotics://', 'robotics://other/'));
      }),
    ),
    problem: 'malformed',
    says: /in a form that is none of syncing/,
  },
  {
    what: 'the answer has a thousand contents',
    kind: 'endless data',
    reply: reads(
      json((reply, { id, uri }) => {
        const contents = Array.from({ length: 1000 }, () => ({ uri, text: '{}' }));
        const { result = {} } = parsed(reply) as { result?: object };
        return { jsonrpc: '2.0', id, result: { ...result, contents } };
      }),
    ),
    problem: 'malformed',
    says: /in a form that is none of syncing/,
  },
  {
    what: 'the service says that there is nothing to read',
    kind: 'malicious mirrors',
    reply: reads(
      json((_reply, { id }) => ({
        jsonrpc: '2.0',
        id,
        error: { code: -32002, message: 'Not \u001b[2J there' },
      })),
    ),
    problem: 'no_data',
    says: /offers tools, but no data to sync/,
  },
  {
    what: 'the service has no resources',
    kind: 'malicious mirrors',
    reply: (reply, asked) => {
      if (isRead(asked)) return noSuchMethod(reply, asked);
      return isOpening(asked) ? withoutResources(reply, asked) : reply;
    },
    problem: 'no_data',
    says: /offers tools, but no data to sync/,
  },
  {
    what: 'the manifest comes as bytes',
    kind: 'malicious mirrors',
    reply: of(
      (asked) => isRead(asked) && !isPart(asked),
      content(({ text, ...rest }) => ({ ...rest, blob: Buffer.from(text ?? '').toString('base64') })),
    ),
    problem: 'malformed',
    says: /in a form that is none of syncing/,
  },
  {
    what: 'a part comes as text',
    kind: 'malicious mirrors',
    reply: of(
      isPart,
      content(({ blob, ...rest }) => ({ ...rest, text: blob })),
    ),
    problem: 'malformed',
    says: /in a form that is none of syncing/,
  },
  {
    what: 'the service says of itself what would set every property of an object',
    kind: 'malicious mirrors',
    reply: of(isOpening, (reply) => ({
      ...reply,
      body: Buffer.from(
        reply.body.toString('utf8').replace('"result":{', '"result":{"__proto__":{"resources":{}},'),
      ),
    })),
  },
];

let kept: Buffer | undefined;
function bomb(): Buffer {
  kept ??= gzipSync(Buffer.alloc(BOMB_BYTES, ' '));
  return kept;
}
