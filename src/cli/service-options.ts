import type { EventStore } from '../contributions/event-store.ts';
import type { PostgresStore } from '../contributions/postgres/postgres-store.ts';
import type { Agreement } from '../data/subscribe/agreement.ts';
import { createLogger, type Logger, type LogLevel } from '../lib/log.ts';
import type { Counters } from '../protocol/counters.ts';
import type { KeepOptions } from '../protocol/open-data.ts';
import type { Service, ServiceOptions } from '../protocol/service.ts';
import type { BackgroundSync } from '../protocol/sync-data.ts';
import type { Registry } from '../tools/registry.ts';
import type { OptionValues } from './options.ts';
import { type Terminal, UsageError } from './terminal.ts';

/** The log that the options ask for, on standard error. */
export function openLog(values: OptionValues, terminal: Terminal, usual: LogLevel): Logger {
  return createLogger({
    level: values['log-level'] ?? usual,
    format: values['log-format'],
    sink: (text) => terminal.stderr.write(text),
  });
}

/** What the options say of the service itself; its failures are told on standard error. */
export function serviceOptions(
  values: OptionValues,
  terminal: Terminal,
  log: Logger = openLog(values, terminal, 'error'),
  store?: EventStore,
  agreement?: Agreement,
): ServiceOptions {
  return {
    tools: values.tools,
    readOnly: values['read-only'],
    links: values.links,
    isBrief: values.structured === 'brief',
    authenticated: values.http && values.auth !== 'none',
    signIn: values.auth === 'oauth' ? (values.private ? 'required' : 'optional') : undefined,
    keep: { ...keepOptions(values, store), agreement },
    offer: { releases: values.releases },
    onInternalError: (reference, error) => {
      const reason = reasonOf(error);
      log.write('error', 'failure', { reference, reason });
    },
  };
}

/** What the system refused says all by itself: which file, and why. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'syscall' in error ? error.message : (error.stack ?? error.message);
}

/** Where contributions are kept, and where they go. */
export function keepOptions(values: OptionValues, store?: EventStore): KeepOptions {
  return {
    directory: values['data-dir'],
    store,
    arxivApi: values['arxiv-api'],
    arxivContact: values['arxiv-contact'],
    maxPending: values['max-pending'],
    maxBytes: values['max-megabytes'] * 1e6,
    service: values.service,
    forwardContact: values['forward-contact'],
  };
}

/** Connects to the database that `--store` names, if it names one; the code for it is loaded then alone. */
export async function openStore(
  values: OptionValues,
  log: Logger,
  counters: Counters,
): Promise<PostgresStore | undefined> {
  if (values.store === undefined) return undefined;
  const { openNodeStore } = await import('./node-store.ts');
  return openNodeStore(values.store, values, log, counters);
}

/** Loads the tools; one that was chosen with `--tools` and does not exist is the user's fault. */
export async function registryOf(service: Service): Promise<Registry> {
  try {
    return await service.registry();
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** Begins to sync behind a server if `--sync` says so. Throws a UsageError if it does not say from where. */
export async function startSyncing(
  values: OptionValues,
  terminal: Terminal,
  log: Logger,
): Promise<BackgroundSync | undefined> {
  if (values.sync === undefined) return undefined;
  const { syncBehind } = await import('./syncing.ts');
  return syncBehind(values.sync, values, terminal, log);
}
