import { connect, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';

/** An answer of HTTP. */
export interface Reply {
  readonly status: number;
  /** As it came, without the status line. */
  readonly head: string;
  readonly body: string;
}

/** Why there is no further answer. */
type Silence = 'closed' | 'silent';

const PATIENCE_MS = 60_000;

/** A connection on which several requests may be under way; answers are read in their order. */
export class HttpWire {
  readonly #socket: Socket;
  readonly #opened: Promise<boolean>;
  #received: Buffer = Buffer.alloc(0);
  #isClosed = false;
  #wake: () => void = () => undefined;
  /** Bytes that came, over all answers. */
  taken = 0;

  constructor(port: number) {
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true });
    this.#opened = new Promise((resolve) => {
      this.#socket.once('connect', () => resolve(true)).once('close', () => resolve(false));
    });
    this.#socket.on('error', () => undefined);
    this.#socket.on('data', (part: Buffer) => {
      this.#received = this.#received.length === 0 ? part : Buffer.concat([this.#received, part]);
      this.#wake();
    });
    this.#socket.once('close', () => {
      this.#isClosed = true;
      this.#wake();
    });
  }

  get isClosed(): boolean {
    return this.#isClosed || this.#socket.destroyed || this.#socket.readableEnded;
  }

  /** False if no connection could be made. */
  opened(): Promise<boolean> {
    return this.#opened;
  }

  /** Writes the bytes, torn at these shares of the whole. */
  async send(bytes: Buffer, tears: readonly number[] = []): Promise<void> {
    const places = [...tears].sort((a, b) => a - b).map((share) => Math.floor(share * bytes.length));
    let from = 0;
    for (const to of [...places, bytes.length]) {
      if (this.#isClosed) return;
      if (to > from) this.#socket.write(bytes.subarray(from, to));
      if (to < bytes.length) await turn();
      from = to;
    }
  }

  /** The next answer; an event stream is read to its end, or to its first event where that is asked for. */
  async read(method: string, untilFirstEvent: boolean): Promise<Reply | Silence> {
    for (const end = performance.now() + PATIENCE_MS; ; ) {
      const read = readReply(this.#received, method, untilFirstEvent);
      if (read !== undefined) {
        this.#received = this.#received.subarray(read.to);
        this.taken += read.to;
        if (read.reply.status >= 200) return read.reply;
        continue;
      }
      if (this.#isClosed) return 'closed';
      if (performance.now() > end) return 'silent';
      await this.#more(end - performance.now());
    }
  }

  /** Bytes that came and belong to no answer that was read. */
  get rest(): string {
    return this.#received.toString('latin1');
  }

  close(): void {
    this.#socket.destroy();
  }

  #more(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

interface Read {
  readonly reply: Reply;
  /** Where the next answer begins. */
  readonly to: number;
}

/** The answer that the bytes begin with, once it is there as a whole. */
function readReply(bytes: Buffer, method: string, untilFirstEvent: boolean): Read | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const head = bytes.toString('latin1', 0, end);
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1] ?? 599);
  const body = readBody(
    bytes,
    end + 4,
    head,
    method === 'HEAD' || status < 200 || status === 204 || status === 304,
  );
  if (body === undefined) return undefined;
  if (!body.isWhole && !(untilFirstEvent && body.text.includes('\n\n'))) return undefined;
  return { reply: { status, head, body: body.text }, to: body.to };
}

interface ReadBody {
  readonly text: string;
  readonly to: number;
  readonly isWhole: boolean;
}

function readBody(bytes: Buffer, from: number, head: string, isEmpty: boolean): ReadBody | undefined {
  if (isEmpty) return { text: '', to: from, isWhole: true };
  const stated = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (stated === undefined) return readChunks(bytes, from);
  const to = from + Number(stated);
  return bytes.length < to ? undefined : { text: bytes.toString('utf8', from, to), to, isWhole: true };
}

function readChunks(bytes: Buffer, from: number): ReadBody {
  const parts: Buffer[] = [];
  for (let at = from; ; ) {
    const end = bytes.indexOf('\r\n', at);
    const size = end === -1 ? Number.NaN : Number.parseInt(bytes.toString('latin1', at, end), 16);
    const to = end + 2 + size;
    const isThere = Number.isFinite(size) && bytes.length >= to + 2;
    if (!isThere || size === 0)
      return { text: Buffer.concat(parts).toString('utf8'), to: isThere ? to + 2 : at, isWhole: isThere };
    parts.push(bytes.subarray(end + 2, to));
    at = to + 2;
  }
}
