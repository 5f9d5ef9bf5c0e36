import { connect } from 'node:net';
import type { HttpOptions } from '../../src/http/options.ts';
import { type HttpServer, serveHttp } from '../../src/http/serve.ts';
import { createSmallService, type SmallService } from './small-service.ts';

export interface RunningServer extends HttpServer {
  readonly service: SmallService;
  readonly errors: Error[];
  readonly port: number;
}

/** Starts a server of the small service on a free port of this machine. */
export async function startServer(options: Partial<HttpOptions> = {}): Promise<RunningServer> {
  const service = createSmallService();
  const server = await serve(service, options);
  return { ...server, service, port: Number(new URL(server.url).port) };
}

/** Serves any service on a free port of this machine, and collects its errors. */
export async function serve(
  service: Parameters<typeof serveHttp>[0],
  options: Partial<HttpOptions>,
): Promise<HttpServer & { readonly errors: Error[] }> {
  const errors: Error[] = [];
  const server = await serveHttp(service, {
    host: '127.0.0.1',
    port: 0,
    allowedHosts: [],
    allowedOrigins: [],
    onError: (error) => errors.push(error),
    ...options,
    limits: { quiet: 20, ...options.limits },
  });
  return { ...server, errors };
}

/** Sends bytes as they are and returns all that comes back until the server closes, or goes quiet. */
export function sendRaw(port: number, request: string | readonly string[], quietMs = 300): Promise<string> {
  return new Promise((resolve) => {
    let received = '';
    const socket = connect(port, '127.0.0.1', () => {
      for (const part of typeof request === 'string' ? [request] : request) socket.write(part);
    });
    socket.setTimeout(quietMs, () => socket.destroy());
    socket.on('data', (chunk) => {
      received += chunk.toString('utf8');
    });
    // Half of what is written may be refused; what was received counts.
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(received));
  });
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly body: any;
}

/** Posts a JSON value, without any header but its type. */
export async function post(
  url: string,
  message: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof message === 'string' ? message : JSON.stringify(message),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? undefined : JSON.parse(text),
  };
}

/** A request of the 2026-07-28 revision, with its envelope. */
export function modernRequest(method: string, params: Record<string, unknown> = {}, id: unknown = 1): object {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  return { jsonrpc: '2.0', id, method, params: { ...params, _meta } };
}

/** The headers that go with a request of that revision. */
export function modernHeaders(method: string, name?: string): Record<string, string> {
  return {
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': method,
    ...(name !== undefined && { 'mcp-name': name }),
  };
}
