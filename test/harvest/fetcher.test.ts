import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { pauseOf } from '../../src/cli/commands/harvest-sources.ts';
import { defaultValues } from '../../src/cli/option-values.ts';
import type { FetchOptions } from '../../src/harvest/fetcher.ts';
import { quickFetcher } from './helpers/run.ts';
import { type SourceServer, startSource } from './helpers/source-server.ts';

let source: SourceServer;
const options: FetchOptions = {
  source: 'Source',
  maxBytes: 1000,
  accept: 'text/xml',
  signal: new AbortController().signal,
};

beforeEach(async () => {
  source = await startSource((_, response) => response.writeHead(200).end('text'));
});
afterEach(() => source.close());

const ask = (path = '/', more: Partial<FetchOptions> = {}) =>
  quickFetcher().fetchText(new URL(path, source.url), { ...options, ...more });

describe('a fetch', () => {
  it('says who asks, and hands over what came', async () => {
    expect(await ask('/a')).toMatchObject({ status: 200, text: 'text', url: `${source.url}/a` });
    expect(source.asked[0]?.userAgent).toBe('robotics-mcp/test (tests)');
  });

  it('follows redirects on the same host, but not in a circle', async () => {
    source.answer(({ path }, response) => {
      if (path === '/old') response.writeHead(301, { location: '/new' }).end();
      else if (path === '/circle') response.writeHead(302, { location: '/circle' }).end();
      else response.writeHead(200).end('new');
    });
    expect(await ask('/old')).toMatchObject({ text: 'new', url: `${source.url}/new` });
    await expect(ask('/circle')).rejects.toThrow('Source redirects in a circle');
  });

  it.each([
    ['a private network', 'http://192.168.0.1/'],
    ['a name inside', 'http://metadata.internal/'],
    ['another scheme', 'file:///etc/passwd'],
    ['another port of this machine', 'http://127.0.0.1:9/'],
  ])('is not led into %s', async (_, location) => {
    source.answer((_asked, response) => response.writeHead(302, { location }).end());
    await expect(ask()).rejects.toThrow('Source redirects to an address that is not public');
    expect(source.asked).toHaveLength(1);
  });

  it('tries again what may pass, and not what will not', async () => {
    source.answer(({ path }, response) => response.writeHead(Number(path.slice(1))).end());
    await expect(ask('/500')).rejects.toThrow('Source answers 500, 4 times');
    expect(source.asked).toHaveLength(4);
    await expect(ask('/403')).rejects.toThrow('Source answers 403');
    expect(source.asked).toHaveLength(5);
  });

  it('does not wait for longer than ten minutes', async () => {
    source.answer((_, response) => response.writeHead(503, { 'retry-after': '7200' }).end());
    await expect(ask()).rejects.toThrow('Source asks to be left alone for 120 minutes');
    expect(source.asked).toHaveLength(1);
  });

  it('counts what a compressed answer grows to', async () => {
    const { gzipSync } = await import('node:zlib');
    const bomb = gzipSync(Buffer.alloc(5_000_000));
    source.answer((_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb));
    await expect(ask()).rejects.toThrow('Source is larger than 1000 bytes');
  });

  it('ends at once when the run is stopped', async () => {
    const stop = new AbortController();
    source.answer(() => stop.abort());
    await expect(ask('/', { signal: stop.signal })).rejects.toThrow(/abort/i);
    expect(source.asked).toHaveLength(1);
  });
});

it('leaves arXiv three seconds between requests, and others less', () => {
  const values = defaultValues();
  expect(pauseOf(values, 'oaipmh.arxiv.org')).toBe(3000);
  expect(pauseOf(values, 'export.arxiv.org')).toBe(3000);
  expect(pauseOf(values, 'api.fda.gov')).toBe(300);
  expect(pauseOf(values, 'www.therobotreport.com')).toBe(1000);
  const mirror = { ...values, 'arxiv-oai': 'https://mirror.example.org/oai' };
  expect(pauseOf(mirror, 'mirror.example.org')).toBe(3000);
  expect(pauseOf(mirror, '127.0.0.1:8080')).toBe(0);
});
