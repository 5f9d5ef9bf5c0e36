import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { revision } from './rpc.ts';

/**
 * One kept connection that asks and waits in turn. Written on a bare socket, since Node's own HTTP client
 * costs more than the servers that are measured here.
 */
export class HttpConnection {
  private readonly socket: Socket;
  private readonly head: string;
  private received: Buffer = Buffer.alloc(0);
  private resolve: (body: string) => void = () => undefined;
  private reject: (error: Error) => void = () => undefined;

  private constructor(socket: Socket, url: URL) {
    this.socket = socket;
    const accept = 'application/json, text/event-stream';
    this.head = `POST ${url.pathname} HTTP/1.1\r\nHost: ${url.host}\r\nContent-Type: application/json\r\nAccept: ${accept}\r\nMCP-Protocol-Version: ${revision}\r\nContent-Length: `;
    socket.on('data', (chunk) => this.read(chunk));
    socket.on('error', (error) => this.reject(error));
    socket.on('close', () => this.reject(new Error('The server closed the connection.')));
  }

  static async open(address: string): Promise<HttpConnection> {
    const url = new URL(address);
    const socket = connect({ port: Number(url.port), host: url.hostname, noDelay: true });
    await once(socket, 'connect');
    return new HttpConnection(socket, url);
  }

  /** The body of the answer to one POST. Rejects for any status but 200. */
  post(body: string): Promise<string> {
    return new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
      this.socket.write(`${this.head}${Buffer.byteLength(body)}\r\n\r\n${body}`);
    });
  }

  close(): void {
    this.socket.destroy();
  }

  private read(chunk: Buffer): void {
    this.received = this.received.length === 0 ? chunk : Buffer.concat([this.received, chunk]);
    const end = this.received.indexOf('\r\n\r\n');
    if (end === -1) return;
    const head = this.received.toString('latin1', 0, end);
    const length = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? Number.NaN);
    if (!head.startsWith('HTTP/1.1 200') || Number.isNaN(length)) {
      this.reject(new Error(`The server answered without a length, or refused: ${head.slice(0, 300)}`));
      return;
    }
    if (this.received.length < end + 4 + length) return;
    const body = this.received.toString('utf8', end + 4, end + 4 + length);
    this.received = Buffer.alloc(0);
    this.resolve(body);
  }
}
