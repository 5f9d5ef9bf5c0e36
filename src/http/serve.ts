import { createServer, type Server } from 'node:http';
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { silentLogger } from '../lib/log.ts';
import { Counters } from '../protocol/counters.ts';
import type { Service } from '../protocol/service.ts';
import { Connections, LOOK_MS } from './connections.ts';
import { RequestHandler } from './handler.ts';
import { DEFAULT_LIMITS, type HttpLimits, type HttpOptions } from './options.ts';
import { ENDPOINT } from './paths.ts';
import { whyNotListen } from './request-origin.ts';

export interface HttpServer {
  /** The endpoint, with the port that was taken. */
  readonly url: string;
  /** Takes no further connections; those that are there go on as before. */
  stopAccepting(): void;
  /** Serves a connection that another process has accepted. */
  take(socket: Socket): void;
  /** Stops accepting, finishes requests in flight, and ends within the limit of `closing` in any case. */
  close(): Promise<void>;
}

/** Serves over Streamable HTTP. Rejects if the address cannot or may not be listened at. */
export async function serveHttp(service: Service, options: HttpOptions): Promise<HttpServer> {
  const refusal = whyNotListen(options.host, options.allowedHosts);
  if (refusal !== undefined) throw new Error(refusal);
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const { proxies = 0, records = { log: silentLogger, counters: new Counters() } } = options;
  const isDraining = (): boolean => connections.isClosing;
  const handler = new RequestHandler(service, { ...options, limits, proxies, isDraining });
  const connections = new Connections(handler, limits, records, options);
  const server = createServer({
    headersTimeout: limits.headers,
    requestTimeout: limits.request,
    keepAliveTimeout: limits.idle,
    connectionsCheckingInterval: Math.min(1_000, limits.headers),
    // What lacks it is refused here, with words: Node's own refusals are counted by nobody.
    requireHostHeader: false,
  });
  server.timeout = limits.stalled;
  connections.serve(server);
  // From here on Node.js watches over the time that requests take; it does so only once it believes to listen.
  if (options.isHanded === true) server.emit('listening');
  else await listen(server, options.host, options.port);
  service.warm();
  const url = urlOf(server, options);
  const closing = new Closing(server);
  return {
    url,
    stopAccepting: () => closing.stopAccepting(),
    take: (socket) => take(server, socket),
    close: () => closing.close(connections, handler, limits),
  };
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host.replace(/^\[(.*)\]$/, '$1'), () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/** Makes a connection that was handed over like one that the server has accepted itself. */
function take(server: Server, socket: Socket): void {
  // A caller may close its half once it has asked.
  socket.allowHalfOpen = true;
  socket.setNoDelay(true);
  server.emit('connection', socket);
}

function urlOf(server: Server, { host, port: given }: HttpOptions): string {
  const { port } = (server.address() as AddressInfo | null) ?? { port: given };
  const name = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
  return `http://${name}:${port}${ENDPOINT}`;
}

/** What is refused, or was begun, at the very end has so many milliseconds left. */
const LAST_MS = 500;

/** Closes a server in steps, so that no request is lost that a caller has begun. */
class Closing {
  readonly #server: Server;
  #gone: Promise<void> | undefined;

  constructor(server: Server) {
    this.#server = server;
  }

  stopAccepting(): void {
    this.#gone ??= new Promise((resolve) => {
      // That of HTTP would also end the connections that are quiet just now, with the next request under way on them.
      NetServer.prototype.close.call(this.#server, () => resolve());
    });
  }

  async close(connections: Connections, handler: RequestHandler, limits: HttpLimits): Promise<void> {
    this.stopAccepting();
    connections.close();
    const begun = performance.now();
    let ended: Promise<void> | undefined;
    const look = setInterval(() => {
      connections.endQuietConnections();
      if (connections.isBusy || performance.now() - begun < limits.quiet) return;
      ended ??= handler.close();
    }, LOOK_MS);
    const refused = setTimeout(() => connections.refuseAll(), limits.closing);
    const cut = setTimeout(() => this.#server.closeAllConnections(), limits.closing + LAST_MS);
    await this.#gone;
    await connections.empty();
    clearInterval(look);
    clearTimeout(refused);
    clearTimeout(cut);
    // Ends the server's own timer; it says that it is closed already.
    this.#server.close(() => undefined);
    ended ??= handler.close();
    // The data are closed next, and what was begun still needs them.
    await Promise.race([ended, pause(LAST_MS, undefined, { ref: false })]);
  }
}
