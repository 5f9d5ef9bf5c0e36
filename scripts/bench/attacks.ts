import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type HttpConnection, requestText } from '../harness/http-connection.ts';

/** Where a caller comes from, and what shows who it is. */
export interface Origin {
  readonly url: URL;
  readonly localAddress: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** What one caller does to a server as often as it can. */
export interface Attack {
  readonly name: string;
  readonly connections: number;
  /** Does it once more, the `n`th time; `isOver` once it is to end. */
  once(from: Origin, connection: HttpConnection, n: number, isOver: () => boolean): Promise<unknown>;
}

type Args = Readonly<Record<string, unknown>>;

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];
const PREFIXES = LETTERS.map((letter) => `${letter}*`).join(' ');
const CALLS = 50;
const MEBIBYTE = 1024 * 1024;
const RESET_AFTER_MS = 50;
/** Answers that nobody reads stay with the server; more connections take longer to open than the rest takes. */
const READ_NOTHING_MS = 500;

function batch(
  count: number,
  call: (i: number) => { readonly method: string; readonly params: object },
): string {
  return JSON.stringify(Array.from({ length: count }, (_, i) => ({ jsonrpc: '2.0', id: i + 1, ...call(i) })));
}

function calls(name: string, args: (i: number) => Args, count = CALLS): string {
  return batch(count, (i) => ({ method: 'tools/call', params: { name, arguments: args(i) } }));
}

/** Other words each time, so that nothing is answered from the cache. */
function prefixes(n: number): string {
  const args = (i: number) => ({ query: `${PREFIXES} x${n}`, topic: PREFIXES, limit: 1 + i });
  return calls('search_publications', args);
}

function longPrefixes(n: number): string {
  const query = `x${n} ${PREFIXES}`.padEnd(MEBIBYTE / CALLS - 200, ` ${PREFIXES}`);
  return calls('search_publications', (i) => ({ query, limit: 1 + i }));
}

/** One U+FDFA becomes 18 characters when it is folded. */
function ligatures(): string {
  const features = Array.from({ length: 40 }, () => '\ufdfa'.repeat(190));
  return calls('get_certification_info', () => ({ features }), 45);
}

function slips(n: number): string {
  const words = LETTERS.map((letter, i) => `humano${letter}dd${LETTERS[(i + n) % 26]}`).join(' ');
  return calls('search_robots', (i) => ({ query: words, limit: 1 + i }));
}

function exclusions(n: number): string {
  const query = `robot x${n} ${LETTERS.map((letter) => `-${letter}*`).join(' ')}`;
  return calls('search_publications', (i) => ({ query, limit: 1 + i }));
}

function largeAnswers(n: number): string {
  const args = (i: number) => ({ query: LETTERS[i % 26], detail: 'full', limit: 50 - (n % 10) });
  return calls('search_robots', args);
}

/** From another day each time: every paper is counted, by two things. */
function charts(n: number): string {
  const args = (i: number) => ({
    view: 'chart',
    tool: 'search_publications',
    x: i % 2 === 0 ? 'month' : 'journal',
    by: 'topic',
    arguments: { from: `19${10 + (n % 90)}-0${1 + (i % 9)}` },
  });
  return calls('show', args);
}

function lists(): string {
  return batch(CALLS, () => ({ method: 'tools/list', params: { x: 1 } }));
}

/** What is not even JSON of a message, and takes longest to read. */
function brackets(): string {
  return `${'['.repeat(MEBIBYTE / 2)}${']'.repeat(MEBIBYTE / 2)}`;
}

/** What goes through the SDK. */
function resources(): string {
  return batch(CALLS, (i) =>
    i % 2 === 0
      ? { method: 'resources/read', params: { uri: 'robotics://dataset' } }
      : {
          method: 'completion/complete',
          params: {
            ref: { type: 'ref/resource', uri: 'robotics://publications/{id}' },
            argument: { name: 'id', value: LETTERS[i % 26] },
          },
        },
  );
}

function posting(name: string, body: (n: number) => string, connections = 4): Attack {
  return {
    name,
    connections,
    once: ({ headers }, connection, n) => connection.ask(requestText(connection.url, body(n), headers)),
  };
}

async function open({ url, localAddress }: Origin, text: string): Promise<Socket> {
  const socket = connect({ port: Number(url.port), host: url.hostname, localAddress });
  socket.on('error', () => undefined);
  await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
  socket.write(text);
  return socket;
}

const reset: Attack = {
  name: `the same, the connection reset after ${RESET_AFTER_MS} ms`,
  connections: 8,
  once: async (from, _connection, n) => {
    const socket = await open(from, requestText(from.url, prefixes(n), from.headers));
    await pause(RESET_AFTER_MS);
    socket.resetAndDestroy();
  },
};

const readNothing: Attack = {
  name: '50 large answers that nobody reads',
  connections: 8,
  once: async (from, _connection, n) => {
    const socket = await open(from, requestText(from.url, largeAnswers(n), from.headers));
    socket.pause();
    await pause(READ_NOTHING_MS);
    socket.destroy();
  },
};

/** As many as may be in flight, and some more. */
const sendNothing: Attack = {
  name: '1,100 requests whose bodies never come',
  connections: 1100,
  once: async (from, _connection, _n, isOver) => {
    const whole = requestText(from.url, '{"jsonrpc":"2.0","id":1,"method":"ping"}', from.headers);
    const socket = await open(from, whole.slice(0, -5));
    while (!isOver() && !socket.destroyed) await pause(50);
    socket.destroy();
    await pause(20);
  },
};

let papers: readonly string[] = [];

const alike: Attack = {
  name: '50 times papers like one, and to cite',
  connections: 4,
  once: async ({ headers }, connection, n) => {
    if (papers.length === 0) {
      const asked = calls('search_publications', () => ({ limit: 50 }), 1);
      const [answer] = JSON.parse(await connection.post(asked, headers));
      papers = answer.result.structuredContent.results.map(({ id }: { readonly id: string }) => id);
    }
    const args = (i: number) =>
      i % 2 === 0
        ? { related_to: papers[i], limit: 1 + ((i + n) % 50) }
        : { query: `robot x${n}`, cite: 'bibtex', limit: 1 + i };
    const body = calls('search_publications', args);
    return connection.ask(requestText(connection.url, body, headers));
  },
};

function getting(name: string, query: (n: number) => string, method = 'GET'): Attack {
  return {
    name,
    connections: 32,
    once: ({ url, headers }, connection, n) => {
      const lines = Object.entries(headers).map(([header, value]) => `${header}: ${value}\r\n`);
      return connection.ask(
        `${method} ${url.pathname}${query(n)} HTTP/1.1\r\nHost: ${url.host}\r\nAccept: text/html\r\n${lines.join('')}\r\n`,
      );
    },
  };
}

export const attacks: readonly Attack[] = [
  posting('14 kB: 50 papers by 26 prefixes, twice', prefixes),
  reset,
  posting('1 MiB: 50 queries of 20 kB', longPrefixes),
  posting('1 MiB: 45 times 40 features of 190 U+FDFA', ligatures),
  posting('50 robots by 26 slips', slips),
  posting('50 papers without 26 prefixes', exclusions),
  posting('50 resources and completions', resources),
  posting(
    'one cached question, 32 at once',
    () => JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'search_robots' } }),
    32,
  ),
  getting('the start page, 32 at once', () => ''),
  getting('pages of 50 papers, 32 at once', (n) => `?kind=publications&q=robot+x${n}&limit=50`),
  getting('feeds, 32 at once', (n) => `?feed=${n % 2 === 0 ? 'publications' : 'news'}`),
  getting('preflights, 32 at once', () => '', 'OPTIONS'),
  posting('50 charts of all papers', charts),
  alike,
  posting('50 lists of tools through the SDK', lists),
  posting('1 MiB of brackets', brackets),
  readNothing,
  sendNothing,
];
