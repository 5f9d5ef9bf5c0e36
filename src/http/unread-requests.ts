import type { Socket } from 'node:net';
import type { Connection } from './connection.ts';
import { refusalJson, SECURITY_HEADERS } from './responses.ts';
import type { Records } from './trace.ts';

/** The connection of a socket; undefined if it is closed. */
type ConnectionOf = (socket: Socket) => Connection | undefined;

/** Answers what Node could not read as a request, or what took too long to arrive. */
export class UnreadRequests {
  readonly #counters: Records['counters'];
  readonly #connectionOf: ConnectionOf;

  constructor(counters: Records['counters'], connectionOf: ConnectionOf) {
    this.#counters = counters;
    this.#connectionOf = connectionOf;
  }

  /** Refuses to be a proxy; answers that come before it are no longer sent by Node. */
  refuseTunnel(socket: Socket): void {
    if (this.#connectionOf(socket)?.unanswered.length === 0) this.#answer(socket, NO_TUNNEL);
    else socket.destroy();
  }

  /**
   * Refuses what Node reports. A process that stood still for longer than a request may take finds it late before it reads
   * it: what has arrived by then is read first, and is late only if it is not whole.
   */
  refuse(error: NodeJS.ErrnoException, socket: Socket): void {
    const connection = this.#connectionOf(socket);
    if (connection === undefined) {
      socket.destroy();
      return;
    }
    if (error.code !== LATE) {
      this.#refuse(error, socket, connection);
      return;
    }
    const before = connection.requests;
    setImmediate(() => {
      const isWhole = connection.unanswered.every(({ request }) => request.complete);
      if (connection.requests === before || !isWhole) this.#refuse(error, socket, connection);
    });
  }

  /** Behind the answers to the requests that came before on the connection. A stream never ends. */
  #refuse(error: NodeJS.ErrnoException, socket: Socket, connection: Connection): void {
    if (connection.isRefused) return;
    const { unanswered, isStreaming } = connection;
    // What cannot be read may be the rest of a request that is refused already.
    const isAnswered = unanswered.some(({ request, response }) => response.headersSent && !request.complete);
    if (!socket.writable || isAnswered || isStreaming) {
      socket.destroy();
      return;
    }
    connection.isRefused = true;
    const refuse = () => {
      if (socket.writable) this.#answer(socket, UNREAD[error.code ?? ''] ?? NO_REQUEST);
    };
    const last = unanswered.findLast(({ request }) => request.complete);
    if (last === undefined) refuse();
    else last.response.once('close', refuse);
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
