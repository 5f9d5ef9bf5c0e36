import { type PublisherKey, readPublicKey } from '../data/releases/publisher-key.ts';
import type { SyncSettings } from '../protocol/sync-data.ts';
import type { OptionValues } from './options.ts';
import type { Terminal } from './terminal.ts';
import { UsageError } from './usage-error.ts';

/** Reads where to sync from, and whom to trust. Throws a UsageError that says how to set what is missing. */
export function syncSettings(values: OptionValues, { isStandalone = false }: Terminal): SyncSettings {
  const address = values.from ?? values.service;
  if (address === undefined) {
    throw new UsageError(
      'No service to sync from is set: give its address with --from, such as --from https://example.org/api/mcp, or as ROBOTICS_MCP_FROM in the environment.',
    );
  }
  return {
    directory: values['data-dir'],
    address,
    keys: values['sync-key'].map(readKey),
    allowUnsigned: values['allow-unsigned'],
    isStandalone,
  };
}

function readKey(text: string): PublisherKey {
  try {
    return readPublicKey(text);
  } catch (error) {
    throw new UsageError(`--sync-key: ${error instanceof Error ? error.message : String(error)}.`);
  }
}
