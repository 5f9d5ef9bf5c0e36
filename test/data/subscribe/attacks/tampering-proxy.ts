import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import type { Asked, Reply } from './attack.ts';

/** Between two bytes of a slow answer. */
const DRIP_MS = 100;
/** What is sent of an endless answer before it is said that nobody stops it. */
const MOST_BYTES = 256_000_000;

/** A service of data on a real socket, whose answers can be changed on their way. */
export class TamperingProxy {
  readonly #service: string;
  readonly #server: Server;
  readonly #change: (reply: Reply, asked: Asked) => Reply;
  /** Bytes of bodies that were sent. */
  bytesSent = 0;
  requests = 0;

  private constructor(service: string, change: (reply: Reply, asked: Asked) => Reply) {
    this.#service = service;
    this.#change = change;
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  /** `service`: its address. */
  static async start(
    service: string,
    change: (reply: Reply, asked: Asked) => Reply,
  ): Promise<TamperingProxy> {
    const proxy = new TamperingProxy(service, change);
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/api/mcp`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on('error', () => undefined);
    this.requests += 1;
    try {
      const body = await buffer(request);
      const reply = await this.#honest(request, body);
      await this.#send(this.#change(reply, askedBy(request, body)), response);
    } catch {
      // Whoever asked has gone.
      response.destroy();
    }
  }

  /** What the honest service says. */
  async #honest({ method = 'GET', headers }: IncomingMessage, body: Buffer): Promise<Reply> {
    const passed = Object.entries(headers).filter(([name]) => /^(?:accept|content-type|mcp-.*)$/.test(name));
    const answer = await fetch(this.#service, {
      method,
      headers: passed.map(([name, value]) => [name, String(value)] as [string, string]),
      ...(body.byteLength > 0 && { body: new Uint8Array(body) }),
    });
    const type = answer.headers.get('content-type');
    return {
      status: answer.status,
      headers: type === null ? {} : { 'content-type': type },
      body: Buffer.from(await answer.arrayBuffer()),
    };
  }

  async #send({ status, headers, body, delivery }: Reply, response: ServerResponse): Promise<void> {
    if (delivery === 'never') return;
    if (delivery === undefined) {
      this.bytesSent += body.byteLength;
      response.writeHead(status, headers).end(body);
      return;
    }
    response.writeHead(status, headers);
    if (delivery === 'held') response.write(body);
    else if (delivery === 'cut')
      response.write(body.subarray(0, body.byteLength / 2), () => response.destroy());
    else if (delivery === 'drip') await this.#drip(body, response);
    else await this.#repeat(body, response);
  }

  async #drip(body: Buffer, response: ServerResponse): Promise<void> {
    for (let at = 0; at < body.byteLength && !response.destroyed; at++) {
      response.write(body.subarray(at, at + 1));
      this.bytesSent += 1;
      await pause(DRIP_MS);
    }
    response.end();
  }

  async #repeat(body: Buffer, response: ServerResponse): Promise<void> {
    const gone = once(response, 'close');
    while (!response.destroyed && this.bytesSent < MOST_BYTES) {
      this.bytesSent += body.byteLength;
      const isFull = !response.write(body);
      if (isFull) await Promise.race([once(response, 'drain'), gone]);
    }
    response.destroy();
  }
}

function askedBy({ method = 'GET' }: IncomingMessage, body: Buffer): Asked {
  const message = body.byteLength === 0 ? {} : (JSON.parse(body.toString('utf8')) as Message);
  return {
    httpMethod: method,
    method: message.method ?? '',
    id: message.id,
    uri: message.params?.uri,
  };
}

interface Message {
  readonly method?: string;
  readonly id?: number | string;
  readonly params?: { readonly uri?: string };
}
