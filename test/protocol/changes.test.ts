import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SyncStore } from '../../src/data/subscribe/store.ts';
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
    server = await serveHttp(service, {
      host: '127.0.0.1',
      port: 0,
      allowedHosts: [],
      allowedOrigins: [],
      onError: () => undefined,
    });
  });
  afterEach(async () => {
    await server.close();
    await service.close();
  });

  function listen(uris: readonly string[], id = 1): Promise<Response> {
    const body = modernRequest(
      'subscriptions/listen',
      { notifications: { resourceSubscriptions: uris } },
      id,
    );
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    return fetch(server.url, {
      method: 'POST',
      headers: { ...headers, ...modernHeaders('subscriptions/listen') },
      body: JSON.stringify(body),
    });
  }

  it('who listens is told of the resources that were named and have changed, and of no others', async () => {
    await service.status();
    const named = ['robotics://dataset', 'robotics://robots/unitree-g1', 'robotics://challenges/eurobot'];
    const response = await listen([...named, 'robotics://schema/robots']);
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    const { take, next } = inbox();
    void readEvents(response, take);
    await next(({ method }) => method === 'notifications/subscriptions/acknowledged');
    await swapTo(1);
    await next(updated('robotics://dataset'));
    await next(updated('robotics://robots/unitree-g1'));
    // Both versions have this record, to the letter.
    await expect(Promise.race([next(updated('robotics://challenges/eurobot')), later()])).resolves.toBe(
      'later',
    );
  });

  it('no more streams are opened than the bound allows', async () => {
    const responses = await Promise.all(
      Array.from({ length: 200 }, (_, i) => listen(['robotics://dataset'], i + 1)),
    );
    expect(responses.every(({ status }) => status === 200)).toBe(true);
    const refused = (await (await listen(['robotics://dataset'], 999)).json()) as Message;
    expect(refused.error?.message).toContain('limit');
    for (const response of responses) await response.body?.cancel();
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

async function readEvents(response: Response, take: (message: Message) => void): Promise<void> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    const events = text.split('\n\n');
    text = events.pop() ?? '';
    for (const event of events) {
      const data = /^data: (.*)$/m.exec(event)?.[1];
      if (data !== undefined) take(JSON.parse(data) as Message);
    }
  }
}

function later(): Promise<'later'> {
  return new Promise((resolve) => setTimeout(() => resolve('later'), 100));
}
