import { setTimeout as pause } from 'node:timers/promises';
import { outcomeOf } from '../../src/protocol/protocol.ts';
import { HttpConnection, type Lost, type Reply, requestText } from '../harness/http-connection.ts';
import { drive } from '../harness/load.ts';
import { freePort, type RunningServer, startHttpServer, undisturbed } from '../harness/processes.ts';
import { Random } from '../harness/random.ts';
import { quantile } from '../harness/statistics.ts';
import { drawCalls, type LoadCall } from './calls.ts';
import { MemoryWatch, type ProcessMemory } from './memory.ts';

interface LoadOptions {
  readonly seconds: number;
  readonly connections: number;
  readonly workers: number;
  readonly seed: number;
  /** The data directory. */
  readonly home: string;
  /** Distinct questions to each of the two large tools. */
  readonly questions: number;
  readonly onProgress?: (line: string) => void;
}

interface SlowAnswer {
  readonly ms: number;
  readonly name: string;
  /** Since the load began. */
  readonly atSecond: number;
}

interface LoadReport {
  readonly requests: number;
  readonly seconds: number;
  readonly ms: { readonly p50: number; readonly p99: number };
  readonly slowest: readonly SlowAnswer[];
  /** Requests without a right answer, a line each; what broke with the killed worker stands apart. */
  readonly failures: readonly string[];
  readonly failed: number;
  /** Requests under way on the connections of the worker that was killed. */
  readonly lostWithWorker: number;
  /** Processes that answered on connections that broke when the worker was killed: one. */
  readonly processesThatBroke: number;
  /** Connections that were refused while no server was there. */
  readonly refusedWhileDown: number;
  readonly ended: { readonly code: number | null; readonly ms: number };
  readonly memory: readonly ProcessMemory[];
  readonly log: string;
}

/** How long after the kill connections of that worker may be found broken. */
const aftermathMs = 3_000;
const slowestKept = 8;

/** Keeps a server busy while a worker is killed and while the server is ended and started again. */
export class LoadTest {
  readonly #options: LoadOptions;
  readonly #calls: readonly LoadCall[];
  readonly #port: number;
  readonly #failures: string[] = [];
  readonly #durations: number[] = [];
  readonly #slowest: SlowAnswer[] = [];
  #begun = 0;
  readonly #broke = new Set<string>();
  #server: RunningServer;
  #failed = 0;
  #requests = 0;
  #lostWithWorker = 0;
  #refused = 0;
  #killedAt = Number.POSITIVE_INFINITY;
  #isDown = false;
  #phase = 'at full load';
  #isOver = false;

  private constructor(options: LoadOptions, calls: readonly LoadCall[], port: number, server: RunningServer) {
    this.#options = options;
    this.#calls = calls;
    this.#port = port;
    this.#server = server;
  }

  static async run(options: LoadOptions): Promise<LoadReport> {
    const calls = await drawCalls(5_000, options.questions, new Random(options.seed));
    const port = await freePort();
    const server = await startLoaded(options, port);
    const test = new LoadTest(options, calls, port, server);
    try {
      return await test.#run();
    } finally {
      test.#server.child.kill('SIGKILL');
    }
  }

  async #run(): Promise<LoadReport> {
    const { seconds, connections, workers } = this.#options;
    this.#begun = performance.now();
    const memory = new MemoryWatch(() => (this.#isDown ? [] : this.#server.answering()));
    const askers = Array.from({ length: connections }, (_, number) => this.#asker(number));
    // A sample of bounded size is enough, and does not weigh upon the machine.
    const note = (ms: number) => this.#durations.length < 500_000 && this.#durations.push(ms);
    const loaded = drive(askers, () => this.#isOver, note);
    await this.#wait(seconds / 3, 'at full load');
    if (workers > 1) this.#killWorker();
    await this.#wait(seconds / 3, 'after a worker was killed');
    const ended = await this.#endAndStart();
    await this.#wait(seconds / 3, 'after the server was ended and started');
    this.#isOver = true;
    await loaded;
    memory.close();
    const log = this.#server.log();
    await this.#server.end();
    return {
      requests: this.#requests,
      seconds: Math.round((performance.now() - this.#begun) / 1000),
      ms: {
        p50: quantile(this.#durations, 0.5),
        p99: quantile(this.#durations, 0.99),
      },
      slowest: this.#slowest,
      failures: this.#failures,
      failed: this.#failed,
      lostWithWorker: this.#lostWithWorker,
      processesThatBroke: this.#broke.size,
      refusedWhileDown: this.#refused,
      ended,
      memory: memory.report(),
      log,
    };
  }

  /** One connection; times are of the answers that came. */
  #asker(number: number): () => Promise<boolean> {
    const random = new Random(this.#options.seed + number + 1);
    const connection = new HttpConnection(`http://127.0.0.1:${this.#port}/api/mcp`);
    return async () => {
      const call = random.pick(this.#calls);
      const before = connection.process;
      const began = performance.now();
      const result = await connection.ask(requestText(connection.url, call.body, call.headers));
      if (result === 'no connection' && this.#isDown) {
        this.#refused += 1;
        await pause(20);
        return false;
      }
      this.#requests += 1;
      if (typeof result === 'string') this.#lose(call, result, before);
      else this.#check(call, result, performance.now() - began);
      if (this.#isOver) connection.close();
      return typeof result !== 'string';
    };
  }

  #check(call: LoadCall, { status, body }: Reply, ms: number): void {
    this.#noteSlow(call.name, ms);
    const outcome = outcomeIn(body);
    const id = /"id":(\d+)/.exec(call.body)?.[1];
    const isRight = outcome === call.expected && body.includes(`"id":${id}`);
    if (isRight && (status === 200 || call.expected !== 'ok')) return;
    this.#fail(`${call.name}: ${status} ${outcome}: ${body.slice(0, 200)}`);
  }

  #noteSlow(name: string, ms: number): void {
    const least = this.#slowest[slowestKept - 1]?.ms ?? 0;
    if (ms <= least) return;
    const atSecond = Math.round((performance.now() - this.#begun) / 100) / 10;
    this.#slowest.push({ ms: Math.round(ms), name, atSecond });
    this.#slowest.sort((a, b) => b.ms - a.ms).splice(slowestKept);
  }

  #lose(call: LoadCall, why: Lost, process: string | undefined): void {
    const sinceKill = performance.now() - this.#killedAt;
    if (why === 'broken' && sinceKill >= 0 && sinceKill < aftermathMs) {
      this.#lostWithWorker += 1;
      if (process !== undefined) this.#broke.add(process);
    } else {
      this.#fail(`${call.name}: ${why}`);
    }
  }

  #fail(line: string): void {
    this.#failed += 1;
    if (this.#failures.length < 20) this.#failures.push(`${this.#phase}: ${line}`);
  }

  #killWorker(): void {
    const [worker] = this.#server.answering();
    if (worker === undefined) throw new Error('There is no worker to kill.');
    this.#killedAt = performance.now();
    process.kill(worker, 'SIGKILL');
  }

  async #endAndStart(): Promise<{ code: number | null; ms: number }> {
    this.#phase = 'while the server ended';
    this.#isDown = true;
    const ended = await this.#server.end();
    this.#server = await startLoaded(this.#options, this.#port);
    this.#isDown = false;
    return ended;
  }

  async #wait(seconds: number, what: string): Promise<void> {
    const from = this.#requests;
    this.#phase = what;
    await pause(seconds * 1000);
    const rate = Math.round((this.#requests - from) / seconds);
    this.#options.onProgress?.(`${what}: ${rate} requests a second, ${this.#failed} failed`);
  }
}

function startLoaded({ workers, home }: LoadOptions, port: number): Promise<RunningServer> {
  const args = ['--port', String(port), '--workers', String(workers), '--data-dir', home];
  return startHttpServer([...args, '--log-level', 'warn'], undisturbed());
}

function outcomeIn(body: string): string {
  try {
    return outcomeOf(JSON.parse(body));
  } catch {
    return 'no JSON';
  }
}
