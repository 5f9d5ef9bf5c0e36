import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Service } from '../../server/service.ts';
import { createRequestHandler, type RequestHandler } from './handler.ts';
import { whyNotListen } from './loopback.ts';
import { DEFAULT_LIMITS, ENDPOINT, type HttpLimits, type HttpOptions } from './options.ts';
import { refusalJson, refuse } from './reply.ts';

export interface HttpServer {
  /** The endpoint, with the port that was taken. */
  readonly url: string;
  /** Stops accepting, lets what was begun finish, and is done within the limit of `closing` in any case. */
  close(): Promise<void>;
}

/** Serves over Streamable HTTP. Rejects if the address cannot or may not be listened at. */
export async function serveHttp(service: Service, options: HttpOptions): Promise<HttpServer> {
  const refusal = whyNotListen(options.host, options.allowedHosts);
  if (refusal !== undefined) throw new Error(refusal);
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const handler = createRequestHandler(service, options, limits, options.onError, options.factory);
  const traffic = new Traffic(handler, limits);
  const server = createServer({
    headersTimeout: limits.headers,
    requestTimeout: limits.request,
    keepAliveTimeout: limits.idle,
    connectionsCheckingInterval: Math.min(1_000, limits.headers),
  });
  server.on('connection', (socket) => traffic.connect(socket));
  server.on('request', (request, response) => traffic.take(request, response));
  server.on('checkContinue', (request, response) => traffic.take(request, response));
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) =>
    traffic.refuseUnread(error, socket),
  );
  await listen(server, options.host, options.port);
  service.warm();
  return {
    url: urlOf(server, options.host),
    close: () => closeServer(server, traffic, handler, limits.closing),
  };
}

/** Knows what is being answered, so that the server can refuse more, and wait for it when it closes. */
class Traffic {
  readonly #handler: RequestHandler;
  readonly #limits: HttpLimits;
  readonly #answering = new Map<ServerResponse, Socket>();
  readonly #connections = new Set<Socket>();
  #closing = false;

  constructor(handler: RequestHandler, limits: HttpLimits) {
    this.#handler = handler;
    this.#limits = limits;
  }

  connect(socket: Socket): void {
    this.#connections.add(socket);
    socket.once('close', () => this.#connections.delete(socket));
  }

  take(request: IncomingMessage, response: ServerResponse): void {
    if (this.#closing) response.setHeader('connection', 'close');
    if (this.#closing || this.#answering.size >= this.#limits.concurrent) {
      refuse(response, 503, 'The server is busy. Try again shortly.', { 'retry-after': '1' });
      return;
    }
    this.#answering.set(response, request.socket);
    response.once('close', () => this.#answering.delete(response));
    void this.#handler.handle(request, response);
  }

  /** Lets the connections go with their answers. */
  close(): void {
    this.#closing = true;
    for (const response of this.#answering.keys()) {
      if (!response.headersSent) response.setHeader('connection', 'close');
    }
  }

  /** Ends the connections on which nothing is being answered, also those that have never asked anything. */
  endQuietConnections(): void {
    const answering = new Set(this.#answering.values());
    for (const socket of this.#connections) if (!answering.has(socket)) socket.destroySoon();
  }

  /** Answers what Node could not read as a request, or what took too long to arrive. */
  refuseUnread(error: NodeJS.ErrnoException, socket: Socket): void {
    if (!socket.writable || this.#isAnsweredOn(socket)) {
      socket.destroy();
      return;
    }
    const [status, message] = UNREAD[error.code ?? ''] ?? ['400 Bad Request', 'This is not an HTTP request.'];
    const body = refusalJson(message);
    socket.end(
      `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
        `Connection: close\r\n\r\n${body}`,
    );
  }

  #isAnsweredOn(socket: Socket): boolean {
    return [...this.#answering].some(([response, other]) => other === socket && response.headersSent);
  }
}

const UNREAD: Readonly<Record<string, readonly [string, string]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The headers are too large. Send fewer.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long to arrive. Send it again.'],
};

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host.replace(/^\[(.*)\]$/, '$1'), () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function urlOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo;
  const name = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
  return `http://${name}:${port}${ENDPOINT}`;
}

async function closeServer(
  server: Server,
  traffic: Traffic,
  handler: RequestHandler,
  limit: number,
): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  traffic.close();
  const quiet = setInterval(() => traffic.endQuietConnections(), 20);
  const all = setTimeout(() => server.closeAllConnections(), limit);
  void handler.close();
  await closed;
  clearInterval(quiet);
  clearTimeout(all);
}
