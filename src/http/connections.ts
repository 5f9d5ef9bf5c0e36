import { setMaxListeners } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { isOpenProbe, readFields, readGetQuery } from './get-query.ts';
import type { RequestHandler } from './handler.ts';
import { InFlight } from './in-flight.ts';
import type { HttpLimits, HttpOptions } from './options.ts';
import { addressCaller, addressKey } from './rate-limit.ts';
import { callerAddress, givenRequestId, isForwarded } from './request-origin.ts';
import { refuse, refuseBusy } from './responses.ts';
import { nextRequestId, type Records, Trace } from './trace.ts';
import { UnreadRequests } from './unread-requests.ts';

/** What goes on on a connection. */
class Activity {
  /** How many requests came on it. */
  requests = 0;
  readonly #socket: Socket;
  /** For how many checks it was idle, and its byte count at the last one. */
  #looks = 0;
  #bytes = 0;

  constructor(socket: Socket) {
    this.#socket = socket;
  }

  /** Begins to count anew. */
  touch(): void {
    this.#looks = 0;
    this.#bytes = this.#socket.bytesRead;
  }

  /** For how many checks nothing has come, with this one. */
  look(): number {
    if (this.#socket.bytesRead > this.#bytes) this.touch();
    this.#looks += 1;
    return this.#looks;
  }
}

/** Methods whose query says what is asked for. */
const READING: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** Interval of the checks while the server closes. */
export const LOOK_MS = 20;

/** Takes connections and requests, refuses what is too many, and waits for the others when it closes. */
export class Connections {
  readonly #handler: RequestHandler;
  readonly #limits: HttpLimits;
  readonly #proxies: number;
  readonly #hasTokens: boolean;
  readonly #records: Records;
  readonly #inFlight: InFlight;
  readonly #connections = new Map<Socket, Activity>();
  readonly #unread: UnreadRequests;
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
    this.#inFlight = new InFlight(limits);
    this.#proxies = proxies;
    this.#records = records;
    this.#unread = new UnreadRequests(records.counters, {
      arrivedOn: (socket) => this.#connections.get(socket)?.requests,
      answeredOn: (socket) => this.#answeredOn(socket),
    });
    this.#hasTokens = auth !== undefined;
    if (proxies === 0) this.#onForwarded = onForwarded;
  }

  get isClosing(): boolean {
    return this.#closing;
  }

  /** True while an answer is being made; streams, which have begun and never end by themselves, are none. */
  get isBusy(): boolean {
    return [...this.#inFlight.all].some(([response]) => !response.headersSent);
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
    server.on('connect', (_request, socket: Socket) => this.#unread.refuseTunnel(socket));
    server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) =>
      this.#unread.refuse(error, socket),
    );
    server.on('timeout', (socket: Socket) => this.#endStalled(socket));
  }

  #connect(socket: Socket): void {
    this.#handler.arrived();
    this.#connections.set(socket, new Activity(socket));
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
    const activity = this.#connections.get(request.socket);
    if (activity !== undefined) activity.requests += 1;
    const id = givenRequestId(request, this.#proxies) ?? nextRequestId();
    const address = callerAddress(request, this.#proxies);
    const trace = new Trace(id, address, this.#records);
    const work = new AbortController();
    // Each message of a batch listens; how many there may be is bounded elsewhere.
    setMaxListeners(0, work.signal);
    response.setHeader('x-request-id', id);
    response.once('close', () => {
      this.#inFlight.leave(response);
      if (!response.writableFinished) work.abort();
      activity?.touch();
      trace.finish(request, response);
    });
    if (this.#closing) response.setHeader('connection', 'close');
    const fields = readFields(request);
    const query = READING.has(request.method ?? '') ? readGetQuery(request, fields) : undefined;
    // Whether the process lives must not depend on what else its orchestrator's address asks.
    const isProbe = query !== undefined && isOpenProbe(query);
    const from = isProbe ? `probe ${addressKey(address)}` : addressCaller(address);
    const mayProve = this.#hasTokens && request.headers.authorization !== undefined && !isProbe;
    const place = this.#inFlight.enter(response, { request, from, mayProve, work });
    if (place === undefined) {
      refuseBusy(response);
      return;
    }
    const identify = (caller: string) => this.#inFlight.identify(response, place, caller);
    void this.#handler.handle(request, response, { trace, work, from, identify, fields, query });
  }

  /** Refuses all requests that are not answered yet, and ends what was begun for them. */
  refuseAll(): void {
    for (const [response, { work }] of this.#inFlight.all) {
      work.abort();
      if (!response.headersSent) refuse(response, 503, CLOSING, { 'retry-after': '1' });
    }
  }

  /** Closes connections after their answers: requests that arrive until then are still answered. */
  close(): void {
    this.#closing = true;
    for (const [response] of this.#inFlight.all) {
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
    const answering = new Set([...this.#inFlight.all].map(([, { request }]) => request.socket));
    for (const [socket, activity] of this.#connections) {
      const isQuiet = activity.look() > this.#limits.quiet / LOOK_MS;
      if (isQuiet && !answering.has(socket)) socket.destroySoon();
    }
  }

  /**
   * Ends a connection on which nothing moved for too long: not where something arrived while the process stood still,
   * nor where the caller waits for an answer that is still being made. What moves next starts the time anew.
   */
  #endStalled(socket: Socket): void {
    const before = socket.bytesRead;
    setImmediate(() => {
      const isAnswering = this.#answeredOn(socket).some(([, { complete }]) => complete);
      const isOurs = isAnswering && socket.writableLength === 0;
      if (socket.bytesRead === before && !isOurs) socket.destroy();
    });
  }

  /** The requests on a connection that are being answered, in their order. */
  #answeredOn(socket: Socket): (readonly [ServerResponse, IncomingMessage])[] {
    const all = [...this.#inFlight.all].map(([response, { request }]) => [response, request] as const);
    return all.filter(([, request]) => request.socket === socket);
  }

  #look(): void {
    if (this.#connections.size === 0) this.#onEmpty();
  }
}

const CLOSING = 'The server is closing, and has not answered this request. Ask another, or again shortly.';
