import { Console } from 'node:console';
import type { Service } from '../../server/service.ts';
import { serveStdio } from '../../transports/stdio/serve.ts';
import type { ExitCode, Terminal } from '../terminal.ts';

const BY_HAND = `robotics-mcp is an MCP server: it waits here for JSON-RPC messages on its standard input.
An MCP client starts it for you. To leave, press Ctrl-C (or Ctrl-D).
To ask something yourself, try: robotics-mcp call --list
For all commands: robotics-mcp --help
`;

/** Serves on standard input and output until either ends. */
export async function runStdio(service: Service, terminal: Terminal): Promise<ExitCode> {
  // Whatever a library may print, standard output belongs to the protocol.
  globalThis.console = new Console(terminal.stderr, terminal.stderr);
  if (terminal.stdin.isTTY) terminal.stderr.write(BY_HAND);
  const server = serveStdio(service, {
    input: terminal.stdin,
    output: terminal.stdout,
    onError: (error) => terminal.stderr.write(`robotics-mcp: ${error.message}\n`),
  });
  await Promise.race([server.closed, terminal.stopped]);
  await server.close();
  await service.close();
  return 0;
}
