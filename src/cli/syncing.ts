import { type PublisherKey, readPublicKey } from '../data/releases/publisher-keys.ts';
import type { Logger } from '../lib/log.ts';
import { shownAddress } from '../lib/shown-address.ts';
import { BackgroundSync, type SyncSettings } from '../protocol/sync-data.ts';
import { variableOf } from './option-values.ts';
import type { OptionValues } from './options.ts';
import { type Terminal, UsageError } from './terminal.ts';

/** Reads where to sync from, and whom to trust. Throws a UsageError that says how to set what is missing. */
export function syncSettings(values: OptionValues, { isStandalone = false }: Terminal): SyncSettings {
  const address = values.from ?? values.service;
  if (address === undefined) {
    throw new UsageError(
      'No service to sync from is set: give its address with --from, such as --from https://example.org/api/mcp, or as ROBOTICS_MCP_FROM in the environment.',
    );
  }
  checkTrust(values);
  return {
    directory: values['data-dir'],
    address,
    keys: values['sync-key'].map((text) => publicKey('sync-key', text)),
    allowUnsigned: values['allow-unsigned'],
    isStandalone,
  };
}

/** Throws a UsageError where it is said both whose data are taken and that anybody's are, wherever each is said. */
export function checkTrust(values: Pick<OptionValues, 'sync-key' | 'allow-unsigned'>): void {
  if (!values['allow-unsigned'] || values['sync-key'].length === 0) return;
  const [unsigned, key] = (['allow-unsigned', 'sync-key'] as const).map(
    (name) => `--${name} (or ${variableOf(name)})`,
  );
  throw new UsageError(
    `${key} says whose data are taken, and ${unsigned} that data of nobody are: leave one of them out. With a key, unsigned data are never taken.`,
  );
}

/** The public key that an option gives. */
export function publicKey(option: string, text: string): PublisherKey {
  try {
    return readPublicKey(text);
  } catch (error) {
    throw new UsageError(`--${option}: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

/** Syncs behind a server every so many hours. Throws a UsageError if the options do not say from where. */
export function syncBehind(
  everyHours: number,
  values: OptionValues,
  terminal: Terminal,
  log: Logger,
): BackgroundSync {
  const settings = syncSettings(values, terminal);
  if (settings.allowUnsigned) {
    log.write('warn', 'sync', {
      reason: `Unsigned data are taken from ${shownAddress(settings.address)}: nobody vouches that they are the publisher's.`,
    });
  }
  return new BackgroundSync(settings, {
    everyHours,
    onSynced: (result) => log.write('info', 'sync', { result }),
    onProblem: (reason) => log.write('warn', 'sync', { reason }),
  });
}
