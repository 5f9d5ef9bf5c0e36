import { setMaxListeners } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { isOpenProbe, readFields, readGetQuery } from './get-query.ts';
import type { RequestHandler } from './handler.ts';
import { holdBy, SHORT_ANSWER } from './held-bytes.ts';
import type { HttpLimits, HttpOptions } from './options.ts';
import { addressCaller, addressKey } from './rate-limit.ts';
import { callerAddress, givenRequestId, isForwarded } from './request-origin.ts';
import { refuse, refuseBusy, refuseUnread } from './responses.ts';
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

/** A request that is being answered. */
interface InFlight {
  readonly request: IncomingMessage;
  /**
   * Whose it is, by what is proven: an address, whose probes are apart, until a token was verified, and then whoever
   * holds that. What a header claims gives no share.
   */
  from: string;
  /** It came when all places were taken, and stays only if whoever proves to have sent it may take one. */
  isExtra: boolean;
  /** Bytes of its answer that are made, as far as they were announced. */
  held: number;
  /** Ends the work for an answer that nobody waits for. */
  readonly work: AbortController;
}

/** Methods whose query says what is asked for. */
const READING: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** Requests whose tokens are verified where all places are taken: a token may show that a place is due to its holder. */
const MOST_EXTRA = 64;

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
  readonly #unread: UnreadRequests;
  #onForwarded: (() => void) | undefined;
  #extra = 0;
  /** Bytes that all callers have still to read, as far as they were announced. */
  #held = 0;
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
      this.#remove(response);
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
    const place: InFlight = { request, from, isExtra: false, held: 0, work };
    if (this.#isFull) {
      const mayProve = this.#hasTokens && request.headers.authorization !== undefined && !isProbe;
      if (mayProve && this.#extra < MOST_EXTRA) {
        place.isExtra = true;
        this.#extra += 1;
      } else if (!this.#makeRoom(from)) {
        refuseBusy(response);
        return;
      }
    }
    this.#answering.set(response, place);
    holdBy(response, (bytes) => this.#hold(response, place, bytes));
    const identify = (caller: string) => this.#identify(response, place, caller);
    void this.#handler.handle(request, response, { trace, work, from, identify, fields, query });
  }

  get #isFull(): boolean {
    return this.#answering.size - this.#extra >= this.#limits.concurrent;
  }

  #remove(response: ServerResponse): void {
    const place = this.#answering.get(response);
    if (place === undefined) return;
    if (place.isExtra) this.#extra -= 1;
    this.#held -= place.held;
    this.#answering.delete(response);
  }

  /** Counts a request to whoever has proven to have sent it; false if there is no place for it, and it was refused. */
  #identify(response: ServerResponse, place: InFlight, caller: string): boolean {
    if (!this.#answering.has(response)) return false;
    place.from = caller;
    if (place.isExtra && this.#isFull && !this.#makeRoom(caller)) {
      this.#refuseBegun(response, place);
      return false;
    }
    if (place.isExtra) this.#extra -= 1;
    place.isExtra = false;
    if (this.#makeRoomFor(0, caller)) return true;
    refuseUnread(response);
    return false;
  }

  /** Refuses the last request of the caller who has most in flight; false if that is the caller `own`. */
  #makeRoom(own: string): boolean {
    const fullest = this.#mostOf(own, 0, ({ isExtra }) => (isExtra ? 0 : 1));
    const last = [...this.#answering].findLast(
      ([response, { from, isExtra }]) => from === fullest && !isExtra && !response.headersSent,
    );
    if (fullest === own || last === undefined) return false;
    this.#refuseBegun(...last);
    return true;
  }

  /** Takes note of an answer's bytes before it is sent; false if there is no room for it. Short ones always have some. */
  #hold(response: ServerResponse, place: InFlight, bytes: number): boolean {
    const isShort = bytes <= SHORT_ANSWER;
    if (!isShort && !this.#makeRoomFor(bytes, place.from)) return false;
    if (!this.#answering.has(response)) return isShort;
    place.held += bytes;
    this.#held += bytes;
    return true;
  }

  /**
   * Makes room for bytes of an answer to `own`, where callers have not read too much, by what is taken from who has most of
   * it; false if that is `own`.
   */
  #makeRoomFor(bytes: number, own: string): boolean {
    while (this.#held + bytes > this.#limits.unread) {
      const fullest = this.#mostOf(own, bytes, ({ held }) => held);
      const [heaviest] = [...this.#answering]
        .filter(([, { from }]) => from === fullest)
        .sort(([, one], [, other]) => other.held - one.held);
      if (fullest === own || heaviest === undefined) return false;
      this.#refuseBegun(...heaviest);
    }
    return true;
  }

  /** The caller who has most of what is counted; `own`, who is to have so much more, if nobody has more. */
  #mostOf(own: string, more: number, count: (place: InFlight) => number): string {
    const counts = new Map([[own, more]]);
    for (const place of this.#answering.values()) {
      counts.set(place.from, (counts.get(place.from) ?? 0) + count(place));
    }
    let fullest = own;
    for (const [from, most] of counts) if (most > (counts.get(fullest) ?? 0)) fullest = from;
    return fullest;
  }

  /** Ends a request whose place somebody else gets: with words, where its answer has not begun. */
  #refuseBegun(response: ServerResponse, { work }: InFlight): void {
    this.#remove(response);
    work.abort();
    if (response.headersSent) response.destroy();
    else refuseBusy(response);
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
    const all = [...this.#answering].map(([response, { request }]) => [response, request] as const);
    return all.filter(([, request]) => request.socket === socket);
  }

  #look(): void {
    if (this.#connections.size === 0) this.#onEmpty();
  }
}

const CLOSING = 'The server is closing, and has not answered this request. Ask another, or again shortly.';
