import type { HttpOptions } from '../http/options.ts';
import type { Logger } from '../lib/log/logger.ts';
import type { Counters } from '../protocol/counters.ts';
import type { Service } from '../protocol/service.ts';
import type { OptionValues } from './options.ts';
import { registryOf } from './service-options.ts';
import { type Terminal, UsageError } from './terminal.ts';

/** What the options say of the HTTP server itself. */
export function httpOptions(values: OptionValues, log: Logger): HttpOptions {
  return {
    host: values.host,
    port: values.port,
    allowedHosts: values['allowed-hosts'],
    allowedOrigins: values['allowed-origins'],
    proxies: values['trust-proxy'],
    onError: (error) => log.write('error', 'failure', { reason: error.stack ?? error.message }),
  };
}

/** Counts and logs that other data were put in place. */
export function swapTeller(counters: Counters, log: Logger): (version: string) => void {
  return (version) => {
    counters.swap();
    log.write('info', 'data replaced', { version });
  };
}

/** Refuses tools that do not exist, and one that was asked for by name and would be offered to nobody. */
export async function checkTools(service: Service, { tools, auth }: OptionValues): Promise<void> {
  if (typeof tools === 'string') return;
  const registry = await registryOf(service);
  const name = auth === 'none' ? tools.find((each) => registry.requirement(each)?.known) : undefined;
  if (name === undefined) return;
  throw new UsageError(`${name} is for callers who show who they are: add --auth keys or --auth oauth.`);
}

/** Tells that the server can be called, and how it is stopped. */
export function greet(
  url: string,
  version: string,
  values: OptionValues,
  terminal: Terminal,
  log: Logger,
): void {
  const { workers } = values;
  if (values['log-format'] === 'json') {
    log.write('info', 'listening', { url, version, workers });
    log.flush();
    return;
  }
  const by = workers > 1 ? ` with ${workers} workers` : '';
  terminal.stderr.write(`robotics-mcp ${version} answers at ${url}${by}\nTo stop it, press Ctrl-C.\n`);
}

/** Begins to listen; what keeps it from that becomes a sentence that says what to do. */
export async function listening<Server>(
  listen: () => Promise<Server>,
  { host, port }: OptionValues,
): Promise<Server> {
  try {
    return await listen();
  } catch (error) {
    throw new Error(explain(error as NodeJS.ErrnoException, host, port), { cause: error });
  }
}

function explain({ code, message }: NodeJS.ErrnoException, host: string, port: number): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} of ${host} is taken by another program. Choose another with --port, or --port 0 for any free one.`;
    case 'EACCES':
      return `Port ${port} may not be used without further rights. Choose one above 1023 with --port.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${host} is no address of this machine. Choose one with --host, such as 127.0.0.1.`;
    default:
      return `The server cannot listen at ${host}:${port}: ${message}`;
  }
}
