import cluster from 'node:cluster';
import type { PaperSource } from '../../contributions/stored-contributions.ts';
import { RateLimit } from '../../http/rate-limit.ts';
import type { Logger } from '../../lib/log.ts';
import { openPapers } from '../../protocol/open-data.ts';
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
import { keepOptions, serviceOptions } from '../service-options.ts';
import type { ExitCode, Terminal } from '../terminal.ts';
import { PORT_VARIABLE, type Question } from './messages.ts';
import { SharedPort } from './shared-port.ts';
import { WorkerPool } from './worker-pool.ts';

/**
 * Supervises the workers: starts and replaces them, makes their outgoing calls, sums their counters, and ends
 * them.
 */
export async function runPrimary(values: OptionValues, terminal: Terminal, log: Logger): Promise<ExitCode> {
  const port = await listening(() => SharedPort.open(values.host, values.port), values);
  const papers = papersFor(values, (error) => log.write('error', 'failure', { reason: String(error) }));
  const service = createService({
    ...serviceOptions(values, terminal, log),
    keep: { ...keepOptions(values), papers },
  });
  const readKeys = readOnceForAll(issuerKeys(values));
  const { syncing } = await prepare(service, values, terminal, log, readKeys);
  const pool = new WorkerPool({
    size: values.workers,
    fork: () => cluster.fork({ [PORT_VARIABLE]: String(port.port) }),
    port,
    log,
    answer: answerer(values, papers, readKeys, () => pool.counters()),
    onWaiting: () => lookAfterWaiting(service, log),
    onForwarded: () => warnOfProxy(log),
  });
  const failed = pool.start();
  void pool.listening.then((url) => greet(url, service.version, values, terminal, log));
  terminal.onReport?.(async () => {
    log.write('info', 'counters', await pool.counters());
    log.flush();
  });
  const outcome = await Promise.race([terminal.stopped, failed]);
  log.write('info', 'stopping');
  await pool.stop();
  await syncing?.close();
  await service.close();
  log.write('info', 'stopped', pool.total());
  if (outcome instanceof Error) throw outcome;
  return 0;
}

/** Contributions wait: opens the data in this process, the first time, which then sends them on. */
function lookAfterWaiting(service: Service, log: Logger): void {
  service.status().catch((error: unknown) => log.write('error', 'failure', { reason: String(error) }));
}

function answerer(
  values: OptionValues,
  papers: PaperSource,
  readKeys: ReadKeys,
  counters: () => Promise<object>,
): (question: Question) => Promise<unknown> {
  const limit = new RateLimit({ perMinute: values['rate-limit'] });
  return async (question) => {
    switch (question.what) {
      case 'charge':
        return limit.charge(question.caller, question.requests);
      case 'look-up':
        return papers.lookUp(question.arxiv_id, {
          version: question.version,
          timeoutMs: question.timeout_ms,
        });
      case 'counters':
        return counters();
      case 'issuer-keys':
        return readKeys();
    }
  };
}

/** arXiv's client, made when it is first needed. */
function papersFor(values: OptionValues, onFailure: (error: unknown) => void): PaperSource {
  let opened: Promise<PaperSource> | undefined;
  return {
    lookUp: async (id, options) => {
      try {
        opened ??= openPapers(keepOptions(values));
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
