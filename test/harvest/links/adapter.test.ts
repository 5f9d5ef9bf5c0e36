import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { canonicalLine } from '../../../src/data/dataset/canonical.ts';
import type { LinkMemory } from '../../../src/harvest/links/adapter.ts';
import { linksAdapter, probe } from '../../../src/harvest/links/adapter.ts';
import { smallRecords, writeDatasetFolder } from '../helpers/dataset-folder.ts';
import { type Bench, startBench } from '../helpers/run.ts';
import { localNetwork, type SourceServer, startSource } from '../helpers/source-server.ts';

let source: SourceServer;
let bench: Bench;
let memory: LinkMemory;

beforeEach(async () => {
  bench = await startBench();
  source = await startSource((_, response) => response.writeHead(200).end('page'));
  memory = { behind: '', failures: {} };
  // Three makers whose pages are on the server; everything else names one page of all.
  const makers = (smallRecords.manufacturers ?? []).map((maker, i) => ({
    ...maker,
    sources: [{ url: `${source.url.replace('127.0.0.1', '127.0.0.1.nip.example')}/${i}`, title: 'A page' }],
  }));
  expect(makers.map((maker) => canonicalLine('manufacturers', maker))).toHaveLength(3);
  await writeDatasetFolder(bench.dataset, { manufacturers: makers });
});
afterEach(() => source.close());

const run = (today: string, perRun = 10) =>
  bench.run(
    linksAdapter({
      memory,
      perRun,
      userAgent: 'test',
      intervalMs: 0,
      timeoutMs: 2000,
      network: localNetwork({ '127.0.0.1.nip.example': ['127.0.0.1'] }),
    }),
    { today },
  );

it('finds pages that are there', async () => {
  expect((await run('2026-11-21')).passed).toEqual({ there: 3 });
  expect(source.asked.map(({ method }) => method)).toEqual(['HEAD', 'HEAD', 'HEAD']);
});

it('asks again on another day before it reports a page that is gone, once', async () => {
  source.answer(({ path }, response) => response.writeHead(path === '/1' ? 404 : 200).end());
  const first = await run('2026-11-21');
  expect(first.passed).toEqual({ there: 2, 'failed, asked again': 1 });
  expect((await run('2026-11-21')).review).toEqual([]);
  const second = await run('2026-11-22');
  expect(second.review).toMatchObject([{ kind: 'manufacturers', id: 'unitree' }]);
  expect(bench.queue.reports[0]?.problem).toMatch(/^The source http:.*\/1 answers 404\.$/);
  expect((await run('2026-11-23')).reviewKnown).toBe(1);
});

it('forgets a failure that has passed', async () => {
  source.answer((_, response) => response.writeHead(410).end());
  await run('2026-11-21');
  source.answer((_, response) => response.writeHead(200).end());
  await run('2026-11-22');
  expect(memory.failures).toEqual({});
});

it('takes a page that turns programs away, or fails, for one that cannot be told', async () => {
  source.answer(({ path }, response) => {
    if (path === '/2') response.destroy();
    else response.writeHead(path === '/0' ? 403 : 503).end();
  });
  expect((await run('2026-11-21')).passed).toEqual({ 'cannot be told': 3 });
  expect(memory.failures).toEqual({});
});

it('asks with GET where HEAD is refused', async () => {
  source.answer(({ method }, response) => response.writeHead(method === 'HEAD' ? 405 : 200).end('page'));
  expect((await run('2026-11-21')).passed).toEqual({ there: 3 });
});

it('comes round to all pages, a few each day', async () => {
  const seen = new Set<string>();
  for (const day of ['2026-11-21', '2026-11-22', '2026-11-23']) {
    await run(day, 1);
    seen.add(source.asked.at(-1)?.path ?? '');
  }
  expect(seen.size).toBe(3);
});

describe('a private address', () => {
  const options = { userAgent: 'test', timeoutMs: 1000, signal: new AbortController().signal };

  it.each([
    'http://127.0.0.1:1/',
    'http://10.1.2.3/',
    'http://169.254.169.254/latest',
    'http://[::1]/',
    'http://[fd00::1]/',
    'http://[::ffff:127.0.0.1]/',
  ])('%s is not asked', async (address) => {
    expect(await probe(new URL(address), options)).toEqual({ failure: 'EPRIVATE' });
  });

  it('is not asked behind a name either', async () => {
    expect(await probe(new URL(source.url.replace('127.0.0.1', 'localhost')), options)).toEqual({
      failure: 'EPRIVATE',
    });
    expect(source.asked).toEqual([]);
  });
});
