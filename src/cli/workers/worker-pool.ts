import type { Worker } from 'node:cluster';
import type { Agreed } from '../../data/subscribe/agreement.ts';
import { type Backoff, backoffMs } from '../../lib/fetch.ts';
import type { Logger } from '../../lib/log.ts';
import { sum, type Tally } from '../../protocol/counters.ts';
import { type FromWorker, fromWorker, type ToWorker, type WorkerQuestion } from './messages.ts';
import type { SharedPort } from './shared-port.ts';

interface WorkerPoolOptions {
  readonly size: number;
  readonly fork: () => Worker;
  readonly port: SharedPort;
  readonly log: Logger;
  /** Answers what a worker asks; why it cannot is told to the worker. */
  readonly answer: (question: WorkerQuestion) => Promise<unknown>;
  /** Called with the versions of the data that a worker has, and without when it has ended. */
  readonly onData: (worker: number, versions?: readonly string[]) => void;
  /** Called whenever a worker sees contributions that wait for others. */
  readonly onWaiting: () => void;
  /** Called once, when the first worker has seen a proxy's headers and trusts none. */
  readonly onForwarded: () => void;
}

interface PoolWorker {
  readonly worker: Worker;
  readonly began: number;
  tally: Tally;
}

/** All workers have this long to say what they counted, and to end. */
const LIMITS_MS = { counting: 1_000, ending: 9_000 };

/** The worker processes: starts them, replaces those that end unasked, sums what they count, and ends them. */
export class WorkerPool {
  /** Resolves with the endpoint as soon as every first worker listens. */
  readonly listening: Promise<string>;
  readonly #options: WorkerPoolOptions;
  readonly #workers = new Map<number, PoolWorker>();
  readonly #restarts = new Restarts();
  /** The counters of workers that have ended. */
  #past: Tally = {};
  #waits: { readonly holds: () => boolean; readonly settle: () => void }[] = [];
  #ready = 0;
  #isForwarded = false;
  #stopping = false;
  #told = 0;
  #onListening: (url: string) => void = () => undefined;
  #onFailure: (error: Error) => void = () => undefined;

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
    this.listening = new Promise((resolve) => {
      this.#onListening = resolve;
    });
  }

  /** Starts the workers; resolves with an error once it is useless to replace them. */
  start(): Promise<Error> {
    for (let i = 0; i < this.#options.size; i += 1) this.#add();
    return new Promise((resolve) => {
      this.#onFailure = resolve;
    });
  }

  /** The summed counters of all workers, including those that have ended. */
  async counters(): Promise<Tally> {
    this.#told = 0;
    const asked = this.#workers.size;
    this.#tellAll({ type: 'tell-tally' });
    await this.#until(() => this.#told >= asked, LIMITS_MS.counting);
    return this.total();
  }

  /** The same, as far as it is known. */
  total(): Tally {
    return sum([this.#past, ...[...this.#workers.values()].map(({ tally }) => tally)]);
  }

  /**
   * Ends all workers. First the port is closed, and only then do they let their connections go: a caller whose
   * connection ends must not be led back here.
   */
  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#options.port.close();
    this.#tellAll({ type: 'drain' });
    await this.#until(() => this.#workers.size === 0, LIMITS_MS.ending);
    for (const { worker } of this.#workers.values()) worker.process.kill('SIGKILL');
  }

  #add(): void {
    if (this.#stopping) return;
    const worker = this.#options.fork();
    this.#workers.set(worker.id, { worker, began: performance.now(), tally: {} });
    worker.on('message', (message: unknown) => this.#receive(worker, fromWorker.parse(message)));
    worker.once('exit', (code, signal) => this.#lose(worker, code, signal));
    // A message that cannot be sent is followed by the worker's exit event.
    worker.on('error', () => undefined);
  }

  #receive(worker: Worker, message: FromWorker): void {
    const known = this.#workers.get(worker.id);
    if (known === undefined) return;
    switch (message.type) {
      case 'listening':
        this.#options.port.add(worker);
        this.#ready += 1;
        if (this.#ready === this.#options.size) this.#onListening(message.url);
        if (this.#ready > this.#options.size) {
          this.#options.log.write('info', 'worker replaced', { pid: worker.process.pid });
        }
        break;
      case 'taken':
        this.#options.port.taken(worker);
        break;
      case 'tally':
        known.tally = message.tally;
        this.#told += 1;
        break;
      case 'holds':
        this.#options.onData(worker.id, message.versions);
        break;
      case 'waiting':
        if (!this.#stopping) this.#options.onWaiting();
        break;
      case 'forwarded':
        if (!this.#isForwarded) this.#options.onForwarded();
        this.#isForwarded = true;
        break;
      case 'question':
        void this.#answer(worker, message.id, message.question);
    }
    this.#look();
  }

  async #answer(worker: Worker, id: number, question: WorkerQuestion): Promise<void> {
    try {
      tell(worker, { type: 'answer', id, value: await this.#options.answer(question) });
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      tell(worker, { type: 'answer', id, problem });
    }
  }

  #lose(worker: Worker, code: number | null, signal: string | null): void {
    const known = this.#workers.get(worker.id);
    if (known === undefined) return;
    this.#workers.delete(worker.id);
    this.#options.port.remove(worker);
    this.#options.onData(worker.id);
    this.#past = sum([this.#past, known.tally]);
    this.#look();
    if (this.#stopping) return;
    const now = performance.now();
    const livedMs = Math.round(now - known.began);
    const next = this.#restarts.next(livedMs, now);
    const { log } = this.#options;
    const ended = { pid: worker.process.pid, code: code ?? undefined, signal: signal ?? undefined };
    log.write('warn', 'worker ended', { ...ended, lived_ms: livedMs });
    if (next === 'give-up') {
      this.#onFailure(new Error('The workers end as soon as they begin; their own messages say why.'));
      return;
    }
    setTimeout(() => this.#add(), next.pauseMs);
  }

  /** Tells all workers which version of the data is used. */
  tellAgreed(agreed: Agreed): void {
    this.#tellAll({ type: 'agreed', agreed });
  }

  #tellAll(message: ToWorker): void {
    for (const { worker } of this.#workers.values()) tell(worker, message);
  }

  /** Waits until a condition holds, checked after each message and exit of a worker. */
  async #until(holds: () => boolean, limitMs: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      timer = setTimeout(resolve, limitMs);
      this.#waits.push({ holds, settle: resolve });
      this.#look();
    });
    clearTimeout(timer);
  }

  #look(): void {
    const met = this.#waits.filter(({ holds }) => holds());
    this.#waits = this.#waits.filter((wait) => !met.includes(wait));
    for (const { settle } of met) settle();
  }
}

function tell(worker: Worker, message: ToWorker): void {
  if (worker.isConnected()) worker.send(message);
}

/** A worker that lived for so long has not failed at its start. */
const SOUND_MS = 10_000;
/** Failures that lie further apart have nothing to do with each other. */
const UNRELATED_MS = 60_000;
/** So many that end at their start, one soon after the other, will not be helped by one more. */
const MOST_FAILURES = 5;
const BACKOFF: Backoff = { firstMs: 100, jitter: 0 };

/** Decides when a worker that ended is replaced, and when that has become useless. */
export class Restarts {
  #failures = 0;
  #last = Number.NEGATIVE_INFINITY;

  /** A worker ended at `now`, unasked, having lived so long (milliseconds): the pause before the next one. */
  next(livedMs: number, now: number): { readonly pauseMs: number } | 'give-up' {
    if (livedMs >= SOUND_MS || now - this.#last > UNRELATED_MS) this.#failures = 0;
    this.#last = now;
    if (livedMs >= SOUND_MS) return { pauseMs: 0 };
    this.#failures += 1;
    if (this.#failures >= MOST_FAILURES) return 'give-up';
    return { pauseMs: backoffMs(BACKOFF, this.#failures - 1) };
  }
}
