import type { Worker } from 'node:cluster';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { addressKey } from '../../http/rate-limit.ts';
import type { ToWorker } from './messages.ts';

const connection: ToWorker = { type: 'connection' };

/** Where connections never stop coming, the port is closed after so many rounds all the same. */
const MOST_ROUNDS = 50;

/**
 * The port that the workers share. The primary takes each connection and hands it to the worker that has waited
 * longest, one at a time, until that one says that it has it; those that wait go round robin over the addresses that
 * they come from. The distribution of `node:cluster` would lose, when the program ends, what it had taken and nobody
 * listened for any more.
 */
export class SharedPort {
  readonly #server: Server;
  /** Connections not yet handed to a worker, by address in the order of their turns. */
  readonly #waiting = new Map<string, Socket[]>();
  /** Workers that wait, longest first. */
  readonly #free = new Set<Worker>();
  /** Connections handed to a worker and not yet acknowledged. */
  readonly #handed = new Map<Worker, Socket[]>();

  #accepted = 0;

  private constructor(server: Server) {
    this.#server = server;
    // The workers keep the program running. Where it fails before there are any, the port must not.
    server.unref();
    server.on('connection', (socket) => {
      this.#accepted += 1;
      this.#wait(socket);
      this.#distribute();
    });
  }

  /** Listens; connections wait for the first worker. Rejects if the address cannot be listened at. */
  static open(host: string, port: number): Promise<SharedPort> {
    // The worker reads what comes: nothing may be read here.
    const server = createServer({ pauseOnConnect: true });
    return new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen({ port, host: host.replace(/^\[(.*)\]$/, '$1'), exclusive: true }, () => {
        server.off('error', reject);
        resolve(new SharedPort(server));
      });
    });
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** The worker takes connections from now on. */
  add(worker: Worker): void {
    this.#handed.set(worker, []);
    this.#free.add(worker);
    this.#distribute();
  }

  /** The worker acknowledges the connection. */
  taken(worker: Worker): void {
    // It has the connection open itself; closing it here says nothing to the caller.
    this.#handed.get(worker)?.shift()?.destroy();
    this.#free.add(worker);
    this.#distribute();
  }

  /** The worker is gone: what it had not taken goes to another. */
  remove(worker: Worker): void {
    this.#free.delete(worker);
    for (const socket of this.#handed.get(worker) ?? []) this.#wait(socket);
    this.#handed.delete(worker);
    this.#distribute();
  }

  /**
   * Refuses connections from now on. Those that were accepted are on their way to workers when this resolves,
   * before anything that they are told afterwards; without workers they end.
   */
  async close(): Promise<void> {
    await this.#acceptPending();
    this.#server.close();
    const workers = [...this.#handed.keys()].filter((worker) => worker.isConnected());
    const waiting = [...this.#waiting.values()].flat();
    this.#waiting.clear();
    for (const [i, socket] of waiting.entries()) {
      const worker = workers[i % workers.length];
      if (worker === undefined) socket.destroy();
      else this.#hand(worker, socket);
    }
  }

  /**
   * What the system has accepted for us and we have not seen would be reset. Goes around the event loop until
   * nothing comes, so that only what arrives in the very instant of closing is.
   */
  async #acceptPending(): Promise<void> {
    for (let seen = -1, rounds = 0; seen !== this.#accepted && rounds < MOST_ROUNDS; rounds += 1) {
      seen = this.#accepted;
      await turn();
      await turn();
    }
  }

  #wait(socket: Socket): void {
    const address = addressKey(socket.remoteAddress ?? '');
    const sockets = this.#waiting.get(address);
    if (sockets === undefined) this.#waiting.set(address, [socket]);
    else sockets.push(socket);
  }

  #next(): Socket | undefined {
    for (const [address, sockets] of this.#waiting) {
      this.#waiting.delete(address);
      const socket = sockets.shift();
      if (sockets.length > 0) this.#waiting.set(address, sockets);
      return socket;
    }
    return undefined;
  }

  #distribute(): void {
    for (const worker of this.#free) {
      const socket = this.#next();
      if (socket === undefined) return;
      this.#free.delete(worker);
      this.#hand(worker, socket);
    }
  }

  /** The connection stays open here too, so that it outlives a worker that ends before it has it. */
  #hand(worker: Worker, socket: Socket): void {
    this.#handed.get(worker)?.push(socket);
    worker.process.send(connection, socket, { keepOpen: true }, () => undefined);
  }
}
