import cluster from 'node:cluster';
import { availableParallelism } from 'node:os';
import type { EventStore } from '../../contributions/event-store.ts';
import type { PaperSource } from '../../contributions/stored-contributions.ts';
import { RateLimit } from '../../http/rate-limit.ts';
import type { Logger } from '../../lib/log.ts';
import { Counters, counted, sum } from '../../protocol/counters.ts';
import { type KeepOptions, openPapers } from '../../protocol/open-data.ts';
import { createService, type Service } from '../../protocol/service.ts';
import {
  greet,
  issuerKeys,
  listening,
  prepare,
  type ReadKeys,
  readOnceForAll,
  warnOfProxy,
} from '../http-serving.ts';
import type { OptionValues } from '../options.ts';
import { keepOptions, openStore, serviceOptions } from '../service-options.ts';
import type { ExitCode, Terminal } from '../terminal.ts';
import { PORT_VARIABLE, type WorkerQuestion } from './messages.ts';
import { SharedPort } from './shared-port.ts';
import { WorkerData } from './worker-data.ts';
import { WorkerPool } from './worker-pool.ts';
import { appendFor } from './worker-store.ts';

/**
 * Supervises the workers: starts and replaces them, makes their outgoing calls, sums their counters, and ends
 * them.
 */
export async function runPrimary(values: OptionValues, terminal: Terminal, log: Logger): Promise<ExitCode> {
  const port = await listening(() => SharedPort.open(values.host, values.port), values);
  const counters = new Counters();
  const store = await openStore(values, log, counters);
  const onFailure = (error: unknown): void => log.write('error', 'failure', { reason: String(error) });
  const papers = papersFor(keepOptions(values, store), onFailure);
  const service = createService({
    ...serviceOptions(values, terminal, log),
    // It answers no questions: what was replaced is of no use here.
    keep: { ...keepOptions(values, store), papers, keepMs: 0 },
  });
  const data = new WorkerData(store?.agreement);
  const readKeys = readOnceForAll(issuerKeys(values));
  const { syncing } = await prepare(service, values, terminal, log, readKeys);
  if (store?.agreement !== undefined) store.agreement.onBehind = () => syncing?.soon();
  // Threads that help to collect garbage would take the processors of the other workers, and each collection wait for them.
  if (values.workers >= availableParallelism())
    cluster.setupPrimary({ execArgv: [...process.execArgv, '--single-threaded-gc'] });
  const pool = new WorkerPool({
    size: values.workers,
    fork: () => cluster.fork({ [PORT_VARIABLE]: String(port.port) }),
    port,
    log,
    answer: answerer(values, {
      papers,
      readKeys,
      counters: async () => sum([await pool.counters(), counters.snapshot()]),
      store,
      data,
      onFailure,
    }),
    onData: (worker, versions) => {
      if (versions === undefined) data.remove(worker);
      else data.take(worker, versions);
    },
    onWaiting: () => lookAfterWaiting(service, log),
    onForwarded: () => warnOfProxy(log),
  });
  data.onChange = () => pool.tellAgreed(data.now);
  const failed = pool.start();
  void pool.listening.then((url) => greet(url, service.version, values, terminal, log));
  terminal.onReport?.(async () => {
    log.write('info', 'counters', sum([await pool.counters(), counters.snapshot()]));
    log.flush();
  });
  const outcome = await Promise.race([terminal.stopped, failed]);
  log.write('info', 'stopping');
  await pool.stop();
  data.close();
  await syncing?.close();
  await service.close();
  await store?.close();
  log.write('info', 'stopped', counted(pool.total()));
  if (outcome instanceof Error) throw outcome;
  return 0;
}

/** Contributions wait: opens the data in this process, the first time, which then sends them on. */
function lookAfterWaiting(service: Service, log: Logger): void {
  service.status().catch((error: unknown) => log.write('error', 'failure', { reason: String(error) }));
}

/** What the primary has for its workers. */
interface Shared {
  readonly papers: PaperSource;
  readonly readKeys: ReadKeys;
  readonly counters: () => Promise<object>;
  readonly store: EventStore | undefined;
  readonly data: WorkerData;
  readonly onFailure: (error: unknown) => void;
}

function answerer(
  values: OptionValues,
  { papers, readKeys, counters, store, data, onFailure }: Shared,
): (question: WorkerQuestion) => Promise<unknown> {
  const limit = new RateLimit({ perMinute: values['rate-limit'] });
  return async (question) => {
    switch (question.what) {
      case 'charge':
        return limit.charge(question.caller, question.requests, question.paid);
      case 'look-up':
        return papers.lookUp(question.arxiv_id, {
          version: question.version,
          timeoutMs: question.timeout_ms,
        });
      case 'counters':
        return counters();
      case 'issuer-keys':
        return readKeys();
      case 'append': {
        const { events, key, expect } = question;
        const options = { ...(key !== undefined && { key }), ...(expect !== undefined && { expect }) };
        return appendFor(given(store), events, options, onFailure);
      }
      case 'head':
        return given(store).head();
      case 'agreed':
        return data.now;
    }
  };
}

function given(store: EventStore | undefined): EventStore {
  if (store === undefined) throw new Error('The contributions are kept in the data directory.');
  return store;
}

/** arXiv's client, made when it is first needed. */
function papersFor(keep: KeepOptions, onFailure: (error: unknown) => void): PaperSource {
  let opened: Promise<PaperSource> | undefined;
  return {
    lookUp: async (id, options) => {
      try {
        opened ??= openPapers(keep);
        return await (await opened).lookUp(id, options);
      } catch (error) {
        // The worker's caller is told that the paper waits; the next look-up begins anew.
        opened = undefined;
        onFailure(error);
        return { kind: 'unreachable', reason: 'arXiv cannot be asked now' };
      }
    },
  };
}
