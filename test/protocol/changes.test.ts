import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SyncStore } from '../../src/data/subscribe/store.ts';
import type { HttpLimits } from '../../src/http/options.ts';
import { type HttpServer, serveHttp } from '../../src/http/serve.ts';
import { createService, type Service } from '../../src/protocol/service.ts';
import { temporaryDirectory } from '../contributions/faulty-files.ts';
import { modernHeaders, modernRequest, post } from '../helpers/http.ts';
import { start } from '../helpers/program.ts';
import { putVersion, snapshotOf } from '../helpers/versions.ts';

interface Message {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: { readonly uri?: string; readonly notifications?: object };
  readonly result?: { readonly capabilities?: { readonly resources?: object } };
  readonly error?: { readonly code: number; readonly message: string };
}

let place: ReturnType<typeof temporaryDirectory>;
beforeEach(() => {
  place = temporaryDirectory();
});
afterEach(() => place.remove());

async function swapTo(n: number): Promise<void> {
  await putVersion(new SyncStore(place.path), await snapshotOf(n));
}

interface Listening {
  readonly type: string;
  readonly next: (fits: (message: Message) => boolean) => Promise<Message>;
  readonly ended: Promise<void>;
  readonly stop: () => void;
}

/** Messages as they come; the function waits for one that fits. */
function inbox(): {
  take: (message: Message) => void;
  next: (fits: (m: Message) => boolean) => Promise<Message>;
} {
  const received: Message[] = [];
  return {
    take: (message) => void received.push(message),
    next: async (fits) => {
      await expect.poll(() => received.some(fits), { timeout: 15_000 }).toBe(true);
      return received.find(fits) as Message;
    },
  };
}

const updated = (uri: string) => (message: Message) =>
  message.method === 'notifications/resources/updated' && message.params?.uri === uri;

describe('over HTTP', () => {
  let service: Service;
  let server: HttpServer;
  beforeEach(async () => {
    service = createService({
      tools: 'default',
      readOnly: false,
      onInternalError: () => undefined,
      keep: { directory: place.path },
    });
    server = await serve({});
  });

  function serve(limits: Partial<HttpLimits>): Promise<HttpServer> {
    return serveHttp(service, {
      host: '127.0.0.1',
      port: 0,
      allowedHosts: [],
      allowedOrigins: [],
      limits: { quiet: 20, ...limits },
      onError: () => undefined,
    });
  }

  async function restart(limits: Partial<HttpLimits>): Promise<void> {
    await server.close();
    server = await serve(limits);
    await service.status();
  }
  afterEach(async () => {
    await server.close();
    await service.close();
  });

  /** Asks for a stream from an address of this machine. */
  async function listen(uris: readonly string[], id = 1, localAddress = '127.0.0.1'): Promise<Listening> {
    const body = modernRequest(
      'subscriptions/listen',
      { notifications: { resourceSubscriptions: uris } },
      id,
    );
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...modernHeaders('subscriptions/listen'),
    };
    const asked = request(server.url, { method: 'POST', headers, localAddress, agent: false });
    asked.end(JSON.stringify(body));
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    const { take, next } = inbox();
    let rest = '';
    const ended = new Promise<void>((resolve) => response.once('close', () => resolve()));
    response.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = `${rest}${chunk}`.split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (line.startsWith('data: ')) take(JSON.parse(line.slice(6)) as Message);
    });
    response.once('end', () => {
      if (rest.startsWith('{')) take(JSON.parse(rest) as Message);
    });
    const type = response.headers['content-type'] ?? '';
    return { type, next, ended, stop: () => asked.destroy() };
  }

  const isAcknowledged = ({ method }: Message) => method === 'notifications/subscriptions/acknowledged';
  const isRefusal = ({ error }: Message) => error !== undefined;

  it('who listens is told of the resources that were named and have changed, and of no others', async () => {
    await service.status();
    const named = ['robotics://dataset', 'robotics://robots/unitree-g1', 'robotics://challenges/eurobot'];
    const { type, next } = await listen([...named, 'robotics://schema/robots']);
    expect(type).toContain('text/event-stream');
    await next(isAcknowledged);
    await swapTo(1);
    await next(updated('robotics://dataset'));
    await next(updated('robotics://robots/unitree-g1'));
    // Both versions have this record, to the letter.
    await expect(Promise.race([next(updated('robotics://challenges/eurobot')), later()])).resolves.toBe(
      'later',
    );
  });

  describe('where four streams may be open, three of one caller', () => {
    const uris = ['robotics://dataset'];
    let limits: Partial<HttpLimits>;
    beforeEach(() => {
      limits = { streams: 4, streamsOfOne: 3 };
    });

    it.each(['one after the other', 'at once'])('a caller who asks for more, %s, is told', async (way) => {
      await restart(limits);
      const streams: Listening[] = [];
      if (way === 'at once')
        streams.push(...(await Promise.all([1, 2, 3, 4, 5].map((id) => listen(uris, id)))));
      else for (const id of [1, 2, 3, 4, 5]) streams.push(await listen(uris, id));
      const refused = streams.filter(({ type }) => type.includes('json'));
      expect([streams.length, refused.length]).toEqual([5, 2]);
      const { error } = (await refused[0]?.next(isRefusal)) ?? {};
      expect(error).toMatchObject({ code: -32000, message: expect.stringContaining('limit') });
      // Another is not locked out, and whoever ends one may open one.
      expect((await listen(uris, 6, '127.0.0.2')).type).toContain('event-stream');
      for (const { stop } of streams) stop();
      await expect.poll(async () => (await listen(uris, 7)).type).toContain('event-stream');
    });

    it('the caller with most of them makes room for another, and is told', async () => {
      await restart(limits);
      const greedy = [await listen(uris, 1), await listen(uris, 2), await listen(uris, 3)];
      const second = await listen(uris, 4, '127.0.0.2');
      const third = await listen(uris, 5, '127.0.0.3');
      expect([second.type, third.type]).toEqual([greedy[0]?.type, greedy[0]?.type]);
      const told = await greedy[2]?.next(isRefusal);
      expect(told).toMatchObject({
        id: 3,
        error: { code: -32000, message: expect.stringContaining('room') },
      });
      await greedy[2]?.ended;
      // Who has most of all gets no more.
      expect((await listen(uris, 6)).type).toContain('json');
      await swapTo(1);
      for (const { next } of [greedy[0], greedy[1], second, third] as Listening[])
        await next(updated('robotics://dataset'));
    });

    it('a place is given back if no stream comes of it', async () => {
      await restart(limits);
      for (let i = 0; i < 9; i += 1) {
        const wrong = modernRequest('subscriptions/listen', { notifications: 7 });
        const { body } = await post(server.url, wrong, modernHeaders('subscriptions/listen'));
        expect(body.error.message).not.toContain('limit');
        await post(server.url, wrong, modernHeaders('tools/list'));
      }
      expect((await listen(uris)).type).toContain('event-stream');
    });
  });

  it('nobody is forgotten for all the resources that another names', async () => {
    const { next } = await listen(['robotics://robots/unitree-g1'], 1, '127.0.0.2');
    await next(isAcknowledged);
    const many = (i: number, count: number) =>
      Array.from({ length: count }, (_, j) => `robotics://robots/x-${i}-${j}`);
    const { error } = await (await listen(many(0, 51))).next(isRefusal);
    expect(error).toMatchObject({ code: -32602, message: expect.stringContaining('50') });
    for (let round = 0; round < 15; round += 1) {
      const numbers = Array.from({ length: 15 }, (_, i) => round * 15 + i);
      await Promise.all(
        numbers.map(async (i) => {
          const stream = await listen(many(i, 50), i + 1);
          await stream.next(isAcknowledged);
          stream.stop();
          await stream.ended;
          // A message that opens no stream watches nothing either.
          const wrong = modernRequest('subscriptions/listen', {
            notifications: { resourceSubscriptions: many(i, 50) },
          });
          await post(server.url, wrong, modernHeaders('tools/list'));
        }),
      );
    }
    await swapTo(1);
    await next(updated('robotics://robots/unitree-g1'));
  });

  it('callers of a revision with a handshake are promised nothing', async () => {
    const params = {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 't', version: '1' },
    };
    const { body } = await post(server.url, { jsonrpc: '2.0', id: 1, method: 'initialize', params });
    expect(body.result.capabilities.resources).toEqual({});
    const subscribe = {
      jsonrpc: '2.0',
      id: 2,
      method: 'resources/subscribe',
      params: { uri: 'robotics://dataset' },
    };
    expect((await post(server.url, subscribe)).body.error.code).toBe(-32601);
  });

  it('callers of 2026-07-28 are told that they can listen', async () => {
    const request = modernRequest('server/discover');
    const { body } = await post(server.url, request, modernHeaders('server/discover'));
    expect(body.result.capabilities.resources).toEqual({ subscribe: true });
  });
});

describe('over stdio', () => {
  let child: ChildProcess;
  let messages: ReturnType<typeof inbox>;
  beforeEach(() => {
    child = start(['--data-dir', place.path]);
    messages = inbox();
    createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) =>
      messages.take(JSON.parse(line) as Message),
    );
  });
  afterEach(() => child.kill('SIGKILL'));

  const send = (message: object) => child.stdin?.write(`${JSON.stringify(message)}\n`);

  it('a subscriber of a revision with a handshake is told', async () => {
    const params = {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 't', version: '1' },
    };
    send({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
    const { result } = await messages.next(({ id }) => id === 1);
    expect(result?.capabilities?.resources).toEqual({ subscribe: true });
    send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    send({ jsonrpc: '2.0', id: 2, method: 'resources/subscribe', params: { uri: 'robotics://dataset' } });
    await messages.next(({ id }) => id === 2);
    send({ jsonrpc: '2.0', id: 3, method: 'resources/read', params: { uri: 'robotics://dataset' } });
    await messages.next(({ id }) => id === 3);
    await swapTo(1);
    await messages.next(updated('robotics://dataset'));
  });

  it('a listener of 2026-07-28 is told', async () => {
    send(modernRequest('resources/read', { uri: 'robotics://dataset' }, 1));
    await messages.next(({ id }) => id === 1);
    send(
      modernRequest(
        'subscriptions/listen',
        { notifications: { resourceSubscriptions: ['robotics://dataset'] } },
        2,
      ),
    );
    await messages.next(({ method }) => method === 'notifications/subscriptions/acknowledged');
    await swapTo(1);
    await messages.next(updated('robotics://dataset'));
  });
});

function later(): Promise<'later'> {
  return new Promise((resolve) => setTimeout(() => resolve('later'), 100));
}
