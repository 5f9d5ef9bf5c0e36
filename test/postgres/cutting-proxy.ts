import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** When a proxy cuts: at which chunk, how much of it still passes, and whether new connections are taken afterwards. */
export interface Cut {
  readonly step: number;
  readonly torn: number;
  readonly answers: boolean;
}

/** A proxy that hands all on until it is told to cut the connection in the middle of what passes. */
export class CuttingProxy {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #cut: Cut | undefined;
  #steps = 0;
  #isDead = false;
  #toPort: number;

  private constructor(server: Server, toPort: number) {
    this.#server = server;
    this.#toPort = toPort;
  }

  static async start(toPort: number): Promise<CuttingProxy> {
    const server = createServer();
    const proxy = new CuttingProxy(server, toPort);
    server.on('connection', (near) => {
      if (proxy.#isDead) return near.destroy();
      const far = connect(proxy.#toPort, '127.0.0.1');
      proxy.#join(near, far);
      proxy.#join(far, near);
      return undefined;
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Counts chunks from now on, in both directions, and cuts at one of them. */
  arm(cut: Cut): void {
    this.#cut = cut;
    this.#steps = 0;
  }

  /** Cuts all connections; takes no others until it is let. */
  down(): void {
    this.#isDead = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Takes connections again, to the same server or another. */
  up(toPort = this.#toPort): void {
    this.#toPort = toPort;
    this.#isDead = false;
  }

  async close(): Promise<void> {
    this.down();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #join(from: Socket, to: Socket): void {
    this.#sockets.add(from);
    from.on('error', () => to.destroy());
    from.on('close', () => {
      this.#sockets.delete(from);
      to.destroy();
    });
    from.on('data', (bytes) => {
      this.#steps += 1;
      if (this.#cut === undefined || this.#steps !== this.#cut.step) return void to.write(bytes);
      const { torn, answers } = this.#cut;
      this.#cut = undefined;
      to.end(bytes.subarray(0, torn));
      if (answers) from.destroy();
      else this.down();
    });
  }
}
