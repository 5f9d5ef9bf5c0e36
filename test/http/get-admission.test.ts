import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KeyAuthenticator } from '../../src/auth/key-authenticator.ts';
import { addKey, keyFileIn, keysInFile } from '../../src/auth/keys.ts';
import { type HttpServer, serveHttp } from '../../src/http/serve.ts';
import { createService, type Service } from '../../src/protocol/service.ts';
import { temporaryDirectory } from '../contributions/faulty-files.ts';
import { collect, start, until } from '../helpers/program.ts';

/** What each thing that a GET may ask for is answered, to who may read and to a stranger where all is private. */
const SINGLE: readonly (readonly [query: string, reader: number, stranger: number])[] = [
  ['live', 200, 200],
  ['ready', 200, 200],
  ['counters', 403, 401],
  ['feed=news', 200, 401],
  ['feed=challenges', 200, 401],
  ['feed=robots&query=humanoid', 200, 401],
  ['feed=challenges&country=US', 200, 401],
  ['feed=challenge.deadline&days_before=14', 200, 401],
  ['feed=robot.price_changed', 200, 401],
  ['feed=robots&colour=red', 400, 401],
  ['feed=changes&query=humanoid', 400, 401],
  ['feed=none', 404, 401],
  ['card', 200, 401],
  ['llms', 200, 401],
  ['openapi', 200, 401],
  ['asset=view.js', 200, 401],
  ['asset=view.css', 200, 401],
  ['asset=none', 404, 401],
  ['view=compare&ids=unitree-go2', 200, 401],
  ['q=quadruped', 200, 401],
  ['kind=robots', 200, 401],
  ['record=robots/unitree-g1', 200, 401],
  ['record=robots/unitree-g9', 404, 401],
  ['record=%3Cscript%3E', 404, 401],
  ['kind=robots&format=csv', 200, 401],
  ['q=quadruped&format=json', 200, 401],
  ['q=quadruped&format=xml', 400, 401],
  ['view=compare&ids=unitree-go2&format=csv', 400, 401],
];
const QUERIES = SINGLE.map(([query]) => query);
const PROBES = ['live', 'ready'];
/** Fields that belong together: the words of a search and its kind, or a view and its arguments. */
const isExplorer = (query: string) => /^(view|q|kind)=/.test(query);
const nameOf = (query: string) => query.split('=')[0] ?? '';

/** The first of each name: what belongs together is decided by names alone. */
const FIRST = QUERIES.filter((query, i) => QUERIES.findIndex((one) => nameOf(one) === nameOf(query)) === i);

/** A pair of each two names in both orders, each query twice, and each with both probes, which strangers may ask. */
const PAIRS = QUERIES.flatMap((one) => QUERIES.map((other) => [one, other] as const)).filter(
  ([one, other]) =>
    (one === other ||
      (FIRST.includes(one) && FIRST.includes(other)) ||
      [one, other].some((query) => PROBES.includes(query))) &&
    (nameOf(one) === nameOf(other) || !(isExplorer(one) && isExplorer(other))),
);

/** Other spellings that a stranger may try, none of which is a probe. */
const SPELLINGS = [
  '?READY',
  '?Live',
  '?ready;feed=news',
  '?feed=news;ready',
  '??ready',
  '?%3Fready',
  '?ready%26feed=news',
  '?ready%00',
  '?ready&%zz',
  '?ready&x=%ff',
  '?live%',
  '?+ready',
  '?ready#&feed=news',
  '?feed=news#?ready',
  '?%72eady&feed=news',
  '?feed=news&%6Cive',
  '?ready&f%65ed=news',
  '?ready=&ready=1&card',
  '?ready[]=1',
  '?live.x',
  '?x=ready',
  '?ready&x=1',
  '?live&_=1764294000',
  '?&x&ready',
  '/?feed=news',
  '/?ready&card',
  '?',
  '',
];

const open: (() => Promise<unknown>)[] = [];
const agent = new Agent({ keepAlive: true, maxSockets: 4 });
let directory: ReturnType<typeof temporaryDirectory>;
let service: Service;
let token: string;

beforeAll(async () => {
  directory = temporaryDirectory();
  const keys = keysInFile(keyFileIn(directory.path));
  const { key } = await addKey(keys, { name: 'reader', scopes: ['read'] }, '2026-11-27');
  token = key;
  service = createService({
    tools: 'default',
    readOnly: false,
    authenticated: true,
    onInternalError: () => undefined,
    keep: { directory: directory.path },
  });
});
afterAll(async () => {
  agent.destroy();
  for (const close of open.splice(0)) await close();
  await service.close();
  directory.remove();
});

async function serve(isPrivate: boolean, charge?: (caller: string) => void): Promise<HttpServer> {
  const authenticator = new KeyAuthenticator({
    path: keyFileIn(directory.path),
    onProblem: () => undefined,
  });
  const server = await serveHttp(service, {
    host: '127.0.0.1',
    port: 0,
    allowedHosts: [],
    allowedOrigins: [],
    auth: { authenticator, isPrivate },
    onError: (error) => {
      throw error;
    },
    ...(charge !== undefined && {
      charge: (caller) => {
        charge(caller);
        return { allowed: true, retryAfterSeconds: 0 };
      },
    }),
  });
  open.push(server.close);
  return server;
}

interface Got {
  readonly status: number;
  readonly body: string;
}

/** Asks for the path as it is written, as a browser would. */
function get(url: string, rest: string, method: string, authorization?: string): Promise<Got> {
  const { port, pathname } = new URL(url);
  const path = rest.startsWith('http') ? rest : `${pathname}${rest}`;
  const headers = { accept: 'text/html', ...(authorization !== undefined && { authorization }) };
  return new Promise((resolve, reject) => {
    const sent = request({ port, host: '127.0.0.1', path, method, headers, agent }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        body += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
    });
    sent.on('error', reject);
    sent.end();
  });
}

/** The queries that were answered with another status than they should be, each with both. */
async function faults(
  url: string,
  queries: readonly (readonly [rest: string, status: number])[],
  authorization?: string,
): Promise<string[]> {
  const found: string[] = [];
  for (const [rest, wanted] of queries) {
    for (const method of ['GET', 'HEAD']) {
      const { status } = await get(url, rest, method, authorization);
      if (status !== wanted) found.push(`${method} ${rest}: ${status}, not ${wanted}`);
    }
  }
  return found;
}

const pairs = (status: number) => PAIRS.map(([one, other]) => [`?${one}&${other}`, status] as const);
const singles = (column: 1 | 2) => SINGLE.map((row) => [`?${row[0]}`, row[column]] as const);
const spelled = (status: number) => SPELLINGS.map((rest) => [rest, status] as const);

describe('a GET with --private', () => {
  it('gives a stranger nothing but a probe that stands alone', async () => {
    const { url } = await serve(true);
    expect(await faults(url, [...singles(2), ...pairs(401), ...spelled(401)])).toEqual([]);
    // Whatever else the target is written like, nothing is there.
    for (const rest of ['//?ready&card', '%2F?feed=news', `${url}//?feed=news`, ';x?ready']) {
      expect((await get(url, rest, 'GET')).status).toBe(404);
    }
    // In absolute form it is the same target.
    expect(
      await faults(
        url,
        [...singles(2), ...pairs(401)].map(([rest, status]) => [`${url}${rest}`, status]),
      ),
    ).toEqual([]);
  });

  it('answers a reader one thing, and refuses two, naming both', async () => {
    const { url } = await serve(true);
    expect(await faults(url, [...singles(1), ...pairs(400)], `Bearer ${token}`)).toEqual([]);
    const { body } = await get(url, '?card&ready&q=x', 'GET', `Bearer ${token}`);
    expect(JSON.parse(body).error.message).toContain('ready, card, q');
    const twice = await get(url, '?feed=news&feed=robots', 'GET', `Bearer ${token}`);
    expect(JSON.parse(twice.body).error.message).toContain('"feed"');
  });

  it('gives the server card at its own paths to readers alone', async () => {
    const { url } = await serve(true);
    const cards = ['/server-card', '/../../.well-known/mcp/server-card.json'].map(
      (path) => new URL(`${new URL(url).pathname}${path}`, url).pathname,
    );
    const { origin } = new URL(url);
    for (const card of cards) {
      const queries = ['', '?ready', '?live', '?card', '?q=x'].map((query) => `${origin}${card}${query}`);
      expect(
        await faults(
          url,
          queries.map((rest) => [rest, 401] as const),
        ),
      ).toEqual([]);
      const asked = queries.map((rest) => [rest, rest.includes('?') ? 400 : 200] as const);
      expect(await faults(url, asked, `Bearer ${token}`)).toEqual([]);
    }
  });

  it('gives no more away where several workers answer', async () => {
    const child = start(
      [
        '--http',
        '--port',
        '0',
        '--workers',
        '2',
        '--auth',
        'keys',
        '--private',
        '--data-dir',
        directory.path,
      ],
      {},
    );
    const url = await addressOf(child);
    try {
      // Each answers as one process does, of which the pairs are asked above.
      expect(await faults(url, [...singles(2), ...spelled(401)])).toEqual([]);
      expect((await get(url, '?feed=news', 'GET', `Bearer ${token}`)).status).toBe(200);
    } finally {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    }
  });
});

describe('a GET where reading is open', () => {
  it('refuses a stranger what asks for two things, and answers one', async () => {
    const { url } = await serve(false);
    const answered = singles(1).map(([rest, status]) => [rest, rest === '?counters' ? 401 : status] as const);
    expect(await faults(url, [...answered, ...pairs(400)])).toEqual([]);
  });

  it.each(['ready', 'live'])(
    'refuses a token in the address of ?%s, and all else beside it',
    async (probe) => {
      const { url } = await serve(false);
      for (const query of [`${probe}&access_token=x`, `access_token=x&${probe}`]) {
        const { status, body } = await get(url, `?${query}`, 'GET');
        expect([query, status, JSON.parse(body).error.message]).toEqual([
          query,
          400,
          expect.stringContaining('A token in the address'),
        ]);
      }
      for (const query of [`${probe}&x=1`, `x&${probe}`, `${probe}&query=arm`]) {
        const { status, body } = await get(url, `?${query}`, 'GET');
        expect([query, status, JSON.parse(body).error.message]).toEqual([
          query,
          400,
          expect.stringContaining('stands alone'),
        ]);
      }
      // Whether the process lives must not depend on whether tokens can be verified.
      expect((await get(url, `?${probe}`, 'GET', 'Bearer wrong')).status).toBe(200);
    },
  );

  it('is charged for, but for the probes', async () => {
    let charged = 0;
    const { url } = await serve(false, () => {
      charged += 1;
    });
    for (const query of [...QUERIES, ...PAIRS.map((pair) => pair.join('&'))]) {
      charged = 0;
      await get(url, `?${query}`, 'GET');
      expect([query, charged]).toEqual([query, query === 'live' || query === 'ready' ? 0 : 1]);
    }
  });

  it('refuses a % that stands for no character, and says so', async () => {
    const { url } = await serve(false);
    for (const query of [
      '?feed=%zz',
      '?q=%',
      '?q=50%',
      '?view=compare&ids=%e0%a4%a',
      '?q=caf%e9',
      '?x=%c0%af',
    ]) {
      const { status, body } = await get(url, query, 'GET');
      expect([query, status, JSON.parse(body).error.message]).toEqual([
        query,
        400,
        expect.stringContaining('The query has a %'),
      ]);
    }
    expect((await get(url, '?q=50%25', 'GET')).status).toBe(200);
    expect((await get(url, '%zz', 'GET')).status).toBe(404);
  });

  it('repeats a field as plain text', async () => {
    const { url } = await serve(false);
    const name = encodeURIComponent('a\u001b[2Jb\u009b1mc\r\nd');
    const { body } = await get(url, `?q=x&${name}=1&${name}=2`, 'GET');
    expect(JSON.parse(body).error.message).toContain('"a [2Jb 1mc d"');
  });

  it('takes a list of an explorer address several times, and nothing else of it', async () => {
    const { url } = await serve(false);
    expect((await get(url, '?view=compare&ids=unitree-go2&ids=unitree-g1', 'GET')).status).toBe(200);
    const { status, body } = await get(url, '?q=arm&max_price_usd=1&max_price_usd=2', 'GET');
    expect([status, JSON.parse(body).error.message]).toEqual([
      400,
      expect.stringContaining('"max_price_usd"'),
    ]);
  });
});

async function addressOf(child: ChildProcess): Promise<string> {
  const stderr = collect(child, 'stderr');
  await until(() => /http:\S+/.test(stderr()), 'the address');
  return /http:\S+/.exec(stderr())?.[0] ?? '';
}
