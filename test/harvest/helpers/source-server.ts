import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface AskedOf {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly userAgent: string;
  readonly method: string;
}

type Answering = (asked: AskedOf, response: ServerResponse, request: IncomingMessage) => void;

/** A server on this machine that speaks as a source does. */
export interface SourceServer {
  readonly url: string;
  readonly asked: AskedOf[];
  answer(next: Answering): void;
  close(): Promise<void>;
}

export async function startSource(first: Answering): Promise<SourceServer> {
  let answering = first;
  const asked: AskedOf[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://source');
    const one = {
      path: url.pathname,
      query: url.searchParams,
      userAgent: request.headers['user-agent'] ?? '',
      method: request.method ?? '',
    };
    asked.push(one);
    answering(one, response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    answer: (next) => {
      answering = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export function sendXml(
  response: ServerResponse,
  body: string | Buffer,
  type = 'text/xml; charset=utf-8',
): void {
  response.writeHead(200, { 'content-type': type }).end(body);
}

export function sendJson(response: ServerResponse, body: unknown, status = 200, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers });
  response.end(JSON.stringify(body));
}
