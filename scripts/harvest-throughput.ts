/**
 * Measures how fast the arXiv adapter takes in a generated month: `tsx scripts/harvest-throughput.ts [PAPERS]`. The
 * papers come from a server on this machine without arXiv's pauses, into a copy of the dataset.
 */
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { arxivAdapter } from '../src/harvest/arxiv/adapter.ts';
import { SourceFetcher } from '../src/harvest/fetcher.ts';
import { harvest } from '../src/harvest/harvest.ts';
import { serveMonth } from './harvest/generated-month.ts';

const count = Number(process.argv[2] ?? 5000);
const place = await mkdtemp(join(tmpdir(), 'harvest-throughput-'));
try {
  const dataset = join(place, 'dataset');
  await cp('dataset', dataset, { recursive: true });
  const lines = (await readFile(join(dataset, 'publications.jsonl'), 'utf8')).trim().split('\n');
  const titles = lines.map((line) => (JSON.parse(line) as { title: string }).title);
  const server = await serveMonth(titles, count);
  const began = performance.now();
  let sourceBegan = began;
  const [summary] = await harvest({
    sources: [{ adapter: arxivAdapter({ oai: server.url, api: server.url }) }],
    dataset,
    directory: join(place, 'harvest'),
    fetcher: new SourceFetcher({ userAgent: 'robotics-mcp throughput', intervalOf: () => 0 }),
    queue: { report: async () => 'filed', propose: async () => 'filed' },
    today: '2026-11-21',
    since: '2026-10-01',
    dryRun: false,
    signal: new AbortController().signal,
    onProgress: (_, text) => {
      if (sourceBegan === began) sourceBegan = performance.now();
      console.log(`${((performance.now() - began) / 1000).toFixed(1)} s: ${text}`);
    },
    onDone: () => undefined,
  });
  const seconds = (performance.now() - began) / 1000;
  server.close();
  const added = summary?.added.length ?? 0;
  console.log(
    `${added} of ${count} papers added, ${summary?.refused.length} refused, ${summary?.fault ?? 'no fault'}`,
  );
  console.log(
    `${seconds.toFixed(1)} s in all, reading the dataset and writing it included: ${Math.round(added / seconds)} papers/s`,
  );
  console.log(`${Math.round(process.memoryUsage().rss / 1e6)} MB resident`);
} finally {
  await rm(place, { recursive: true, force: true });
}
