import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, createServer, type Server, type Socket } from 'node:net';

type Way = 'to the server' | 'to the client';

/**
 * What becomes of what passes: `refuse` ends every connection at once; `swallow` takes bytes, on one way or both, and
 * hands none on, as a network does that loses everything; a delay holds each piece back; `halve` hands on half of the
 * next piece, and cuts.
 */
export type Passing =
  | 'pass'
  | 'refuse'
  | { readonly swallow: Way | 'both ways' }
  | { readonly delayMs: number }
  | { readonly halve: Way };

interface Pair {
  readonly client: Socket;
  readonly server: Socket;
}

/** Stands between a client and a server on this machine, and does to their connections what networks do. */
export class CuttingProxy {
  /** Where new connections go: another server may take the place of one. */
  targetPort: number;
  #passing: Passing = 'pass';
  readonly #listener: Server;
  readonly #pairs = new Set<Pair>();

  private constructor(targetPort: number) {
    this.targetPort = targetPort;
    this.#listener = createServer((client) => this.#accept(client));
  }

  static async start(targetPort: number): Promise<CuttingProxy> {
    const proxy = new CuttingProxy(targetPort);
    proxy.#listener.listen(0, '127.0.0.1');
    await once(proxy.#listener, 'listening');
    return proxy;
  }

  get port(): number {
    return (this.#listener.address() as AddressInfo).port;
  }

  /** How many connections there are. */
  get open(): number {
    return this.#pairs.size;
  }

  set passing(passing: Passing) {
    this.#passing = passing;
    if (passing === 'refuse') this.cut();
  }

  /** Ends the connections that are there; new ones may be made. */
  cut(): void {
    for (const pair of this.#pairs) end(pair);
  }

  async close(): Promise<void> {
    this.cut();
    this.#listener.close();
    await once(this.#listener, 'close');
  }

  #accept(client: Socket): void {
    if (this.#passing === 'refuse') {
      client.destroy();
      return;
    }
    const pair = { client, server: connect({ port: this.targetPort, host: '127.0.0.1', noDelay: true }) };
    this.#pairs.add(pair);
    for (const [from, to, way] of [
      [pair.client, pair.server, 'to the server'],
      [pair.server, pair.client, 'to the client'],
    ] as const) {
      from.on('data', (piece) => this.#hand(piece, to, way, pair));
      from.on('error', () => end(pair));
      from.on('close', () => {
        this.#pairs.delete(pair);
        end(pair);
      });
    }
  }

  #hand(piece: Buffer, to: Socket, way: Way, pair: Pair): void {
    const passing = this.#passing;
    if (typeof passing === 'string') to.write(piece);
    else if ('swallow' in passing) {
      if (passing.swallow !== way && passing.swallow !== 'both ways') to.write(piece);
    } else if ('delayMs' in passing) setTimeout(() => to.writable && to.write(piece), passing.delayMs);
    else if (passing.halve !== way) to.write(piece);
    else {
      this.#passing = 'pass';
      to.write(piece.subarray(0, Math.floor(piece.length / 2)), () => end(pair));
    }
  }
}

function end({ client, server }: Pair): void {
  client.destroy();
  server.destroy();
}
