import type { Service } from '../../server/service.ts';
import type { HttpAuth } from '../../transports/http/gate.ts';
import { whyNotListen } from '../../transports/http/loopback.ts';
import { type HttpServer, serveHttp } from '../../transports/http/serve.ts';
import { httpAuth } from '../http-auth.ts';
import type { OptionValues } from '../options.ts';
import { registryOf } from '../registry-of.ts';
import type { ExitCode, Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';

/** Serves over HTTP until the program is told to end. */
export async function runHttp(service: Service, values: OptionValues, terminal: Terminal): Promise<ExitCode> {
  const refusal = whyNotListen(values.host, values['allowed-hosts']);
  if (refusal !== undefined) throw new UsageError(refusal);
  const auth = await httpAuth(values, terminal);
  if (auth === undefined) await refuseToolsForKnownCallers(service, values);
  const server = await listen(service, values, auth, terminal);
  terminal.stderr.write(
    `robotics-mcp ${service.version} answers at ${server.url}\nTo stop it, press Ctrl-C.\n`,
  );
  await terminal.stopped;
  await server.close();
  await service.close();
  return 0;
}

/** A tool that was asked for by name and would be offered to nobody. */
async function refuseToolsForKnownCallers(service: Service, { tools }: OptionValues): Promise<void> {
  if (typeof tools === 'string') return;
  const registry = await registryOf(service);
  const name = tools.find((each) => registry.requirement(each)?.known);
  if (name === undefined) return;
  throw new UsageError(`${name} is for callers who show who they are: add --auth keys or --auth oauth.`);
}

async function listen(
  service: Service,
  values: OptionValues,
  auth: HttpAuth | undefined,
  terminal: Terminal,
): Promise<HttpServer> {
  const { host, port } = values;
  try {
    return await serveHttp(service, {
      host,
      port,
      allowedHosts: values['allowed-hosts'],
      allowedOrigins: values['allowed-origins'],
      auth,
      onError: (error) => terminal.stderr.write(`robotics-mcp: ${error.message}\n`),
    });
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
