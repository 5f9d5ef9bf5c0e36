import { connect } from 'node:net';
import { type RunningServer, startHttpServer, undisturbed } from '../harness/processes.ts';
import { Random } from '../harness/random.ts';
import { megabytes, residentBytes } from '../harness/statistics.ts';
import { judge } from './judge.ts';
import { drawMalformed, type Malformed } from './requests.ts';

export interface MalformedOptions {
  readonly count: number;
  readonly seed: number;
  /** Connections at one time. */
  readonly together: number;
  /** The data directory. */
  readonly home: string;
  readonly onProgress?: (done: number) => void;
}

export interface MalformedReport {
  readonly sent: number;
  readonly byKind: Readonly<Record<string, number>>;
  /** Answers by their status; `none` where the server closed without one. */
  readonly byStatus: Readonly<Record<string, number>>;
  /** Connections that had to be given up: the server neither answered nor closed. */
  readonly quiet: number;
  readonly faulty: number;
  /** The first of them, each with what was sent. */
  readonly faults: readonly string[];
  /** Right answers to a proper request, asked now and then in between. */
  readonly properAnswers: number;
  readonly memoryMb: { readonly first: number; readonly last: number };
  readonly exit: number | null;
  readonly seconds: number;
  readonly log: string;
}

/** A connection on which nothing comes for so long is given up. */
const quietMs = 5_000;
const properEvery = 500;

/** Sends malformed requests and looks at every byte that comes back. */
export async function sendMalformed(options: MalformedOptions): Promise<MalformedReport> {
  const args = ['--port', '0', '--workers', '1', '--data-dir', options.home, '--log-level', 'warn'];
  const server = await startHttpServer(args, undisturbed());
  try {
    return await new Run(options, Number(new URL(server.url).port), server).all();
  } finally {
    server.child.kill('SIGKILL');
  }
}

class Run {
  readonly #options: MalformedOptions;
  readonly #port: number;
  readonly #server: RunningServer;
  readonly #byKind: Record<string, number> = {};
  readonly #byStatus: Record<string, number> = {};
  readonly #faults: string[] = [];
  #sent = 0;
  #quiet = 0;
  #faulty = 0;
  #proper = 0;

  constructor(options: MalformedOptions, port: number, server: RunningServer) {
    this.#options = options;
    this.#port = port;
    this.#server = server;
  }

  async all(): Promise<MalformedReport> {
    const begun = performance.now();
    await this.#askProperly();
    const first = this.#memory();
    const { count, together, onProgress } = this.#options;
    // Each is drawn from its own number: one that is found can be sent again by itself.
    const lane = async (): Promise<void> => {
      while (this.#sent < count) {
        this.#sent += 1;
        const number = this.#sent;
        await this.#send(number, drawMalformed(new Random(this.#options.seed + number), this.#port));
        if (number % properEvery === 0) await this.#askProperly();
        if (number % 10_000 === 0) onProgress?.(number);
      }
    };
    await Promise.all(Array.from({ length: together }, lane));
    await this.#askProperly();
    const last = this.#memory();
    const { code } = await this.#server.end();
    return {
      sent: this.#sent,
      byKind: this.#byKind,
      byStatus: this.#byStatus,
      quiet: this.#quiet,
      faulty: this.#faulty,
      faults: this.#faults,
      properAnswers: this.#proper,
      memoryMb: { first, last },
      exit: code,
      seconds: Math.round((performance.now() - begun) / 1000),
      log: this.#server.log(),
    };
  }

  async #send(number: number, { kind, pieces }: Malformed): Promise<void> {
    this.#byKind[kind] = (this.#byKind[kind] ?? 0) + 1;
    const received = await exchange(this.#port, pieces);
    if (received.isQuiet) this.#quiet += 1;
    const { statuses, faults } = judge(received.text);
    for (const status of statuses.length > 0 ? statuses : ['none']) {
      this.#byStatus[status] = (this.#byStatus[status] ?? 0) + 1;
    }
    if (received.isRefused) this.#fault(number, kind, 'the connection was refused', pieces, '');
    for (const fault of faults) this.#fault(number, kind, fault, pieces, received.text);
  }

  async #askProperly(): Promise<void> {
    const params = { name: 'search_robots', arguments: { category: 'humanoid', limit: 1 } };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    const response = await fetch(`http://127.0.0.1:${this.#port}/api/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    const text = await response.text();
    if (response.status !== 200 || !text.includes('"total":')) {
      throw new Error(
        `A proper request is not answered any more after ${this.#sent}: ${response.status} ${text.slice(0, 500)}`,
      );
    }
    this.#proper += 1;
  }

  #fault(number: number, kind: string, fault: string, pieces: readonly Buffer[], text: string): void {
    this.#faulty += 1;
    if (this.#faults.length >= 20) return;
    const sent = JSON.stringify(Buffer.concat(pieces).toString('latin1').slice(0, 300));
    this.#faults.push(
      `Number ${number} (${kind}) ${fault}: sent ${sent}, got ${JSON.stringify(text.slice(0, 300))}`,
    );
  }

  #memory(): number {
    return Math.round(megabytes(residentBytes(this.#server.pid)));
  }
}

interface Received {
  readonly text: string;
  readonly isQuiet: boolean;
  readonly isRefused: boolean;
}

/** Sends the pieces, says that nothing more will come, and reads to the end. */
function exchange(port: number, pieces: readonly Buffer[]): Promise<Received> {
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let isQuiet = false;
    let isRefused = false;
    const socket = connect({ port, host: '127.0.0.1', noDelay: true, allowHalfOpen: true }, () => {
      for (const piece of pieces) socket.write(piece);
      socket.end();
    });
    socket.setTimeout(quietMs, () => {
      isQuiet = true;
      socket.destroy();
    });
    socket.on('data', (part: Buffer) => parts.push(part));
    socket.on('error', (error: NodeJS.ErrnoException) => {
      isRefused ||= error.code === 'ECONNREFUSED';
    });
    socket.on('close', () => resolve({ text: Buffer.concat(parts).toString('latin1'), isQuiet, isRefused }));
  });
}
