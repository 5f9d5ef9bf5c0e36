import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Asked {
  readonly id: string;
  readonly userAgent: string;
  readonly at: number;
}

type Answering = (response: ServerResponse, id: string, request: IncomingMessage) => void;

/** A server that speaks the query interface of arXiv, with what a test lets it say. */
export interface FakeArxiv {
  readonly url: string;
  readonly asked: Asked[];
  /** Most requests that were being answered at one time. */
  readonly together: () => number;
  answer(with_: Answering): void;
  close(): Promise<void>;
}

export async function startFakeArxiv(first: Answering): Promise<FakeArxiv> {
  let answering = first;
  let open = 0;
  let most = 0;
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    open += 1;
    most = Math.max(most, open);
    response.once('close', () => {
      open -= 1;
    });
    const id = new URL(request.url ?? '/', 'http://x').searchParams.get('id_list') ?? '';
    asked.push({ id, userAgent: request.headers['user-agent'] ?? '', at: performance.now() });
    answering(response, id, request);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/query`,
    asked,
    together: () => most,
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

/** Sends a feed as arXiv does. */
export function send(response: ServerResponse, body: string, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/atom+xml; charset=utf-8' }).end(body);
}
