import type { ReleaseSource } from '../../src/data/releases/release-source.ts';
import { type HttpServer, serveHttp } from '../../src/http/serve.ts';
import type { Service } from '../../src/protocol/service.ts';
import { createSurface } from '../../src/protocol/surface.ts';
import { createRegistry } from '../../src/tools/registry.ts';

/** Serves an offer over HTTP with the product's own transport; nothing else is there but the names of the tools. */
export function serveOffer(offer: ReleaseSource): Promise<HttpServer> {
  const nothing = async () => {
    throw new Error('This server has data to sync, and none to ask for.');
  };
  const registry = createRegistry({
    select: 'default',
    readOnly: true,
    context: nothing,
    onInternalError: () => undefined,
  });
  const service: Service = {
    name: 'publisher',
    version: '1.0.0',
    instructions: 'Data to sync.',
    authenticated: false,
    registry: async () => registry,
    surface: async () => createSurface(nothing, offer),
    status: nothing,
    events: nothing,
    using: nothing,
    document: async () => {
      throw new Error('There are no documents here.');
    },
    overview: nothing,
    warm: () => undefined,
    ready: async () => undefined,
    close: async () => undefined,
  };
  return serveHttp(service, {
    host: '127.0.0.1',
    port: 0,
    allowedHosts: [],
    allowedOrigins: [],
    limits: { quiet: 20 },
    onError: (error) => {
      throw error;
    },
  });
}
