import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, createServer, type Server, type Socket } from 'node:net';

type Way = 'to the server' | 'to the client';

/** At which of the next pieces, on either way, a proxy cuts; how many of its bytes pass; whether it `answers` then, or refuses. */
interface Cut {
  readonly step: number;
  readonly torn: number;
  readonly answers: boolean;
}

/**
 * What becomes of what passes: `refuse` ends every connection at once; `swallow` takes bytes, on the way to the client or
 * on both, and hands none on, as a network does that loses everything.
 */
type Passing = 'pass' | 'refuse' | { readonly swallow: 'to the client' | 'both ways' } | Cut;

interface Pair {
  readonly client: Socket;
  readonly server: Socket;
  /** Nothing more passes: its last piece is on the way. */
  isTorn: boolean;
}

/** Stands between a client and a server on this machine, and does to their connections what networks do. */
export class CuttingProxy {
  /** Where new connections go: another server may take the place of one. */
  targetPort: number;
  #passing: Passing = 'pass';
  /** Pieces that came since it was last said what becomes of them. */
  #steps = 0;
  readonly #listener: Server;
  readonly #pairs = new Set<Pair>();

  private constructor(targetPort: number) {
    this.targetPort = targetPort;
    this.#listener = createServer({ noDelay: true }, (client) => this.#accept(client));
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

  set passing(passing: Passing) {
    this.#passing = passing;
    this.#steps = 0;
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
    const server = connect({ port: this.targetPort, host: '127.0.0.1', noDelay: true });
    const pair: Pair = { client, server, isTorn: false };
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
    this.#steps += 1;
    if (pair.isTorn) return;
    if (typeof passing === 'string') to.write(piece);
    else if ('swallow' in passing) {
      if (passing.swallow !== way && passing.swallow !== 'both ways') to.write(piece);
    } else if (this.#steps < passing.step) to.write(piece);
    else this.#tear(piece.subarray(0, passing.torn), to, pair, passing.answers ? 'pass' : 'refuse');
  }

  /** Hands on the beginning of a piece, and cuts. */
  #tear(beginning: Buffer, to: Socket, pair: Pair, then: 'pass' | 'refuse'): void {
    pair.isTorn = true;
    // Those that refuse take no other connection while this one's last bytes are on the way.
    this.#passing = then;
    to.write(beginning, () => {
      end(pair);
      this.passing = then;
    });
  }
}

function end({ client, server }: Pair): void {
  client.destroy();
  server.destroy();
}
