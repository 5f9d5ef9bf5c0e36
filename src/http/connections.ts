import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { RequestHandler } from './handler.ts';
import type { HttpLimits } from './options.ts';
import { callerAddress, givenRequestId } from './request-origin.ts';
import { refusalJson, refuse, SECURITY_HEADERS } from './responses.ts';
import { nextRequestId, type Records, Trace } from './trace.ts';

/** How many checks a connection was idle for, and its byte count at the last check. */
interface Activity {
  looks: number;
  bytes: number;
}

/** Interval of the checks while the server closes. */
export const LOOK_MS = 20;

/** Tracks requests in flight, so that the server can refuse more, and wait for them when it closes. */
export class Connections {
  readonly #handler: RequestHandler;
  readonly #limits: HttpLimits;
  readonly #proxies: number;
  readonly #records: Records;
  readonly #answering = new Map<ServerResponse, Socket>();
  readonly #connections = new Map<Socket, Activity>();
  #closing = false;
  #onEmpty: () => void = () => undefined;

  constructor(handler: RequestHandler, limits: HttpLimits, proxies: number, records: Records) {
    this.#handler = handler;
    this.#limits = limits;
    this.#proxies = proxies;
    this.#records = records;
  }

  get isClosing(): boolean {
    return this.#closing;
  }

  /** True while an answer is being made; streams, which have begun and never end by themselves, are none. */
  get isBusy(): boolean {
    return [...this.#answering.keys()].some((response) => !response.headersSent);
  }

  /** Takes the connections and requests of a server from now on. */
  serve(server: Server): void {
    const take = (request: IncomingMessage, response: ServerResponse) => this.#take(request, response);
    server.on('connection', (socket) => this.#connect(socket));
    server.on('request', take);
    server.on('checkContinue', take);
    server.on('checkExpectation', (_request, response) =>
      refuse(response, 417, 'Only "Expect: 100-continue" is understood. Leave the header out.'),
    );
    server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) =>
      this.#refuseUnread(error, socket),
    );
  }

  #connect(socket: Socket): void {
    this.#connections.set(socket, { looks: 0, bytes: 0 });
    socket.once('close', () => {
      this.#connections.delete(socket);
      this.#look();
    });
  }

  #take(request: IncomingMessage, response: ServerResponse): void {
    const id = givenRequestId(request, this.#proxies) ?? nextRequestId();
    const trace = new Trace(id, callerAddress(request, this.#proxies), this.#records);
    response.setHeader('x-request-id', id);
    response.once('close', () => {
      this.#answering.delete(response);
      this.#touch(request.socket);
      trace.finish(request, response);
    });
    if (this.#closing) response.setHeader('connection', 'close');
    if (this.#answering.size >= this.#limits.concurrent) {
      refuse(response, 503, 'The server is busy. Try again shortly.', { 'retry-after': '1' });
      return;
    }
    this.#answering.set(response, request.socket);
    void this.#handler.handle(request, response, trace);
  }

  /** Closes connections after their answers: requests that arrive until then are still answered. */
  close(): void {
    this.#closing = true;
    for (const response of this.#answering.keys()) {
      if (!response.headersSent) response.setHeader('connection', 'close');
    }
  }

  /** Resolves as soon as no connection is left. */
  empty(): Promise<void> {
    return new Promise((resolve) => {
      this.#onEmpty = resolve;
      this.#look();
    });
  }

  /**
   * Ends idle connections. Checks are counted, not time: between two of them everything that has arrived is read,
   * even where the process was blocked for long.
   */
  endQuietConnections(): void {
    const answering = new Set(this.#answering.values());
    for (const [socket, activity] of this.#connections) {
      if (socket.bytesRead > activity.bytes) this.#touch(socket);
      activity.looks += 1;
      const isQuiet = activity.looks > this.#limits.quiet / LOOK_MS;
      if (isQuiet && !answering.has(socket)) socket.destroySoon();
    }
  }

  /** Answers what Node could not read as a request, or what took too long to arrive. */
  #refuseUnread(error: NodeJS.ErrnoException, socket: Socket): void {
    if (!socket.writable || this.#isAnsweredOn(socket)) {
      socket.destroy();
      return;
    }
    const [status, message] = UNREAD[error.code ?? ''] ?? ['400 Bad Request', 'This is not an HTTP request.'];
    const body = refusalJson(message);
    socket.end(
      `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
        `${securityLines}Connection: close\r\n\r\n${body}`,
    );
    const counted = { verb: 'none', status: Number.parseInt(status, 10), ms: 0, bytesIn: 0, bytesOut: 0 };
    this.#records.counters.request(counted);
  }

  #look(): void {
    if (this.#connections.size === 0) this.#onEmpty();
  }

  #touch(socket: Socket): void {
    const activity = this.#connections.get(socket);
    if (activity === undefined) return;
    activity.looks = 0;
    activity.bytes = socket.bytesRead;
  }

  #isAnsweredOn(socket: Socket): boolean {
    return [...this.#answering].some(([response, other]) => other === socket && response.headersSent);
  }
}

const securityLines = Object.entries(SECURITY_HEADERS)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('');

const UNREAD: Readonly<Record<string, readonly [string, string]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The headers are too large. Send fewer.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long to arrive. Send it again.'],
};
