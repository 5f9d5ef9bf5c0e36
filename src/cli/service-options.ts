import type { Logger } from '../lib/log/logger.ts';
import type { ServiceOptions } from '../protocol/create-service.ts';
import type { KeepOptions } from '../protocol/open-data.ts';
import { openLog } from './log.ts';
import type { OptionValues } from './options.ts';
import type { Terminal } from './terminal.ts';

/** What the options say of the service itself; its failures are told on standard error. */
export function serviceOptions(
  values: OptionValues,
  terminal: Terminal,
  log: Logger = openLog(values, terminal, 'error'),
): ServiceOptions {
  return {
    tools: values.tools,
    readOnly: values['read-only'],
    authenticated: values.http && values.auth !== 'none',
    keep: keepOptions(values),
    ...(values.http && { offer: { releases: values.releases } }),
    onInternalError: (reference, error) => {
      const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
      log.write('error', 'failure', { reference, reason });
    },
  };
}

/** Where contributions are kept, and where they go. */
export function keepOptions(values: OptionValues): KeepOptions {
  return {
    directory: values['data-dir'],
    arxivApi: values['arxiv-api'],
    arxivContact: values['arxiv-contact'],
    maxPending: values['max-pending'],
    service: values.service,
    forwardContact: values['forward-contact'],
  };
}
