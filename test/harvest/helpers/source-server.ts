import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, isIP } from 'node:net';
import { isPublicAddress, type Network } from '../../../src/lib/network.ts';

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

/**
 * Names that lead to these addresses, whatever the world has under them. Of this machine's addresses, 127.0.0.1 stands
 * for all that is public, and the others for what is not.
 */
export function localNetwork(names: Readonly<Record<string, readonly string[]>>): Network {
  return {
    isAllowed: (address) => address === '127.0.0.1' || isPublicAddress(address),
    lookup: (hostname, _options, callback) => {
      const found = (names[hostname] ?? []).map((address) => ({ address, family: isIP(address) }));
      const error = Object.assign(new Error(`unknown name ${hostname}`), { code: 'ENOTFOUND' });
      callback(found.length === 0 ? error : null, found);
    },
  };
}

export async function startSource(first: Answering, address = '127.0.0.1'): Promise<SourceServer> {
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
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  return {
    url: `http://${address}:${(server.address() as AddressInfo).port}`,
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
