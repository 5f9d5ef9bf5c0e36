import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { refusalJson, SECURITY_HEADERS } from './responses.ts';
import type { Records } from './trace.ts';

/** What is known of the requests on a connection. */
interface Arrivals {
  /** How many came; undefined for a connection that is closed. */
  arrivedOn(socket: Socket): number | undefined;
  /** Those that are being answered, in their order. */
  answeredOn(socket: Socket): readonly (readonly [ServerResponse, IncomingMessage])[];
}

/** Answers what Node could not read as a request, or what took too long to arrive. */
export class UnreadRequests {
  readonly #counters: Records['counters'];
  readonly #arrivals: Arrivals;
  /** Connections on which something came that is no request: what comes after it is not looked at. */
  readonly #refused = new WeakSet<Socket>();

  constructor(counters: Records['counters'], arrivals: Arrivals) {
    this.#counters = counters;
    this.#arrivals = arrivals;
  }

  /** Refuses to be a proxy. */
  refuseTunnel(socket: Socket): void {
    this.#answer(socket, NO_TUNNEL);
  }

  /**
   * Refuses what Node reports. A process that stood still for longer than a request may take finds it late before it reads
   * it: what has arrived by then is read first, and is late only if it is not whole.
   */
  refuse(error: NodeJS.ErrnoException, socket: Socket): void {
    const before = this.#arrivals.arrivedOn(socket);
    if (error.code !== LATE || before === undefined) {
      this.#refuse(error, socket);
      return;
    }
    setImmediate(() => {
      const isWhole = this.#arrivals.answeredOn(socket).every(([, { complete }]) => complete);
      if (this.#arrivals.arrivedOn(socket) === before || !isWhole) this.#refuse(error, socket);
    });
  }

  /**
   * Behind the answers to the requests that came before on the connection, since callers tell answers by their order. A
   * stream never ends.
   */
  #refuse(error: NodeJS.ErrnoException, socket: Socket): void {
    if (this.#refused.has(socket)) return;
    const here = this.#arrivals.answeredOn(socket);
    // What cannot be read may be the rest of a request that is refused already.
    const isAnswered = here.some(([response, { complete }]) => response.headersSent && !complete);
    if (!socket.writable || isAnswered || here.some(([response]) => isStream(response))) {
      socket.destroy();
      return;
    }
    this.#refused.add(socket);
    const refuse = () => {
      if (socket.writable) this.#answer(socket, UNREAD[error.code ?? ''] ?? NO_REQUEST);
    };
    const last = here.findLast(([, { complete }]) => complete);
    if (last === undefined) refuse();
    else last[0].once('close', refuse);
  }

  #answer(socket: Socket, [status, message, headers = '']: Refusal): void {
    const body = refusalJson(message);
    socket.end(
      `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
        `${headers}${securityLines}Connection: close\r\n\r\n${body}`,
    );
    const counted = { verb: 'none', status: Number.parseInt(status, 10), ms: 0, bytesIn: 0, bytesOut: 0 };
    this.#counters.request(counted);
  }
}

function isStream(response: ServerResponse): boolean {
  return String(response.getHeader('content-type')).startsWith('text/event-stream');
}

const securityLines = Object.entries(SECURITY_HEADERS)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('');

/** Status line, sentence, and header lines of an answer without a request. */
type Refusal = readonly [status: string, message: string, headers?: string];

/** Node's code for a request that took too long to arrive. */
const LATE = 'ERR_HTTP_REQUEST_TIMEOUT';
const NO_REQUEST: Refusal = ['400 Bad Request', 'This is not an HTTP request.'];
const NO_TUNNEL: Refusal = [
  '405 Method Not Allowed',
  'This server is no proxy. POST each message.',
  'Allow: GET, HEAD, POST, OPTIONS\r\n',
];
const UNREAD: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The headers are too large. Send fewer.'],
  [LATE]: ['408 Request Timeout', 'The request took too long to arrive. Send it again.'],
};
