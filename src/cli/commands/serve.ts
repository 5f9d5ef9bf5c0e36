import { Console } from 'node:console';
import module from 'node:module';
import { join } from 'node:path';
import { expandHome } from '../../lib/home-path.ts';
import { platformCache } from '../../lib/program.ts';
import { requireWebAssembly } from '../../lib/webassembly-memory.ts';
import { createService } from '../../protocol/service.ts';
import { serveStdio } from '../../stdio/serve.ts';
import type { Command } from '../command.ts';
import { readFlags, valuesOf, variableOf, yargsOptions } from '../option-values.ts';
import { HTTP_OPTIONS, type OptionValues, SERVE_OPTIONS } from '../options.ts';
import { openLog, registryOf, serviceOptions, startSyncing } from '../service-options.ts';
import { type ExitCode, type Terminal, UsageError } from '../terminal.ts';

/** What runs when no command is named: the server. */
export const serveCommand: Command = {
  usage: '$0 [options]\n\nRobotics information for AI clients, as an MCP server or from the shell.',
  options: yargsOptions(SERVE_OPTIONS),
  hasVersion: true,
  epilogue: `Each option can also be set in the environment: --port as ${variableOf('port')}, and so on.`,
  handler: (flags, terminal) => {
    const values = valuesOf(flags, terminal.env, SERVE_OPTIONS);
    const given = readFlags(flags, HTTP_OPTIONS);
    const idle = HTTP_OPTIONS.find((name) => given[name] !== undefined);
    if (idle === undefined || values.http) return serve(values, terminal);
    throw new UsageError(`--${idle} is for serving over HTTP: add --http.`);
  },
};

export async function serve(values: OptionValues, terminal: Terminal): Promise<ExitCode> {
  // Whoever starts a server looks at it now, and not when it is first asked.
  requireWebAssembly();
  if (!values.http) return runStdio(values, terminal);
  const { runHttp } = await import('./http.ts');
  return runHttp(values, terminal);
}

const BY_HAND = `robotics-mcp is an MCP server: it waits here for JSON-RPC messages on its standard input.
An MCP client starts it for you. To leave, press Ctrl-C (or Ctrl-D).
To ask something yourself, try: robotics-mcp call --list
For all commands: robotics-mcp --help
`;

/** Serves on standard input and output until either ends. */
async function runStdio(values: OptionValues, terminal: Terminal): Promise<ExitCode> {
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

/** Since Node.js 22.8. */
interface CompileCache {
  readonly enableCompileCache?: (directory?: string) => unknown;
  readonly flushCompileCache?: () => void;
}

/** Hosts kill their servers: what is written at a clean exit alone would seldom be written. */
const FLUSH_AFTER_MS = [1_000, 5_000];

/**
 * Lets Node.js keep what it has compiled of the code that is loaded from here on, for the next start. It is written
 * in the background, soon; where it cannot be, or Node.js does not know how, everything is as it was.
 */
function keepCompiled(env: Readonly<Record<string, string | undefined>>): void {
  const { enableCompileCache, flushCompileCache } = module as CompileCache;
  if (enableCompileCache === undefined || flushCompileCache === undefined) return;
  // A directory of the user's own, since the code in it is run.
  const { NODE_COMPILE_CACHE: given } = env;
  enableCompileCache(
    given === undefined ? join(platformCache(), 'compiled') : expandHome(given, 'NODE_COMPILE_CACHE'),
  );
  for (const delay of FLUSH_AFTER_MS) setTimeout(flushCompileCache, delay).unref();
}
