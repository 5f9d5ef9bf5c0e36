import type { ServiceOptions } from '../server/create-service.ts';
import type { OptionValues } from './options.ts';
import type { Terminal } from './terminal.ts';

/** What the options say of the service itself; its failures are told on standard error. */
export function serviceOptions(values: OptionValues, terminal: Terminal): ServiceOptions {
  return {
    tools: values.tools,
    readOnly: values['read-only'],
    onInternalError: (reference, error) => {
      const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
      terminal.stderr.write(`robotics-mcp: ${reference}: ${reason}\n`);
    },
  };
}
