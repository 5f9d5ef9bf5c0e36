import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { ToolResult } from '../../../src/view/hosts/host.ts';
import { VIEW } from '../../helpers/saved-view.ts';
import type { Behaviour } from './behaviour.ts';

/** Answers a call of a tool as the server behind the host would. */
type Answering = (call: { name: string; arguments: Record<string, unknown> }) => Promise<ToolResult>;

/** A host of MCP Apps on one origin, and the view on another, as hosts keep them. */
export interface TestHost {
  /** Address of the host's page that behaves so. */
  page(behaviour: Omit<Behaviour, 'view'>): string;
  /** What the address of the view looks like. */
  readonly view: RegExp;
  /** Closes both origins. */
  close(): Promise<void>;
}

/** As hosts that know no other origins of a view set it. */
const POLICY = `default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'none'; frame-ancestors *`;

/** Starts both; `answering` stands for the server that the host is connected to. */
export async function startHost(answering: Answering): Promise<TestHost> {
  const script = await hostScript();
  const inner = await listen((_request, response) => {
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': POLICY,
    });
    response.end(VIEW);
  });
  const outer = await listen(async (request, response) => {
    if (request.method === 'POST') {
      response.end(JSON.stringify(await answering(JSON.parse(await text(request)))));
      return;
    }
    const isScript = request.url === '/host.js';
    response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html; charset=utf-8' });
    response.end(isScript ? script : PAGE);
  });
  const view = addressOf(inner);
  return {
    page: (behaviour) =>
      `${addressOf(outer)}#${encodeURIComponent(JSON.stringify({ ...behaviour, view } satisfies Behaviour))}`,
    view: new RegExp(`^${view}`),
    close: async () => {
      for (const server of [inner, outer]) {
        server.closeAllConnections();
        server.close();
      }
    },
  };
}

const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<link rel="icon" href="data:,"><title>Host</title><style>body { margin: 0 } iframe { border: 0; display: block }</style>
<body><script type="module" src="/host.js"></script></body></html>`;

async function hostScript(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('page.ts', import.meta.url))],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    logLevel: 'warning',
  });
  return outputFiles[0]?.text ?? '';
}

async function listen(listener: RequestListener): Promise<Server> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

function addressOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
