import { connect, type Socket } from 'node:net';

export interface Reply {
  readonly status: number;
  /** As it came: chunks keep their sizes. */
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
const PATIENCE_MS = 30_000;

/** One POST of JSON as it goes over the wire. */
export function requestText(url: URL, body: string, headers: Readonly<Record<string, string>> = {}): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST ${url.pathname} HTTP/1.1\r\nHost: ${url.host}\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\n${lines.join('')}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

/**
 * A connection that is kept as long as the server keeps it, with one request at a time. Written on a bare socket, since
 * Node's own HTTP client costs more than the servers that are measured.
 */
export class HttpConnection {
  /** The process that has answered here, once one has. */
  process: string | undefined;
  readonly url: URL;
  readonly #localAddress: string | undefined;
  #socket: Socket | undefined;
  #received: Buffer = Buffer.alloc(0);
  #settle: (result: Reply | Lost) => void = () => undefined;

  /** `localAddress`: the address of this machine that it comes from, if not any. */
  constructor(url: string | URL, localAddress?: string) {
    this.url = new URL(url);
    this.#localAddress = localAddress;
  }

  /** Sends a request and waits for its answer. Connects first where there is no connection. */
  async ask(request: string | Uint8Array): Promise<Reply | Lost> {
    if (this.#socket === undefined && !(await this.#connect())) return 'no connection';
    const reply = new Promise<Reply | Lost>((resolve) => {
      this.#settle = resolve;
    });
    this.#socket?.write(request);
    const timer = setTimeout(() => this.#lose('no answer in time'), PATIENCE_MS);
    const result = await reply;
    clearTimeout(timer);
    if (typeof result !== 'string') {
      this.process = result.process;
      if (result.closes) this.close();
    }
    return result;
  }

  /** The body of the answer to one POST. Rejects for any status but 200. */
  async post(body: string, headers?: Readonly<Record<string, string>>): Promise<string> {
    const reply = await this.ask(requestText(this.url, body, headers));
    if (typeof reply === 'string') throw new Error(`The server gave no answer: ${reply}.`);
    if (reply.status !== 200)
      throw new Error(`The server refused: ${reply.status} ${reply.body.slice(0, 300)}`);
    return reply.body;
  }

  /** Ends the connection under a request, which is lost. */
  cut(): void {
    this.#lose('broken');
  }

  close(): void {
    this.#socket?.destroy();
    this.#socket = undefined;
    this.process = undefined;
  }

  #connect(): Promise<boolean> {
    return new Promise((resolve) => {
      const socket = connect({
        port: Number(this.url.port),
        host: this.url.hostname,
        noDelay: true,
        ...(this.#localAddress !== undefined && { localAddress: this.#localAddress }),
      });
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
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    const end = this.#received.indexOf('\r\n\r\n');
    if (end === -1) return;
    const head = this.#received.toString('latin1', 0, end);
    const isEmpty = /^HTTP\/1\.1 (?:204|304)/.test(head);
    const stated = isEmpty ? '0' : /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
    if (stated === undefined && !this.#received.subarray(-5).equals(LAST_CHUNK)) return;
    const to = stated === undefined ? this.#received.length : end + 4 + Number(stated);
    if (this.#received.length < to) return;
    const body = this.#received.toString('utf8', end + 4, to);
    this.#received = this.#received.subarray(to);
    this.#settle({
      status: Number(head.slice(9, 12)),
      body,
      closes: /\r\nconnection: *close/i.test(head),
      process: /\r\nx-request-id: *([^\r-]*)/i.exec(head)?.[1] ?? '',
    });
  }
}

/** The end of a body without a stated length. */
const LAST_CHUNK = Buffer.from('0\r\n\r\n');
