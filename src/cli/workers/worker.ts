import cluster, { type Worker } from 'node:cluster';
import { Socket } from 'node:net';
import type { ArxivAnswer } from '../../arxiv/paper.ts';
import { foldIn } from '../../contributions/postgres/fold.ts';
import type { PaperSource } from '../../contributions/stored-contributions.ts';
import type { Agreed } from '../../data/subscribe/agreement.ts';
import { DEFAULT_LIMITS, type HttpLimits } from '../../http/options.ts';
import type { RateLimitState } from '../../http/rate-limit.ts';
import { serveHttp } from '../../http/serve.ts';
import type { Logger } from '../../lib/log.ts';
import { platformDirectory } from '../../lib/program.ts';
import { Counters, type Tally } from '../../protocol/counters.ts';
import { createService } from '../../protocol/service.ts';
import { httpAuth, httpOptions, swapReporter } from '../http-serving.ts';
import type { OptionValues } from '../options.ts';
import { keepOptions, serviceOptions } from '../service-options.ts';
import type { ExitCode, Terminal } from '../terminal.ts';
import { type FromWorker, PORT_VARIABLE, type ToWorker, toWorker, type WorkerQuestion } from './messages.ts';
import { WorkerAgreement } from './worker-data.ts';
import { workerStore } from './worker-store.ts';

/** Interval of reporting counters to the primary, so that a killed worker loses few. */
const TALLY_MS = 5_000;

/** A worker process. The primary decides when it ends, whatever signals arrive. */
export async function runWorker(values: OptionValues, terminal: Terminal, log: Logger): Promise<ExitCode> {
  const channel = new PrimaryChannel(cluster.worker as Worker);
  const counters = new Counters();
  const store =
    values.store === undefined
      ? undefined
      : workerStore(foldIn(values['data-dir'] ?? platformDirectory()), (question) => channel.ask(question));
  const agreement = new WorkerAgreement(await channel.ask<Agreed>({ what: 'agreed' }), (message) =>
    channel.tell(message),
  );
  channel.onMessage = (message) => hear(message, agreement);
  const service = createService({
    ...serviceOptions(values, terminal, log),
    onSwap: swapReporter(counters, log),
    keep: {
      ...keepOptions(values, store),
      agreement,
      papers: papersBy(channel),
      onWaiting: () => channel.tell({ type: 'waiting' }),
    },
  });
  const auth = await httpAuth(values, log, () => channel.ask<unknown>({ what: 'issuer-keys' }));
  const port = Number(terminal.env[PORT_VARIABLE] ?? values.port);
  const options = httpOptions(values, log);
  const server = await serveHttp(service, {
    ...options,
    auth,
    port,
    isHanded: true,
    onForwarded: () => channel.tell({ type: 'forwarded' }),
    limits: { ...options.limits, ...limitsOfOne(values.workers) },
    records: { log, counters },
    readCounters: () => channel.ask<Tally>({ what: 'counters' }),
    ...(values['rate-limit'] > 0 && {
      charge: (caller, requests, paid) =>
        channel.ask<RateLimitState>({ what: 'charge', caller, requests, paid }),
    }),
  });
  const tellTally = (): void => channel.tell({ type: 'tally', tally: counters.snapshot() });
  setInterval(tellTally, TALLY_MS).unref();
  // Left to itself, the signal would end the process.
  terminal.onReport?.(() => undefined);
  const drained = new Promise<void>((resolve) => {
    channel.onMessage = (message, handle) => {
      const { type } = message;
      hear(message, agreement);
      if (type === 'tell-tally') tellTally();
      if (type === 'connection') {
        channel.tell({ type: 'taken' });
        // There is none where the caller has gone meanwhile.
        if (handle instanceof Socket) server.take(handle);
      }
      if (type === 'drain') resolve();
    };
  });
  channel.tell({ type: 'listening', url: server.url });
  await drained;
  await server.close();
  await service.close();
  tellTally();
  channel.end();
  return 0;
}

function hear(message: ToWorker, agreement: WorkerAgreement): void {
  if (message.type === 'agreed') agreement.hear(message.agreed);
}

/** The share that one worker has of what may be in flight and wait. */
function limitsOfOne(workers: number): Partial<HttpLimits> {
  const { concurrent, unread, waiting, waitingOfOne, streams, streamsOfOne } = DEFAULT_LIMITS;
  const share = (all: number) => Math.ceil(all / workers);
  return {
    concurrent: share(concurrent),
    unread: share(unread),
    waiting: share(waiting),
    waitingOfOne: share(waitingOfOne),
    streams: share(streams),
    streamsOfOne: share(streamsOfOne),
  };
}

/** arXiv through the primary, in one queue for all workers. */
function papersBy(channel: PrimaryChannel): PaperSource {
  return {
    lookUp: (arxiv_id, { version, timeoutMs: timeout_ms }) =>
      channel.ask<ArxivAnswer>({ what: 'look-up', arxiv_id, version, timeout_ms }),
  };
}

type Answer = Extract<ToWorker, { readonly type: 'answer' }>;

/** The connection to the primary. When it breaks, the primary is gone and Node.js ends the worker. */
class PrimaryChannel {
  onMessage: (message: ToWorker, handle: unknown) => void = () => undefined;
  readonly #worker: Worker;
  readonly #asked = new Map<number, (answer: Answer) => void>();
  #last = 0;

  constructor(worker: Worker) {
    this.#worker = worker;
    worker.on('message', (message: unknown, handle: unknown) =>
      this.#receive(toWorker.parse(message), handle),
    );
  }

  tell(message: FromWorker): void {
    if (this.#worker.isConnected()) this.#worker.send(message);
  }

  /**
   * Rejects with what the primary says is wrong. The two run the same program, so that the answer is of the kind
   * that the question has.
   */
  async ask<Value>(question: WorkerQuestion): Promise<Value> {
    this.#last += 1;
    const id = this.#last;
    const { value, problem } = await new Promise<Answer>((resolve) => {
      this.#asked.set(id, resolve);
      this.tell({ type: 'question', id, question });
    });
    if (problem !== undefined) throw new Error(problem);
    return value as Value;
  }

  end(): void {
    this.#worker.disconnect();
  }

  #receive(message: ToWorker, handle: unknown): void {
    if (message.type !== 'answer') {
      this.onMessage(message, handle);
      return;
    }
    this.#asked.get(message.id)?.(message);
    this.#asked.delete(message.id);
  }
}
