import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SyncStore } from '../../../src/data/subscribe/store.ts';
import { type FakeArxiv, send, startFakeArxiv } from '../../arxiv/fake-arxiv.ts';
import { successFeed } from '../../arxiv/feeds.ts';
import { startAuthorizationServer } from '../../auth/authorization-server.ts';
import { collect, end, run, start, until } from '../../helpers/program.ts';
import { slowCalls } from '../../helpers/slow-calls.ts';
import { putVersion, shuffledOf, snapshotOf, versionOf } from '../../helpers/versions.ts';

let home: string;
let server: ChildProcess | undefined;
let arxiv: FakeArxiv | undefined;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'robotics-mcp-workers-'));
});
afterEach(async () => {
  if (server !== undefined) await end(server);
  await arxiv?.close();
  server = arxiv = undefined;
  rmSync(home, { recursive: true, force: true });
});

interface Running {
  readonly port: number;
  readonly log: () => LogLine[];
}

// biome-ignore lint/suspicious/noExplicitAny: lines of the log have fields of every kind
type LogLine = Record<string, any>;

async function startWorkers(args: readonly string[] = [], count = 3): Promise<Running> {
  const all = [
    '--http',
    '--port',
    '0',
    '--workers',
    String(count),
    '--data-dir',
    home,
    '--log-format',
    'json',
  ];
  server = start([...all, ...args], {
    ROBOTICS_MCP_ARXIV_API: arxiv?.url ?? 'http://127.0.0.1:9/api/query',
  });
  const stderr = collect(server, 'stderr');
  const log = () =>
    stderr()
      .split('\n')
      .filter((line) => line.startsWith('{') && line.endsWith('}'))
      .map((line) => JSON.parse(line) as LogLine);
  await until(() => log().some(({ event }) => event === 'listening'), 'the address');
  const { url } = log().find(({ event }) => event === 'listening') as LogLine;
  return { port: Number(new URL(url).port), log };
}

/** One connection, and with it one worker, since each connection stays with the one that took it. */
class Connection {
  /** What it shows with every request. */
  token: string | undefined;
  /** What a proxy in front would add. */
  forwarded: string | undefined;
  readonly #socket;
  #text = '';
  readonly ended: Promise<void>;

  constructor(port: number, localAddress = '127.0.0.1') {
    this.#socket = connect({ port, host: '127.0.0.1', localAddress });
    this.#socket.on('data', (chunk) => {
      this.#text += chunk.toString('utf8');
    });
    this.#socket.on('error', () => undefined);
    this.ended = new Promise((resolve) => this.#socket.once('close', () => resolve()));
  }

  async send(head: string, body = ''): Promise<{ head: string; worker: string; body: LogLine }> {
    this.#text = '';
    this.#socket.write(`${head} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n`);
    if (this.token !== undefined) this.#socket.write(`Authorization: Bearer ${this.token}\r\n`);
    if (this.forwarded !== undefined) this.#socket.write(`X-Forwarded-For: ${this.forwarded}\r\n`);
    this.#socket.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
    await until(() => this.#isWhole(), 'an answer');
    const [top = '', text = ''] = this.#text.split('\r\n\r\n');
    const worker = /x-request-id: (\w+)-/i.exec(top)?.[1] ?? '';
    return { head: top, worker, body: JSON.parse(text) as LogLine };
  }

  call(name: string, args: object): Promise<{ head: string; worker: string; body: LogLine }> {
    const params = { name, arguments: args };
    const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    return this.send('POST /api/mcp', message);
  }

  close(): void {
    this.#socket.destroy();
  }

  #isWhole(): boolean {
    const at = this.#text.indexOf('\r\n\r\n');
    const length = Number(/content-length: (\d+)/i.exec(this.#text)?.[1] ?? Number.NaN);
    return at !== -1 && Buffer.byteLength(this.#text.slice(at + 4)) >= length;
  }
}

/** Connections to different workers. */
async function connectToEach(port: number, count: number): Promise<Connection[]> {
  const byWorker = new Map<string, Connection>();
  for (let tries = 0; tries < 50 && byWorker.size < count; tries += 1) {
    const connection = new Connection(port);
    const { worker } = await connection.send('GET /api/mcp?live');
    if (byWorker.has(worker)) connection.close();
    else byWorker.set(worker, connection);
  }
  expect(byWorker.size).toBe(count);
  return [...byWorker.values()];
}

const report = (problem: string) => ({
  resource_type: 'robots',
  resource_id: 'unitree-g1',
  field: 'specs.mass_kg',
  problem,
});

it('what one worker accepts every worker shows in its next answer', { timeout: 60_000 }, async () => {
  arxiv = await startFakeArxiv((response, id) => send(response, successFeed({ id })));
  const { port } = await startWorkers();
  const workers = await connectToEach(port, 3);
  const paper = await workers[0]?.call('submit_publication', { arxiv_id: '2411.00001' });
  expect(paper?.body.result.structuredContent.status).toBe('published');
  expect(arxiv.asked[0]?.userAgent).toMatch(/^robotics-mcp\//);
  for (const worker of workers) {
    const { body } = await worker.call('search_publications', { ids: ['arxiv-2411-00001'] });
    expect(body.result.structuredContent.results).toHaveLength(1);
    expect(body.result.structuredContent.dataset.contributions).toBe(1);
    const again = await worker.call('submit_publication', { arxiv_id: '2411.00001' });
    expect(again.body.result.structuredContent.status).toBe('already_published');
  }
});

it('a burst of writes to all workers at once is kept whole, equal ones once', {
  timeout: 60_000,
}, async () => {
  const { port } = await startWorkers();
  const workers = await connectToEach(port, 3);
  const rounds = await Promise.all(
    workers.map(async (worker, w) => {
      const tickets: string[] = [];
      for (let i = 0; i < 40; i += 1) {
        const problem = i % 4 === 0 ? `shared ${i}` : `worker ${w}, number ${i}`;
        const { body } = await worker.call('report_error', report(problem));
        tickets.push(body.result.structuredContent.ticket);
      }
      return tickets;
    }),
  );
  const different = new Set(rounds.flat());
  expect(different.size).toBe(10 + 3 * 30);
  for (const worker of workers) {
    const { body } = await worker.send('GET /api/mcp');
    expect(body.dataset.waiting.queued).toBe(different.size);
  }
});

it('reads the keys of an issuer once for all workers', { timeout: 60_000 }, async () => {
  const audience = 'https://robots.example.org/api/mcp';
  const issuer = await startAuthorizationServer(audience);
  const began = performance.now();
  try {
    const options = ['--auth', 'oauth', '--oauth-issuer', issuer.issuer, '--oauth-audience', audience];
    const { port } = await startWorkers(options);
    for (const worker of await connectToEach(port, 3)) {
      worker.token = await issuer.token();
      const { head, body } = await worker.call('search_robots', { limit: 1 });
      expect(head).toMatch(/^HTTP\/1\.1 200 /);
      expect(body.result.structuredContent.results).toHaveLength(1);
      worker.token = await issuer.token({ aud: 'somebody else' });
      expect((await worker.call('search_robots', {})).head).toMatch(/^HTTP\/1\.1 401 /);
    }
    // What was read holds for five seconds, and on a slow machine all of this takes longer.
    const most = 1 + Math.floor((performance.now() - began) / 5_000);
    expect(issuer.asked.filter((path) => path === '/keys').length).toBeLessThanOrEqual(most);
  } finally {
    await issuer.close();
  }
});

it('replaces a worker that is killed, serves on, and counts what it did', { timeout: 60_000 }, async () => {
  const { port, log } = await startWorkers(['--log-level', 'info'], 2);
  const [first, second] = await connectToEach(port, 2);
  await first?.call('search_robots', { limit: 1 });
  await until(() => log().some(({ tool }) => tool === 'search_robots'), 'the line of the search');
  // What a worker has counted is with the primary a few seconds later; asking for all fetches it at once.
  server?.kill('SIGUSR2');
  await until(() => log().some(({ event }) => event === 'counters'), 'the counters');
  const counted = log().find(({ event }) => event === 'counters') as LogLine;
  expect(counted.tools).toEqual({ search_robots: { ok: 1 } });
  const pids = workerPids();
  process.kill(pids[0] as number, 'SIGKILL');
  await until(() => log().some(({ event }) => event === 'worker ended'), 'the end of a worker');
  await until(() => log().some(({ event }) => event === 'worker replaced'), 'another in its place');
  await connectToEach(port, 2);
  server?.kill('SIGUSR2');
  await until(() => log().filter(({ event }) => event === 'counters').length === 2, 'the counters');
  expect(log().findLast(({ event }) => event === 'counters')?.tools).toEqual({ search_robots: { ok: 1 } });
  second?.close();
});

it('every worker takes over data that another process has synced', { timeout: 60_000 }, async () => {
  const { port, log } = await startWorkers([], 2);
  const workers = await connectToEach(port, 2);
  await putVersion(new SyncStore(home), await snapshotOf(1));
  for (const worker of workers) {
    const version = async () => {
      const { body } = await worker.call('search_robots', { limit: 1 });
      return body.result.structuredContent.dataset.version;
    };
    await expect.poll(version, { timeout: 30_000, interval: 50 }).toBe(versionOf(1).version);
  }
  server?.kill('SIGUSR2');
  await until(() => log().some(({ event }) => event === 'counters'), 'the counters');
  expect(log().find(({ event }) => event === 'counters')?.data).toEqual({ swaps: 2 });
});

it('a list is read to its end over workers, though the data are replaced meanwhile', {
  timeout: 90_000,
}, async () => {
  await putVersion(new SyncStore(home), await snapshotOf(1));
  const { port } = await startWorkers();
  const connections = [1, 2, 3].map(() => new Connection(port));
  const page = async (i: number, cursor?: string) => {
    const args = { sort: 'name', limit: 2, ...(cursor !== undefined && { cursor }) };
    const answer = await (connections[i % 3] as Connection).call('search_robots', args);
    return { worker: answer.worker, ...answer.body.result.structuredContent };
  };
  const walk = async (from: Awaited<ReturnType<typeof page>>) => {
    const ids: string[] = [];
    const workers = new Set<string>();
    let at = from;
    for (let i = 1; ; i += 1) {
      expect(at.error).toBeUndefined();
      ids.push(...at.results.map(({ id, name }: LogLine) => `${id} ${name}`));
      workers.add(at.worker);
      if (at.next_cursor === undefined) return { ids, workers };
      at = await page(i, at.next_cursor);
    }
  };
  const begun = await page(0);
  const whole = await walk(begun);
  expect(whole.workers.size).toBe(3);
  await putVersion(new SyncStore(home), await snapshotOf(2, shuffledOf(2)));
  const versions = async () =>
    (await Promise.all([0, 1, 2].map((i) => page(i)))).map((at) => at.dataset.version);
  const { version } = versionOf(2);
  await expect.poll(versions, { timeout: 60_000 }).toEqual([version, version, version]);
  expect((await walk(begun)).ids).toEqual(whole.ids);
  for (const connection of connections) connection.close();
});

it('counts the requests of a caller for all workers together', { timeout: 60_000 }, async () => {
  const { port } = await startWorkers(['--rate-limit', '6']);
  const workers = await connectToEach(port, 3);
  // Counted by each worker alone, none of these would be too many.
  const statuses = await Promise.all(
    workers.map(async (worker) => {
      const own: string[] = [];
      for (let i = 0; i < 6; i += 1) {
        own.push((await worker.call('search_robots', { limit: 1 })).head.slice(9, 12));
      }
      return own;
    }),
  );
  expect(statuses.flat().filter((status) => status === '200').length).toBeGreaterThanOrEqual(6);
  expect(statuses.flat()).toContain('429');
});

it('warns once of a proxy that is not trusted, whichever worker sees it', { timeout: 60_000 }, async () => {
  const { port, log } = await startWorkers([], 2);
  const workers = await connectToEach(port, 2);
  for (const worker of [...workers, ...workers]) {
    worker.forwarded = '192.0.2.1';
    await worker.call('search_robots', { limit: 1 });
  }
  // The workers tell what they have seen before they tell what they have counted.
  server?.kill('SIGUSR2');
  await until(() => log().some(({ event }) => event === 'counters'), 'the counters');
  expect(log().filter(({ event }) => event === 'proxy not trusted')).toHaveLength(1);
});

it('answers another caller before the batches of one, which keep both workers busy', {
  timeout: 60_000,
}, async () => {
  const { port } = await startWorkers([], 2);
  const polite = await connectToEach(port, 2);
  const done: string[] = [];
  const batches = Array.from({ length: 6 }, async (_, i) => {
    const greedy = new Connection(port, '127.0.0.2');
    const { body } = await greedy.send('POST /api/mcp', JSON.stringify(slowCalls(`b${i}`)));
    done.push('batch');
    greedy.close();
    return body.length;
  });
  // Whoever listens to what is asked now has been handed all of the batches.
  await new Promise((resolve) => setTimeout(resolve, 100));
  for (let i = 0; i < 3; i += 1) {
    for (const worker of polite) {
      const { body } = await worker.call('search_robots', { query: `legs ${i}`, limit: 1 });
      expect(body.result.isError).toBeUndefined();
      done.push('polite');
    }
  }
  expect(await Promise.all(batches)).toEqual(Array(6).fill(50));
  expect(done.slice(0, 6)).toEqual(Array(6).fill('polite'));
});

it('drains and ends all workers when told, answering what has begun', { timeout: 60_000 }, async () => {
  const { port, log } = await startWorkers([], 2);
  const [first, second] = await connectToEach(port, 2);
  server?.kill('SIGTERM');
  await until(() => log().some(({ event }) => event === 'stopping'), 'the beginning of the end');
  const answers = await Promise.all([
    first?.call('search_robots', { limit: 1 }),
    second?.call('search_robots', { limit: 2 }),
  ]);
  expect(answers.map((answer) => answer?.body.result.structuredContent.results.length)).toEqual([1, 2]);
  expect(await once(server as ChildProcess, 'exit')).toEqual([0, null]);
  await Promise.all([first?.ended, second?.ended]);
  expect(log().at(-1)).toMatchObject({ event: 'stopped', tools: { search_robots: { ok: 2 } } });
  expect(log().filter(({ event }) => event === 'worker ended')).toEqual([]);
});

it('answers every connection that it accepted before it closed its port, and refuses all others', {
  timeout: 60_000,
}, async () => {
  const { port, log } = await startWorkers([], 2);
  // Headers that go on and on keep the program from ending at once.
  const endless = connect(port, '127.0.0.1');
  endless.on('error', () => undefined);
  endless.write('GET /api/mcp?live HTTP/1.1\r\nHost: localhost\r\n');
  const going = setInterval(() => endless.write('X-A: b\r\n'), 50);
  const knocks: Knock[] = [];
  const outcomes = (wanted: string) => knocks.filter(({ outcome }) => outcome === wanted);
  // Connections come one after the other all the time: before, while and after the program closes its port.
  const knocking = setInterval(() => knocks.push(...Array.from({ length: 4 }, () => new Knock(port))), 1);
  await until(() => outcomes('200').length > 50, 'answers');
  server?.kill('SIGTERM');
  await until(() => outcomes('ECONNREFUSED').length > 0, 'the port to be closed');
  clearInterval(knocking);
  await until(() => knocks.every(({ outcome }) => outcome !== undefined), 'an outcome of each');
  // Nobody was left waiting until the program ended.
  expect(server?.exitCode).toBeNull();
  clearInterval(going);
  endless.destroy();
  await once(server as ChildProcess, 'exit');
  // The system resets what it took in the very instant in which the port is closed; the program has none of that.
  const refused = [...outcomes('ECONNREFUSED'), ...outcomes('ECONNRESET')];
  expect(outcomes('200').length + refused.length).toBe(knocks.length);
  expect(log().at(-1)?.statuses['200']).toBe(outcomes('200').length);
});

it('hands a connection to another worker when the one that it was handed to is killed', {
  timeout: 60_000,
}, async () => {
  const { port } = await startWorkers([], 2);
  const [pid] = workerPids() as [number];
  // It is handed connections and takes none of them.
  process.kill(pid, 'SIGSTOP');
  const asked = Array.from({ length: 6 }, () => new Knock(port).settled);
  const answers = Promise.all(asked);
  await Promise.race(asked);
  process.kill(pid, 'SIGKILL');
  expect(await answers).toEqual(Array(6).fill('200'));
});

it('ends a caller whose headers never come to an end, also where another process has accepted it', {
  timeout: 60_000,
}, async () => {
  const { port } = await startWorkers([], 2);
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString('utf8');
  });
  socket.write('GET /api/mcp HTTP/1.1\r\nHost: localhost\r\n');
  await once(socket, 'close');
  expect(text).toMatch(/^HTTP\/1\.1 408 /);
});

/** Connects, asks once and closes its half. */
class Knock {
  /** The status of the answer, or the code under which it failed; undefined until then. */
  outcome: string | undefined;
  readonly settled: Promise<string>;

  constructor(port: number) {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('utf8');
    });
    this.settled = new Promise((resolve) => {
      const settle = (outcome: string) => {
        this.outcome ??= outcome;
        resolve(this.outcome);
      };
      socket.once('error', ({ code }: NodeJS.ErrnoException) => settle(String(code)));
      socket.once('close', () => settle(text.slice(9, 12) || 'nothing'));
    });
    socket.end('GET /api/mcp?live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  }
}

it('ends with a message when workers end as soon as they begin', { timeout: 60_000 }, async () => {
  const args = ['--http', '--port', '0', '--workers', '2', '--data-dir', home];
  const { code, stderr } = await run(args, {
    env: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(endInWorker)}` },
  });
  expect(code).toBe(1);
  expect(stderr).toContain('The workers end as soon as they begin');
});

it('ends where the options do not go together, with the port already taken', async () => {
  const args = ['--http', '--workers', '2', '--port', '0', '--data-dir', home, '--tools', 'submit_robot'];
  const { code, stderr } = await run(args);
  expect(code).toBe(2);
  expect(stderr).toContain('add --auth keys or --auth oauth');
});

it('says that its port is taken before any worker is started', async () => {
  const { port } = await startWorkers([], 2);
  const { code, stderr } = await run(['--http', '--workers', '2', '--port', String(port)]);
  expect(code).toBe(1);
  expect(stderr).toContain('is taken by another program');
});

const endInWorker = `if (process.env.ROBOTICS_MCP_SHARED_PORT !== undefined) process.exit(7);`;

function workerPids(): number[] {
  const children = readFileSync(`/proc/${server?.pid}/task/${server?.pid}/children`, 'utf8');
  return children.trim().split(' ').map(Number);
}
