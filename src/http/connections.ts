import { setMaxListeners } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Connection } from './connection.ts';
import { isOpenProbe, readFields, readGetQuery } from './get-query.ts';
import type { RequestHandler } from './handler.ts';
import { InFlight, type Place } from './in-flight.ts';
import type { HttpLimits, HttpOptions } from './options.ts';
import { addressCaller, addressKey } from './rate-limit.ts';
import { callerAddress, givenRequestId, isForwarded } from './request-origin.ts';
import { refuse, refuseBusy } from './responses.ts';
import { nextRequestId, type Records, Trace } from './trace.ts';
import { UnreadRequests } from './unread-requests.ts';

/** Answers a request. */
type Answering = (request: IncomingMessage, response: ServerResponse) => void;

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
  readonly #connections = new Map<Socket, Connection>();
  readonly #unread: UnreadRequests;
  #onForwarded: (() => void) | undefined;
  /** What is being answered, and what ends the work for it. */
  readonly #underway = new Map<ServerResponse, AbortController>();
  #closing = false;
  #isRefusing = false;
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
    this.#unread = new UnreadRequests(records.counters, (socket) => this.#connections.get(socket));
    this.#hasTokens = auth !== undefined;
    if (proxies === 0) this.#onForwarded = onForwarded;
  }

  get isClosing(): boolean {
    return this.#closing;
  }

  /** True while an answer is being made; streams, which have begun and never end by themselves, are none. */
  get isBusy(): boolean {
    return [...this.#underway.keys()].some(({ headersSent }) => !headersSent);
  }

  /** Takes the connections and requests of a server from now on. */
  serve(server: Server): void {
    const answer: Answering = (request, response) => this.#answer(request, response);
    server.on('connection', (socket) => this.#connect(socket));
    server.on('request', this.#taking(answer));
    server.on('checkContinue', this.#taking(answer));
    server.on(
      'checkExpectation',
      this.#taking((_request, response) =>
        refuse(response, 417, 'Only "Expect: 100-continue" is understood. Leave the header out.'),
      ),
    );
    server.on('connect', (_request, socket: Socket) => this.#unread.refuseTunnel(socket));
    server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) =>
      this.#unread.refuse(error, socket),
    );
    server.on('timeout', (socket: Socket) => this.#endStalled(socket));
  }

  #connect(socket: Socket): void {
    this.#handler.arrived();
    this.#connections.set(socket, new Connection(socket, this.#limits));
    socket.once('close', () => {
      this.#connections.delete(socket);
      this.#look();
    });
  }

  /** Has requests answered in a way, once it is their turn on their connections. */
  #taking(answer: Answering): Answering {
    return (request, response) =>
      this.#connections
        .get(request.socket)
        ?.take({ request, response, begin: () => answer(request, response) });
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    if (this.#onForwarded !== undefined && isForwarded(request)) {
      this.#onForwarded();
      this.#onForwarded = undefined;
    }
    const id = givenRequestId(request, this.#proxies) ?? nextRequestId();
    const address = callerAddress(request, this.#proxies);
    const trace = new Trace(id, address, this.#records);
    const work = new AbortController();
    // Each message of a batch listens; how many there may be is bounded elsewhere.
    setMaxListeners(0, work.signal);
    let place: Place | undefined;
    response.setHeader('x-request-id', id);
    response.once('close', () => {
      this.#underway.delete(response);
      if (place !== undefined) this.#inFlight.leave(place);
      if (!response.writableFinished) work.abort();
      trace.finish(request, response);
    });
    this.#underway.set(response, work);
    if (this.#isRefusing) {
      refuse(response, 503, CLOSING, RETRY);
      return;
    }
    const connection = this.#connections.get(request.socket);
    if (this.#closing && connection?.last === response) response.setHeader('connection', 'close');
    const fields = readFields(request);
    const query = READING.has(request.method ?? '') ? readGetQuery(request, fields) : undefined;
    // Whether the process lives must not depend on what else its orchestrator's address asks.
    const isProbe = query !== undefined && isOpenProbe(query);
    const from = isProbe ? `probe ${addressKey(address)}` : addressCaller(address);
    const mayProve = this.#hasTokens && request.headers.authorization !== undefined && !isProbe;
    // A probe holds nothing of what others could lack, and is answered whatever is in flight.
    if (!isProbe) place = this.#inFlight.enter(response, { from, mayProve, work });
    if (place === undefined && !isProbe) {
      refuseBusy(response);
      return;
    }
    const identify = (caller: string) => place === undefined || this.#inFlight.identify(place, caller);
    void this.#handler.handle(request, response, { trace, work, from, identify, fields, query });
  }

  /** Refuses all requests that are not answered yet, and ends what was begun for them. */
  refuseAll(): void {
    this.#isRefusing = true;
    for (const [response, work] of this.#underway) {
      work.abort();
      if (!response.headersSent) refuse(response, 503, CLOSING, RETRY);
    }
  }

  /** Closes connections after their answers: requests that arrive until then are still answered. */
  close(): void {
    this.#closing = true;
    for (const { last } of this.#connections.values()) {
      if (last?.headersSent === false) last.setHeader('connection', 'close');
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
    for (const [socket, connection] of this.#connections) {
      const isQuiet = connection.look() > this.#limits.quiet / LOOK_MS;
      if (isQuiet && connection.unanswered.length === 0) socket.destroySoon();
    }
  }

  /**
   * Ends a connection on which nothing moved for too long: not where something arrived while the process stood still,
   * nor where the caller waits for an answer that is still being made. What moves next starts the time anew.
   */
  #endStalled(socket: Socket): void {
    const before = socket.bytesRead;
    setImmediate(() => {
      const unanswered = this.#connections.get(socket)?.unanswered ?? [];
      const isAnswering = unanswered.some(({ request }) => request.complete);
      const isOurs = isAnswering && socket.writableLength === 0;
      if (socket.bytesRead === before && !isOurs) socket.destroy();
    });
  }

  #look(): void {
    if (this.#connections.size === 0) this.#onEmpty();
  }
}

const CLOSING = 'The server is closing, and has not answered this request. Ask another, or again shortly.';
const RETRY = { 'retry-after': '1' };
