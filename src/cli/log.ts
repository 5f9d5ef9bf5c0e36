import { createLogger, type Logger, type LogLevel } from '../lib/log/logger.ts';
import type { OptionValues } from './options.ts';
import type { Terminal } from './terminal.ts';

/** The log that the options ask for, on standard error. */
export function openLog(values: OptionValues, terminal: Terminal, usual: LogLevel): Logger {
  return createLogger({
    level: values['log-level'] ?? usual,
    format: values['log-format'],
    sink: (text) => terminal.stderr.write(text),
  });
}
