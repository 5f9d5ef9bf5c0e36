import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { RequestHandler } from './handler.ts';
import type { HttpLimits, HttpOptions } from './options.ts';
import { addressKey } from './rate-limit.ts';
import { callerAddress, givenRequestId, isForwarded } from './request-origin.ts';
import { refusalJson, refuse, refuseBusy, SECURITY_HEADERS } from './responses.ts';
import { nextRequestId, type Records, Trace } from './trace.ts';

/** How many checks a connection was idle for, its byte count at the last check, and the requests that came on it. */
interface Activity {
  looks: number;
  bytes: number;
  requests: number;
}

/** A request that is being answered. */
interface InFlight {
  readonly request: IncomingMessage;
  /** Whose it is: a token, which has yet to be checked, or else an address. One with a wrong token is answered at once. */
  readonly from: string;
  /** Ends the work for an answer that nobody waits for. */
  readonly work: AbortController;
}

/** Interval of the checks while the server closes. */
export const LOOK_MS = 20;

/** Tracks requests in flight, so that the server can refuse more, and wait for them when it closes. */
export class Connections {
  readonly #handler: RequestHandler;
  readonly #limits: HttpLimits;
  readonly #proxies: number;
  readonly #hasTokens: boolean;
  readonly #records: Records;
  readonly #answering = new Map<ServerResponse, InFlight>();
  readonly #connections = new Map<Socket, Activity>();
  /** Connections on which something came that is no request: what comes after it is not looked at. */
  readonly #unread = new WeakSet<Socket>();
  #onForwarded: (() => void) | undefined;
  #closing = false;
  #onEmpty: () => void = () => undefined;

  constructor(
    handler: RequestHandler,
    limits: HttpLimits,
    records: Records,
    { proxies = 0, auth, onForwarded }: Pick<HttpOptions, 'proxies' | 'auth' | 'onForwarded'>,
  ) {
    this.#handler = handler;
    this.#limits = limits;
    this.#proxies = proxies;
    this.#records = records;
    this.#hasTokens = auth !== undefined;
    if (proxies === 0) this.#onForwarded = onForwarded;
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
    server.on('connect', (_request, socket: Socket) => this.#answerUnread(socket, NO_TUNNEL));
    server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => this.#doubt(error, socket));
    server.on('timeout', (socket: Socket) => this.#endStalled(socket));
  }

  #connect(socket: Socket): void {
    this.#handler.arrived();
    this.#connections.set(socket, { looks: 0, bytes: 0, requests: 0 });
    socket.once('close', () => {
      this.#connections.delete(socket);
      this.#look();
    });
  }

  #take(request: IncomingMessage, response: ServerResponse): void {
    if (this.#onForwarded !== undefined && isForwarded(request)) {
      this.#onForwarded();
      this.#onForwarded = undefined;
    }
    this.#count(request.socket);
    const id = givenRequestId(request, this.#proxies) ?? nextRequestId();
    const address = callerAddress(request, this.#proxies);
    const trace = new Trace(id, address, this.#records);
    const work = new AbortController();
    response.setHeader('x-request-id', id);
    response.once('close', () => {
      this.#answering.delete(response);
      if (!response.writableFinished) work.abort();
      this.#touch(request.socket);
      trace.finish(request, response);
    });
    if (this.#closing) response.setHeader('connection', 'close');
    const token = this.#hasTokens ? request.headers.authorization : undefined;
    const from = token ?? addressKey(address);
    if (this.#answering.size >= this.#limits.concurrent && !this.#makeRoom(from)) {
      refuseBusy(response);
      return;
    }
    this.#answering.set(response, { request, from, work });
    void this.#handler.handle(request, response, { trace, work, from });
  }

  /** Refuses the last request of the caller who has most in flight; false if that is the caller `own`. */
  #makeRoom(own: string): boolean {
    const counts = new Map<string, number>();
    for (const { from } of this.#answering.values()) counts.set(from, (counts.get(from) ?? 0) + 1);
    let fullest = own;
    for (const [from, count] of counts) if (count > (counts.get(fullest) ?? 0)) fullest = from;
    const last = [...this.#answering].findLast(
      ([response, { from }]) => from === fullest && !response.headersSent,
    );
    if (fullest === own || last === undefined) return false;
    const [response, { work }] = last;
    this.#answering.delete(response);
    work.abort();
    refuseBusy(response);
    return true;
  }

  /** Refuses all requests that are not answered yet, and ends what was begun for them. */
  refuseAll(): void {
    for (const [response, { work }] of this.#answering) {
      work.abort();
      if (!response.headersSent) refuse(response, 503, CLOSING, { 'retry-after': '1' });
    }
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
    const answering = new Set([...this.#answering.values()].map(({ request }) => request.socket));
    for (const [socket, activity] of this.#connections) {
      if (socket.bytesRead > activity.bytes) this.#touch(socket);
      activity.looks += 1;
      const isQuiet = activity.looks > this.#limits.quiet / LOOK_MS;
      if (isQuiet && !answering.has(socket)) socket.destroySoon();
    }
  }

  /**
   * A process that stood still for longer than a request may take finds it late before it reads it. What has arrived by
   * then is read first, and is late only if it is not whole.
   */
  #doubt(error: NodeJS.ErrnoException, socket: Socket): void {
    const activity = this.#connections.get(socket);
    if (error.code !== LATE || activity === undefined) {
      this.#refuseUnread(error, socket);
      return;
    }
    const before = activity.requests;
    setImmediate(() => {
      const isWhole = [...this.#answering.values()].every(
        ({ request }) => request.socket !== socket || request.complete,
      );
      if (activity.requests === before || !isWhole) this.#refuseUnread(error, socket);
    });
  }

  /**
   * Ends a connection on which nothing moved for too long: not where something arrived while the process stood still,
   * nor where the caller waits for an answer that is still being made. What moves next starts the time anew.
   */
  #endStalled(socket: Socket): void {
    const before = socket.bytesRead;
    setImmediate(() => {
      const isAnswering = [...this.#answering.values()].some(
        ({ request }) => request.socket === socket && request.complete,
      );
      const isOurs = isAnswering && socket.writableLength === 0;
      if (socket.bytesRead === before && !isOurs) socket.destroy();
    });
  }

  /**
   * Answers what Node could not read as a request, or what took too long to arrive: behind the answers to the requests
   * that came before it on the connection, since callers tell answers by their order. A stream never ends.
   */
  #refuseUnread(error: NodeJS.ErrnoException, socket: Socket): void {
    if (this.#unread.has(socket)) return;
    const here = [...this.#answering].filter(([, { request }]) => request.socket === socket);
    // What cannot be read may be the rest of a request that is refused already.
    const isAnswered = here.some(([response, { request }]) => response.headersSent && !request.complete);
    if (!socket.writable || isAnswered || here.some(([response]) => isStream(response))) {
      socket.destroy();
      return;
    }
    this.#unread.add(socket);
    const refuse = () => {
      if (socket.writable) this.#answerUnread(socket, UNREAD[error.code ?? ''] ?? NO_REQUEST);
    };
    const last = here.findLast(([, { request }]) => request.complete);
    if (last === undefined) refuse();
    else last[0].once('close', refuse);
  }

  #answerUnread(socket: Socket, [status, message, headers = '']: Unread): void {
    const body = refusalJson(message);
    socket.end(
      `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
        `${headers}${securityLines}Connection: close\r\n\r\n${body}`,
    );
    const counted = { verb: 'none', status: Number.parseInt(status, 10), ms: 0, bytesIn: 0, bytesOut: 0 };
    this.#records.counters.request(counted);
  }

  #look(): void {
    if (this.#connections.size === 0) this.#onEmpty();
  }

  #count(socket: Socket): void {
    const activity = this.#connections.get(socket);
    if (activity !== undefined) activity.requests += 1;
  }

  #touch(socket: Socket): void {
    const activity = this.#connections.get(socket);
    if (activity === undefined) return;
    activity.looks = 0;
    activity.bytes = socket.bytesRead;
  }
}

function isStream(response: ServerResponse): boolean {
  return String(response.getHeader('content-type')).startsWith('text/event-stream');
}

const securityLines = Object.entries(SECURITY_HEADERS)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('');

const CLOSING = 'The server is closing, and has not answered this request. Ask another, or again shortly.';

/** Status line, sentence, and header lines of an answer without a request. */
type Unread = readonly [status: string, message: string, headers?: string];

/** Node's code for a request that took too long to arrive. */
const LATE = 'ERR_HTTP_REQUEST_TIMEOUT';
const NO_REQUEST: Unread = ['400 Bad Request', 'This is not an HTTP request.'];
const NO_TUNNEL: Unread = [
  '405 Method Not Allowed',
  'This server is no proxy. POST each message.',
  'Allow: GET, HEAD, POST, OPTIONS\r\n',
];
const UNREAD: Readonly<Record<string, Unread>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The headers are too large. Send fewer.'],
  [LATE]: ['408 Request Timeout', 'The request took too long to arrive. Send it again.'],
};
