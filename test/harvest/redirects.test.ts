import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { feedsAdapter } from '../../src/harvest/feeds/adapter.ts';
import type { Network } from '../../src/lib/network.ts';
import { rss } from './helpers/feed-pages.ts';
import { quickFetcher, startBench } from './helpers/run.ts';
import { localNetwork, type SourceServer, sendXml, startSource } from './helpers/source-server.ts';

let outside: SourceServer;
/** What must never be asked: a service inside the network in which the harvest runs. */
let inside: SourceServer;

beforeEach(async () => {
  outside = await startSource((_, response) => response.writeHead(200).end('outside'));
  inside = await startSource((_, response) => response.writeHead(200).end('secret'), '127.0.0.2');
});
afterEach(() => Promise.all([outside.close(), inside.close()]));

const names = {
  'news.example.org': ['127.0.0.1'],
  'cdn.example.net': ['127.0.0.1'],
  'trap.example.com': ['127.0.0.2'],
  'metadata.example.com': ['169.254.169.254'],
  'nat.example.com': ['64:ff9b::7f00:2'],
  'mapped.example.com': ['::ffff:127.0.0.2'],
};
const at = (host: string, path = '/', server = outside) =>
  `http://${host}:${new URL(server.url).port}${path}`;

function ask(url: string, network: Network = localNetwork(names)) {
  return quickFetcher({ network, tries: 1 }).fetchText(new URL(url), {
    source: 'Source',
    maxBytes: 100_000,
    accept: 'text/xml',
    signal: new AbortController().signal,
  });
}

const redirectTo = (location: string) =>
  outside.answer(({ path }, response) =>
    path === '/' ? response.writeHead(302, { location }).end() : response.writeHead(200).end('arrived'),
  );

describe('a source at a public name', () => {
  it('is read, and leads to other public names, over several hops', async () => {
    expect(await ask(at('news.example.org'))).toMatchObject({ text: 'outside' });
    redirectTo(at('cdn.example.net', '/feed'));
    expect(await ask(at('news.example.org'))).toMatchObject({
      text: 'arrived',
      url: at('cdn.example.net', '/feed'),
    });
  });

  it.each([
    ['loopback', () => inside.url],
    ['loopback as one number', () => at('2130706434', '/', inside)],
    ['loopback in hexadecimal', () => at('0x7f.2', '/', inside)],
    ['loopback in IPv6', () => at('[::1]', '/', inside)],
    ['loopback mapped into IPv6', () => at('[::ffff:127.0.0.2]', '/', inside)],
    ['any address of this machine', () => at('0.0.0.0', '/', inside)],
    ['the service of a cloud', () => 'http://169.254.169.254/latest/meta-data/'],
    ['a private network', () => 'http://192.168.0.1/'],
    ['the name of this machine', () => at('localhost', '/', inside)],
    ['a name inside', () => 'http://metadata.internal/'],
    ['a public address by its number', () => 'http://93.184.216.34/'],
    ['a user name', () => at('me:secret@news.example.org', '/x')],
    ['another scheme', () => 'file:///etc/passwd'],
    ['its own port at another host', () => at('127.0.0.1', '/x')],
  ])('is not followed to %s', async (_, location) => {
    redirectTo(location());
    await expect(ask(at('news.example.org'))).rejects.toThrow(
      'Source redirects to an address that is not public',
    );
    expect(inside.asked).toEqual([]);
    expect(outside.asked).toHaveLength(1);
  });

  it.each(['trap.example.com', 'metadata.example.com', 'nat.example.com', 'mapped.example.com'])(
    'is not followed to %s, a public name of a private address, nor asked there itself',
    async (host) => {
      redirectTo(at(host, '/', inside));
      for (const first of [at('news.example.org'), at(host, '/', inside)]) {
        await expect(ask(first)).rejects.toThrow('Source leads to an address that is not public');
      }
      expect(inside.asked).toEqual([]);
      expect(outside.asked).toHaveLength(1);
    },
  );

  it('is not asked at the address that its name has a moment later', async () => {
    const { lookup, isAllowed } = localNetwork(names);
    let asked = 0;
    const rebinding: Network = {
      isAllowed,
      lookup: (_, options, callback) => {
        asked += 1;
        lookup(asked === 1 ? 'news.example.org' : 'trap.example.com', options, callback);
      },
    };
    // Nobody answers at the first address on this port: were the name looked up again, the second would.
    const url = at('rebind.example.org', '/', inside);
    await expect(ask(url, rebinding)).rejects.toThrow('Source cannot be reached (ECONNREFUSED)');
    await expect(ask(url, rebinding)).rejects.toThrow('Source leads to an address that is not public');
    expect(inside.asked).toEqual([]);
    expect(asked).toBe(2);
  });

  it('of news brings nothing from inside', async () => {
    const bench = await startBench();
    inside.answer((_, response) =>
      sendXml(response, rss([{ title: 'A secret robot of the house next door' }])),
    );
    redirectTo(inside.url);
    const feeds = ['news.example.org', 'trap.example.com'].map((host, i) => ({
      url: at(host, '/', i === 0 ? outside : inside),
      outlet: host,
      robotics: true,
      trusted: true,
    }));
    const fetcher = quickFetcher({ network: localNetwork(names), tries: 1 });
    const { added, refused } = await bench.run(feedsAdapter(feeds), { fetcher });
    expect(added).toEqual([]);
    expect(refused.map(({ reason }) => reason)).toEqual([
      'redirects to an address that is not public',
      'leads to an address that is not public',
    ]);
    expect(inside.asked).toEqual([]);
  });
});

describe('a source that the operator has inside a network', () => {
  it('is asked, and leads into that network no further than to itself', async () => {
    inside.answer(({ path }, response) => {
      const location = path === '/self' ? '/end' : at('127.0.0.1', '/x');
      if (path === '/end') response.writeHead(200).end('inside');
      else response.writeHead(302, { location }).end();
    });
    expect(await ask(`${inside.url}/self`)).toMatchObject({ text: 'inside' });
    await expect(ask(`${inside.url}/other`)).rejects.toThrow(
      'Source redirects to an address that is not public',
    );
    expect(outside.asked).toEqual([]);
  });
});

const openssl = ['/usr/bin/openssl', '/usr/local/bin/openssl'].find((path) => existsSync(path));

describe.skipIf(openssl === undefined)('TLS', () => {
  let server: Server;
  let location: string | undefined;
  const secure = (host: string, path = '/') =>
    `https://${host}:${(server.address() as AddressInfo).port}${path}`;

  beforeAll(async () => {
    const place = mkdtempSync(join(tmpdir(), 'tls-'));
    const [key, cert] = [join(place, 'tls.key'), join(place, 'tls.crt')];
    const subject = ['-subj', '/CN=news.example.org', '-addext', 'subjectAltName=DNS:news.example.org'];
    const args = [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-keyout',
      key,
      '-out',
      cert,
      '-days',
      '2',
    ];
    execFileSync(openssl ?? '', [...args, ...subject], { stdio: 'ignore' });
    server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, ({ url }, response) => {
      if (url === '/leave' && location !== undefined) response.writeHead(301, { location }).end();
      else response.end('protected');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    // Nobody has signed the certificate.
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
  });
  afterAll(() => {
    vi.unstubAllEnvs();
    server.close();
  });

  it('is gone into, at the same host and at another', async () => {
    for (const host of ['news.example.org', 'cdn.example.net']) {
      redirectTo(secure(host));
      expect(await ask(at('news.example.org'))).toMatchObject({ text: 'protected', url: secure(host) });
    }
  });

  it('is not left, not even for the same host', async () => {
    for (const host of ['news.example.org', 'cdn.example.net']) {
      location = at(host);
      await expect(ask(secure('news.example.org', '/leave'))).rejects.toThrow(
        'Source redirects to an address without TLS',
      );
      redirectTo(secure('cdn.example.net', '/leave'));
      await expect(ask(at('news.example.org'))).rejects.toThrow('Source redirects to an address without TLS');
      expect(outside.asked).toHaveLength(host === 'news.example.org' ? 1 : 2);
    }
  });
});
