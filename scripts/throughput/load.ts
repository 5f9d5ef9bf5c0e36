/** Asks a server from many connections at once: `tsx load.ts URL ERA CONNECTIONS SECONDS`; prints what came as JSON. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { requestBytes } from './request.ts';

/** One connection that asks again as soon as it has its answer. */
class Asker {
  answered = 0;
  private readonly socket: Socket;
  private readonly request: Buffer;
  private readonly end: number;
  private parts: Buffer[] = [];
  private settle: (error?: Error) => void = () => undefined;

  constructor(socket: Socket, request: Buffer, end: number) {
    this.socket = socket;
    this.request = request;
    this.end = end;
    socket.on('data', (chunk) => this.read(chunk));
    socket.on('error', (error) => this.settle(error));
    socket.on('close', () => this.settle(new Error('The server closed the connection.')));
  }

  run(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.settle = (error) => (error === undefined ? resolve() : reject(error));
      this.socket.write(this.request);
    });
  }

  private read(chunk: Buffer): void {
    this.parts.push(chunk);
    const received = this.parts.length === 1 ? chunk : Buffer.concat(this.parts);
    if (!isComplete(received)) return;
    this.parts = [];
    if (!received.includes('"hello"')) {
      this.settle(new Error(`Not the answer: ${received.toString().slice(0, 400)}`));
      return;
    }
    this.answered += 1;
    if (performance.now() < this.end) this.socket.write(this.request);
    else this.settle();
  }
}

/** True if a whole answer is there, by its length or its last chunk. Throws for any status but 200. */
function isComplete(received: Buffer): boolean {
  const head = received.indexOf('\r\n\r\n');
  if (head === -1) return false;
  const text = received.toString('latin1', 0, head).toLowerCase();
  if (!text.startsWith('http/1.1 200'))
    throw new Error(`The server refused: ${received.toString().slice(0, 400)}`);
  const length = /\r\ncontent-length: *(\d+)/.exec(text)?.[1];
  if (length !== undefined) return received.length >= head + 4 + Number(length);
  return received.subarray(-5).toString('latin1') === '0\r\n\r\n';
}

const [address = '', era = 'handshake', connections = '16', seconds = '1'] = process.argv.slice(2);
const url = new URL(address);
const request = requestBytes(url, era === 'modern' ? 'modern' : 'handshake');
const begun = performance.now();
const end = begun + 1000 * Number(seconds);
const askers = await Promise.all(
  Array.from({ length: Number(connections) }, async () => {
    const socket = connect({ port: Number(url.port), host: url.hostname, noDelay: true });
    await once(socket, 'connect');
    return new Asker(socket, request, end);
  }),
);
await Promise.all(askers.map((asker) => asker.run()));
const answered = askers.reduce((sum, asker) => sum + asker.answered, 0);
console.log(JSON.stringify({ answered, seconds: (performance.now() - begun) / 1000 }));
process.exit(0);
