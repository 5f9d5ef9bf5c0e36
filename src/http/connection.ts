import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { HttpLimits } from './options.ts';

/** A request that came on a connection, and its answer. */
interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Begins to answer it. */
  readonly begin: () => void;
}

/** Requests on one connection that are not answered yet: the first is being answered, and the others wait behind it. */
export const MOST_UNANSWERED = 16;

/**
 * A connection answers its requests one after another, since callers tell answers by their order: so whoever sends many
 * at once has one in flight. It is ended where too many wait, and where one comes behind a stream.
 */
export class Connection {
  /** How many requests came on it. */
  requests = 0;
  /** Something came on it that is no request: what comes after that is not looked at. */
  isRefused = false;
  readonly #socket: Socket;
  readonly #limits: Pick<HttpLimits, 'headers' | 'idle'>;
  readonly #unanswered: Exchange[] = [];
  /** Runs while nothing is asked. */
  #idle: NodeJS.Timeout | undefined;
  /** For how many checks it was idle, and its byte count at the last one. */
  #looks = 0;
  #bytes = 0;

  constructor(socket: Socket, limits: Pick<HttpLimits, 'headers' | 'idle'>) {
    this.#socket = socket;
    this.#limits = limits;
    socket.once('close', () => clearTimeout(this.#idle));
    // What Node does not watch over any more, as after CONNECT, may still break.
    socket.on('error', () => socket.destroy());
  }

  /** Its requests that are not answered yet, in their order. */
  get unanswered(): readonly Exchange[] {
    return this.#unanswered;
  }

  /** The answer that goes out last; none if nothing is asked. */
  get last(): ServerResponse | undefined {
    return this.#unanswered.at(-1)?.response;
  }

  /** True while it sends a stream, behind which nothing is ever answered. */
  get isStreaming(): boolean {
    const response = this.#unanswered[0]?.response;
    return (
      response?.headersSent === true &&
      String(response.getHeader('content-type')).startsWith('text/event-stream')
    );
  }

  /** Takes a request, and has it answered once those before it are. */
  take(exchange: Exchange): void {
    // The rest of what came in one piece with what ended the connection.
    if (this.#socket.destroyed) return;
    this.requests += 1;
    clearTimeout(this.#idle);
    if (this.#unanswered.length >= MOST_UNANSWERED || this.isStreaming) {
      this.#cut();
      return;
    }
    this.#unanswered.push(exchange);
    if (this.#unanswered.length === 1) this.#begin(exchange);
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

  /**
   * Ends a connection on which too many came. As it closes, Node makes an error for each request that was read from the
   * same piece, thousands of them, which nobody sees: without their stacks that takes a fifth of the time.
   */
  #cut(): void {
    const { stackTraceLimit } = Error;
    this.#socket.prependOnceListener('close', () => {
      Error.stackTraceLimit = 0;
    });
    this.#socket.once('close', () => {
      Error.stackTraceLimit = stackTraceLimit;
    });
    this.#socket.destroy();
  }

  #begin(exchange: Exchange): void {
    exchange.begin();
    // Behind what else waits for it: what the last request had is given back before the next one begins.
    exchange.response.once('close', () => this.#next());
  }

  #next(): void {
    this.touch();
    this.#unanswered.shift();
    const [next] = this.#unanswered;
    if (!this.#socket.writable) this.#unanswered.length = 0;
    else if (next === undefined) this.#watch();
    // What never came whole was refused already.
    else if (next.request.complete || !this.isRefused) this.#begin(next);
  }

  /**
   * Ends the connection if no request comes in time. Node counts from the last byte, and an empty line, which may stand
   * between two requests (RFC 9112, section 2.2), is none of a request. One that has begun within the time may take as
   * long as headers may; the process may have stood still, and then what has arrived is read first.
   */
  #watch(): void {
    const before = this.requests;
    const end = () => {
      if (this.requests === before) this.#socket.destroy();
    };
    this.#idle = setTimeout(() => setImmediate(end), this.#limits.idle + this.#limits.headers).unref();
  }
}
