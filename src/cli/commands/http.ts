import cluster from 'node:cluster';
import { RateLimit } from '../../http/rate-limit.ts';
import { whyNotListen } from '../../http/request-origin.ts';
import { serveHttp } from '../../http/serve.ts';
import type { Logger } from '../../lib/log.ts';
import { Counters, counted } from '../../protocol/counters.ts';
import { createService } from '../../protocol/service.ts';
import { greet, httpOptions, listening, prepare, readChallenge, swapReporter } from '../http-serving.ts';
import type { OptionValues } from '../options.ts';
import { openLog, openStore, serviceOptions } from '../service-options.ts';
import { type ExitCode, type Terminal, UsageError } from '../terminal.ts';

/** Serves over HTTP until the program is told to end. */
export async function runHttp(values: OptionValues, terminal: Terminal): Promise<ExitCode> {
  const refusal = whyNotListen(values.host, values['allowed-hosts']);
  if (refusal !== undefined) throw new UsageError(refusal);
  await checkReleases(values);
  readChallenge(values['openai-challenge']);
  const log = openLog(values, terminal, 'info');
  try {
    if (values.workers === 1) return await runAlone(values, terminal, log);
    return await runWorkers(values, terminal, log);
  } finally {
    log.flush();
  }
}

async function runAlone(values: OptionValues, terminal: Terminal, log: Logger): Promise<ExitCode> {
  const counters = new Counters();
  const onSwap = swapReporter(counters, log);
  const store = await openStore(values, log, counters);
  const agreement = store?.agreement;
  const service = createService({ ...serviceOptions(values, terminal, log, store, agreement), onSwap });
  const { auth, syncing } = await prepare(service, values, terminal, log);
  if (agreement !== undefined) agreement.onBehind = () => syncing?.soon();
  const limit = new RateLimit({ perMinute: values['rate-limit'] });
  const server = await listening(
    () =>
      serveHttp(service, {
        ...httpOptions(values, log),
        auth,
        records: { log, counters },
        readCounters: async () => counters.snapshot(),
        ...(values['rate-limit'] > 0 && {
          charge: (caller, requests, paid) => limit.charge(caller, requests, paid),
        }),
      }),
    values,
  );
  greet(server.url, service.version, values, terminal, log);
  terminal.onReport?.(() => {
    log.write('info', 'counters', counters.snapshot());
    log.flush();
  });
  await terminal.stopped;
  log.write('info', 'stopping');
  await server.close();
  await syncing?.close();
  await service.close();
  await store?.close();
  log.write('info', 'stopped', counted(counters.snapshot()));
  return 0;
}

/** Nobody should find out only by asking that there is nothing to sync. */
async function checkReleases({ releases }: OptionValues): Promise<void> {
  if (releases === undefined) return;
  const { FolderSource } = await import('../../data/releases/folder-source.ts');
  await new FolderSource(releases).latest().catch((error: unknown) => {
    throw new UsageError(
      `--releases: ${releases} holds no release that can be read (${(error as Error).message}). Make one with robotics-mcp release.`,
    );
  });
}

/** Serves from several processes: the one that was started looks after those that it starts. */
async function runWorkers(values: OptionValues, terminal: Terminal, log: Logger): Promise<ExitCode> {
  if (terminal.isStandalone === true) {
    throw new UsageError(
      '--workers needs Node.js: a standalone executable does not start itself again. Use the npm package, or start several executables on ports of their own behind a proxy.',
    );
  }
  if (cluster.isPrimary) {
    const { runPrimary } = await import('../workers/primary.ts');
    return runPrimary(values, terminal, log);
  }
  const { runWorker } = await import('../workers/worker.ts');
  return runWorker(values, terminal, log);
}
