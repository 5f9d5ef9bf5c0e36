import { connect, type Socket } from 'node:net';
import type { LoadCall } from './calls.ts';

export interface Reply {
  readonly status: number;
  readonly body: string;
  /** The server ends the connection after this answer. */
  readonly closes: boolean;
  /** What the ids of requests begin with that the same process answers. */
  readonly process: string;
}

/** Why no answer came. */
export type Lost =
  /** The connection was never made: no request was sent. */
  | 'no connection'
  /** It broke before the whole answer was there. */
  | 'broken'
  | 'no answer in time';

/** Nothing takes so long that is answered at all. */
const patienceMs = 30_000;

/** A connection that is kept as long as the server keeps it, with one request at a time. */
export class LoadConnection {
  /** The process that has answered here, once one has. */
  process: string | undefined;
  readonly #port: number;
  #socket: Socket | undefined;
  #received: Buffer = Buffer.alloc(0);
  #settle: (result: Reply | Lost) => void = () => undefined;

  constructor(port: number) {
    this.#port = port;
  }

  /** Sends a request and waits for its answer. Connects first where there is no connection. */
  async ask(call: LoadCall): Promise<Reply | Lost> {
    if (this.#socket === undefined && !(await this.#connect())) return 'no connection';
    const socket = this.#socket;
    if (socket === undefined) return 'no connection';
    const reply = new Promise<Reply | Lost>((resolve) => {
      this.#settle = resolve;
    });
    socket.write(request(call, this.#port));
    const timer = setTimeout(() => this.#lose('no answer in time'), patienceMs);
    const result = await reply;
    clearTimeout(timer);
    if (typeof result !== 'string') {
      this.process = result.process;
      if (result.closes) this.close();
    }
    return result;
  }

  close(): void {
    this.#socket?.destroy();
    this.#socket = undefined;
    this.process = undefined;
  }

  #connect(): Promise<boolean> {
    return new Promise((resolve) => {
      const socket = connect({ port: this.#port, host: '127.0.0.1', noDelay: true });
      this.#received = Buffer.alloc(0);
      this.process = undefined;
      socket.once('connect', () => {
        this.#socket = socket;
        resolve(true);
      });
      socket.on('data', (chunk) => this.#read(chunk));
      socket.once('error', () => socket.destroy());
      socket.once('close', () => {
        resolve(false);
        if (this.#socket === socket) this.#lose('broken');
      });
    });
  }

  #lose(why: Lost): void {
    this.#socket?.destroy();
    this.#socket = undefined;
    this.#settle(why);
  }

  #read(chunk: Buffer): void {
    this.#received = Buffer.concat([this.#received, chunk]);
    const end = this.#received.indexOf('\r\n\r\n');
    if (end === -1) return;
    const head = this.#received.toString('latin1', 0, end);
    const length = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0);
    if (this.#received.length < end + 4 + length) return;
    const body = this.#received.toString('utf8', end + 4, end + 4 + length);
    this.#received = this.#received.subarray(end + 4 + length);
    this.#settle({
      status: Number(head.slice(9, 12)),
      body,
      closes: /\r\nconnection: *close/i.test(head),
      process: /\r\nx-request-id: *([^\r-]*)/i.exec(head)?.[1] ?? '',
    });
  }
}

function request({ headers, body }: LoadCall, port: number): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST /api/mcp HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\n${lines.join('')}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}
