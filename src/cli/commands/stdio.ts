import { Console } from 'node:console';
import { createService } from '../../protocol/create-service.ts';
import { serveStdio } from '../../stdio/serve.ts';
import { startSyncing } from '../background-sync.ts';
import { keepCompiled } from '../compile-cache.ts';
import { openLog } from '../log.ts';
import type { OptionValues } from '../options.ts';
import { registryOf } from '../registry-of.ts';
import { serviceOptions } from '../service-options.ts';
import type { ExitCode, Terminal } from '../terminal.ts';

const BY_HAND = `robotics-mcp is an MCP server: it waits here for JSON-RPC messages on its standard input.
An MCP client starts it for you. To leave, press Ctrl-C (or Ctrl-D).
To ask something yourself, try: robotics-mcp call --list
For all commands: robotics-mcp --help
`;

/** Serves on standard input and output until either ends. */
export async function runStdio(values: OptionValues, terminal: Terminal): Promise<ExitCode> {
  if (terminal.isStandalone !== true) keepCompiled(terminal.env);
  const log = openLog(values, terminal, 'warn');
  const syncing = await startSyncing(values, terminal, log);
  const service = createService(serviceOptions(values, terminal, log));
  // The three sets exist; names may not.
  if (typeof values.tools !== 'string') await registryOf(service);
  // Whatever a library may print, standard output belongs to the protocol.
  globalThis.console = new Console(terminal.stderr, terminal.stderr);
  if (terminal.stdin.isTTY) terminal.stderr.write(BY_HAND);
  const server = serveStdio(service, {
    input: terminal.stdin,
    output: terminal.stdout,
    onAnswered: log.isOn('info') ? (asked) => log.write('info', 'request', { ...asked }) : undefined,
    onError: (error) => log.write('error', 'failure', { reason: error.stack ?? error.message }),
  });
  void terminal.stopped.then(() => server.drain());
  await server.closed;
  await server.close();
  await syncing?.close();
  await service.close();
  log.flush();
  return 0;
}
