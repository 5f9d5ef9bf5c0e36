import type { Logger } from '../lib/log/logger.ts';
import type { OptionValues } from './options.ts';
import type { Terminal } from './terminal.ts';

/** Syncing behind a server. */
export interface Syncing {
  close(): Promise<void>;
}

/** Begins to sync behind a server if `--sync` says so. Throws a UsageError if it does not say from where. */
export async function startSyncing(
  values: OptionValues,
  terminal: Terminal,
  log: Logger,
): Promise<Syncing | undefined> {
  if (values.sync === undefined) return undefined;
  const { syncSettings } = await import('./sync-settings.ts');
  const settings = syncSettings(values, terminal);
  const { BackgroundSync } = await import('../protocol/background-sync.ts');
  if (settings.allowUnsigned) {
    log.write('warn', 'sync', {
      reason: `Unsigned data are taken from ${settings.address}: nobody vouches that they are the publisher's.`,
    });
  }
  return new BackgroundSync(settings, {
    everyHours: values.sync,
    onSynced: (result) => log.write('info', 'sync', { result }),
    onProblem: (reason) => log.write('warn', 'sync', { reason }),
  });
}
