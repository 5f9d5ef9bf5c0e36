import { appendFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Adapter, Finding, HarvestRequest } from '../../src/harvest/adapter.ts';
import { SourceFault } from '../../src/harvest/fetcher.ts';
import { HarvestBusyError } from '../../src/harvest/harvest.ts';
import { readLinkMemory, writeLinkMemory } from '../../src/harvest/links/adapter.ts';
import { Cursors } from '../../src/harvest/run-source.ts';
import { DataError } from '../../src/lib/data-error.ts';
import { readKind } from './helpers/dataset-folder.ts';
import { type Bench, startBench } from './helpers/run.ts';

let bench: Bench;
let requests: HarvestRequest[];

beforeEach(async () => {
  bench = await startBench();
  requests = [];
});

/** A source that says what it is told to, and then fails if it is to. */
function source(findings: readonly Finding[], fault?: Error): Adapter {
  return {
    name: 'feeds',
    overlapDays: 2,
    async *harvest(request) {
      requests.push(request);
      yield* findings;
      if (fault !== undefined) throw fault;
    },
  };
}

function paper(number: string, more: object = {}): Finding {
  const id = `2611.${number}`;
  const url = `https://arxiv.org/abs/${id}`;
  const record = {
    id: `arxiv-2611-${number}`,
    aliases: [id],
    title: `Paper ${number} of the Day`,
    authors: ['Ana Lopez'],
    published: '2026-11-20',
    year: 2026,
    categories: ['cs.RO'],
    arxiv_id: id,
    url,
    sources: [{ url, title: 'arXiv' }],
    ...more,
  };
  return { type: 'record', kind: 'publications', record, trusted: true, reason: 'new', source: url };
}

const report: Finding = { type: 'report', kind: 'robots', id: 'da-vinci-5', problem: 'Something is wrong.' };
const cursor = async () => (await Cursors.open(bench.directory)).of('feeds');
const ids = async () => (await readKind(bench.dataset, 'publications')).map(({ id }) => id);

it('hears that it is to stop in the middle of what a source has at once', async () => {
  const stop = new AbortController();
  let told = 0;
  const busy: Adapter = {
    name: 'feeds',
    overlapDays: 2,
    async *harvest() {
      setTimeout(() => stop.abort(), 1);
      for (; told < 3000; told += 1) {
        for (const until = performance.now() + 1; performance.now() < until; );
        yield { type: 'passed', why: 'known' };
      }
    },
  };
  expect((await bench.run(busy, { signal: stop.signal })).fault).toContain('was stopped');
  expect(told).toBeLessThan(3000);
  expect(await cursor()).toEqual({});
});

describe('a cursor', () => {
  it('begins some days back, and then goes on where the last run ended, with an overlap', async () => {
    expect((await bench.run(source([]))).since).toBe('2026-11-14');
    expect(await cursor()).toEqual({ done: '2026-11-21' });
    expect((await bench.run(source([]), { today: '2026-11-25' })).since).toBe('2026-11-19');
    expect(await cursor()).toEqual({ done: '2026-11-25' });
  });

  it('does not hide a gap that a later --since leaves', async () => {
    await bench.run(source([]));
    await bench.run(source([]), { today: '2026-11-30', since: '2026-11-28' });
    expect(await cursor()).toEqual({ done: '2026-11-21' });
    await bench.run(source([]), { today: '2026-11-30', since: '2026-11-01' });
    expect(await cursor()).toEqual({ done: '2026-11-30' });
  });

  it('keeps the place where a source broke off, with what was accepted before', async () => {
    const broken = source(
      [paper('00001'), { type: 'checkpoint', position: { page: 2 } }, paper('00002')],
      new SourceFault('The source', 'fell asleep'),
    );
    expect((await bench.run(broken)).fault).toBe('The source fell asleep');
    expect(await ids()).toEqual(['arxiv-2401-02117', 'arxiv-2611-00001', 'arxiv-2611-00002']);
    await bench.run(source([]), { today: '2026-11-22' });
    expect(requests[1]?.position).toEqual({ page: 2 });
    expect(requests[1]?.since).toBe('2026-11-14');
    expect(await cursor()).toEqual({ done: '2026-11-21' });
  });

  it('that cannot be read is told, not passed over', async () => {
    await mkdir(bench.directory, { recursive: true });
    await writeFile(
      join(bench.directory, 'cursors.json'),
      '{"format":1,"sources":{"feeds":{"done":"never"}}}',
    );
    await expect(bench.run(source([]))).rejects.toThrow(
      /cursors\.json cannot be read\. Correct it, or delete it/,
    );
  });
});

describe('what is wrong', () => {
  it.each([
    ['a date in the future', { published: '2026-12-01' }, 'lies after'],
    ['an address that is not public', { url: 'http://10.0.0.1/paper' }, 'is not on a public host'],
    ['an id that does not follow from the facts', { arxiv_id: '2611.99999' }, 'aliases lack 2611.99999'],
    [
      'a name of another paper',
      { aliases: ['2401.02117', '2611.00001'] },
      'alias 2401.02117 belongs to arxiv-2401-02117 too',
    ],
    ['a field too long', { title: 'x'.repeat(500) }, 'title:'],
    [
      'control characters',
      { title: 'A paper\u0007 that rings' },
      'title: control characters are not allowed',
    ],
  ])('%s is refused with its source, and the rest goes on', async (_, more, told) => {
    const summary = await bench.run(source([paper('00001', more), paper('00002')]));
    expect(summary.refused).toHaveLength(1);
    expect(summary.refused[0]?.source).toBe('https://arxiv.org/abs/2611.00001');
    expect(summary.refused[0]?.reason).toContain(told);
    expect(await ids()).toEqual(['arxiv-2401-02117', 'arxiv-2611-00002']);
  });

  it('in the dataset itself ends the run before anything is asked', async () => {
    await appendFile(join(bench.dataset, 'robots.jsonl'), '{"id":"half a rec');
    await expect(bench.run(source([paper('00001')]))).rejects.toThrow('robots.jsonl:4');
    expect(requests).toEqual([]);
  });

  it('a queue that is full leaves the cursor where it was', async () => {
    bench.queue.report = () => Promise.reject(new DataError('STORAGE_FULL', '1000 contributions wait here.'));
    expect((await bench.run(source([report]))).fault).toBe('1000 contributions wait here.');
    expect(await cursor()).toEqual({});
  });

  it('a fault of ours is thrown', async () => {
    await expect(bench.run(source([], new TypeError('oops')))).rejects.toThrow('oops');
  });
});

it('lets one run at a time go on a directory', async () => {
  let leave: () => void = () => undefined;
  const staying: Adapter = {
    ...source([]),
    async *harvest() {
      await new Promise<void>((resolve) => {
        leave = resolve;
      });
      yield paper('00001');
    },
  };
  const first = bench.run(staying);
  while (!(await readdir(bench.directory).catch((): string[] => [])).includes('harvest.lock')) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await expect(bench.run(source([]))).rejects.toThrow('Another run harvests');
  leave();
  expect((await first).added).toHaveLength(1);
});

it('leaves the files of kinds that have not changed untouched, byte for byte', async () => {
  const before = await readFile(join(bench.dataset, 'robots.jsonl'));
  await bench.run(source([paper('00001')]));
  expect(await readFile(join(bench.dataset, 'robots.jsonl'))).toEqual(before);
  expect(await readdir(bench.dataset)).not.toContainEqual(expect.stringContaining('.tmp'));
});

it('asks no further source once another run has taken its turn', async () => {
  const lock = join(bench.directory, 'harvest.lock');
  const suspended: Adapter = {
    name: 'feeds',
    overlapDays: 2,
    async *harvest() {
      yield paper('00001');
      await writeFile(lock, 'of another');
    },
  };
  await expect(bench.runAll([suspended, source([paper('00002')])])).rejects.toThrow(HarvestBusyError);
  expect(requests).toEqual([]);
  expect(await readFile(lock, 'utf8')).toBe('of another');
});

it('keeps what the link check remembers', async () => {
  const memory = {
    behind: 'abc',
    failures: { 'https://a.example.org/': { first: '2026-11-20', last: '2026-11-21', days: 2 } },
  };
  await mkdir(bench.directory, { recursive: true });
  await writeLinkMemory(bench.directory, memory);
  expect(await readLinkMemory(bench.directory)).toMatchObject(memory);
  await writeFile(join(bench.directory, 'links.json'), 'torn');
  expect(await readLinkMemory(bench.directory)).toEqual({ behind: '', failures: {} });
});
