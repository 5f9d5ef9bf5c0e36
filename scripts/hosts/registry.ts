import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

interface Published {
  readonly name: string;
  readonly version: string;
}

/** A registry of one package, as npm asks for it. */
interface Registry {
  readonly url: string;
  /** What was asked for, in order: `GET /robotics-mcp`. */
  readonly asked: readonly string[];
  close(): Promise<void>;
}

/** So often a second a piece of a slow answer is sent. */
const PIECES_A_SECOND = 20;

/**
 * Serves a packed tarball as a registry does that has nothing else, on loopback, at so many bits a second: whoever installs
 * a package for the first time waits for the line.
 */
export async function serveRegistry(
  tarball: string,
  manifest: Published & Readonly<Record<string, unknown>>,
  bitsPerSecond: number,
): Promise<Registry> {
  const bytes = readFileSync(tarball);
  const asked: string[] = [];
  const path = `/${manifest.name}`;
  const file = `${path}/-/${manifest.name}-${manifest.version}.tgz`;
  const server = createServer(async ({ method, url = '' }, response) => {
    asked.push(`${method} ${url}`);
    if (url === file) {
      response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': bytes.length });
      const piece = Math.ceil(bitsPerSecond / 8 / PIECES_A_SECOND);
      for (let from = 0; from < bytes.length && !response.destroyed; from += piece) {
        response.write(bytes.subarray(from, from + piece));
        await pause(1000 / PIECES_A_SECOND);
      }
      response.end();
      return;
    }
    const isPackage = decodeURIComponent(url) === path;
    response.writeHead(isPackage ? 200 : 404, { 'content-type': 'application/json' });
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}${file}`;
    response.end(JSON.stringify(isPackage ? packument(manifest, bytes, address) : { error: 'not found' }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    asked,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** What a registry says of a package: https://github.com/npm/registry/blob/main/docs/responses/package-metadata.md */
function packument(manifest: Published, bytes: Uint8Array, tarball: string): object {
  const hash = (algorithm: string, form: 'base64' | 'hex') =>
    createHash(algorithm).update(bytes).digest(form);
  const dist = { tarball, integrity: `sha512-${hash('sha512', 'base64')}`, shasum: hash('sha1', 'hex') };
  return {
    name: manifest.name,
    'dist-tags': { latest: manifest.version },
    versions: { [manifest.version]: { ...manifest, dist } },
  };
}
