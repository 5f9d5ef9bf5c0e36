import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type {
  Adapter,
  Filed,
  RecordFinding,
  ReportFinding,
  ReviewQueue,
} from '../../../src/harvest/adapter.ts';
import { SourceFetcher, type SourceFetcherOptions } from '../../../src/harvest/fetcher.ts';
import { harvest } from '../../../src/harvest/harvest.ts';
import type { SourceSummary } from '../../../src/harvest/summary.ts';
import { writeDatasetFolder } from './dataset-folder.ts';

export const today = '2026-11-21';

/** Keeps what it is given, as the operator's queue does. */
class ListedQueue implements ReviewQueue {
  readonly reports: ReportFinding[] = [];
  readonly proposals: RecordFinding[] = [];

  report(finding: ReportFinding): Promise<Filed> {
    const isKnown = this.reports.some(({ id, problem }) => id === finding.id && problem === finding.problem);
    if (!isKnown) this.reports.push(finding);
    return Promise.resolve(isKnown ? 'known' : 'filed');
  }

  propose(finding: RecordFinding): Promise<Filed> {
    const isKnown = this.proposals.some(({ record }) => record.id === finding.record.id);
    if (!isKnown) this.proposals.push(finding);
    return Promise.resolve(isKnown ? 'known' : 'filed');
  }
}

/** A fetcher that need not be polite to servers on this machine. */
export function quickFetcher(options: Partial<SourceFetcherOptions> = {}): SourceFetcher {
  return new SourceFetcher({
    userAgent: 'robotics-mcp/test (tests)',
    intervalOf: () => 0,
    backOffMs: 1,
    timeoutMs: 5_000,
    ...options,
  });
}

export interface Bench {
  readonly dataset: string;
  readonly directory: string;
  readonly queue: ListedQueue;
  run(adapter: Adapter, options?: RunOptions): Promise<SourceSummary>;
  /** One after the other, with the summary of each. */
  runAll(adapters: readonly Adapter[], options?: RunOptions): Promise<SourceSummary[]>;
}

interface RunOptions {
  readonly today?: string;
  readonly since?: string;
  readonly dryRun?: boolean;
  readonly fetcher?: SourceFetcher;
  readonly signal?: AbortSignal;
}

/** A publisher's directory of its own, in which one adapter after another can be run. */
export async function startBench(): Promise<Bench> {
  const place = await mkdtemp(join(tmpdir(), 'harvest-'));
  const dataset = await writeDatasetFolder(join(place, 'dataset'));
  const directory = join(place, 'data', 'harvest');
  const queue = new ListedQueue();
  const runAll: Bench['runAll'] = (adapters, options = {}) =>
    harvest({
      sources: adapters.map((adapter) => ({ adapter })),
      dataset,
      directory,
      queue,
      fetcher: options.fetcher ?? quickFetcher(),
      today: options.today ?? today,
      since: options.since,
      dryRun: options.dryRun ?? false,
      signal: options.signal ?? new AbortController().signal,
      onProgress: () => undefined,
      onDone: () => undefined,
    });
  return {
    dataset,
    directory,
    queue,
    runAll,
    run: async (adapter, options) => {
      const [summary] = await runAll([adapter], options);
      if (summary === undefined) throw new Error('nothing was run');
      return summary;
    },
  };
}
