import { join } from 'node:path';
import { Lock } from '../lib/lock.ts';
import { realSystem, type System } from '../lib/system.ts';
import { type ReleaseOptions, type ReleaseReport, release } from '../publish/release.ts';
import { ReleaseFolder } from '../publish/release-folder.ts';
import type { Adapter, ReviewQueue } from './adapter.ts';
import { DatasetDraft } from './dataset-draft.ts';
import type { Fetcher } from './fetcher.ts';
import { Cursors, runSource } from './run-source.ts';
import type { SourceSummary } from './summary.ts';

/** One source of a run, and the state to store after it has been read. */
export interface HarvestSource {
  readonly adapter: Adapter;
  /** Name of its cursor, if that is not its own. */
  readonly cursor?: string;
  /** Keeps what it remembers beside its cursor. */
  readonly keep?: () => Promise<void>;
}

export interface HarvestOptions {
  readonly sources: readonly HarvestSource[];
  /** The publisher's `dataset/`. */
  readonly dataset: string;
  /** Where cursors are kept: `harvest/` of the data directory. */
  readonly directory: string;
  readonly fetcher: Fetcher;
  readonly queue: ReviewQueue;
  /** `YYYY-MM-DD`. */
  readonly today: string;
  readonly since?: string | undefined;
  readonly dryRun: boolean;
  readonly signal: AbortSignal;
  readonly onProgress: (source: string, text: string) => void;
  readonly onDone: (summary: SourceSummary) => void;
  readonly system?: System;
}

/** Another process harvests into the same directory. */
export class HarvestBusyError extends Error {
  constructor(directory: string) {
    super(`Another run harvests for ${directory} just now. Wait for it, or stop it.`);
    this.name = 'HarvestBusyError';
  }
}

/** Reads the sources one after another. One process at a time does so for a directory. */
export async function harvest(options: HarvestOptions): Promise<SourceSummary[]> {
  if (options.dryRun) return readAll(options, async () => undefined);
  const { directory, system = realSystem } = options;
  await system.files.makeDirectory(directory, 0o777);
  const lock = await Lock.take(join(directory, 'harvest.lock'), system);
  if (lock === undefined) throw new HarvestBusyError(directory);
  try {
    return await readAll(options, async () => {
      // Whoever was suspended for long may have been taken for dead.
      if (!(await lock.isHeld())) throw new HarvestBusyError(directory);
    });
  } finally {
    await lock.release();
  }
}

async function readAll(options: HarvestOptions, checkTurn: () => Promise<void>): Promise<SourceSummary[]> {
  const draft = DatasetDraft.open(options.dataset, options.system);
  const cursors = await Cursors.open(options.directory, options.system);
  const summaries: SourceSummary[] = [];
  for (const { adapter, cursor, keep } of options.sources) {
    if (options.signal.aborted) break;
    await checkTurn();
    const summary = await runSource(adapter, { ...options, draft, cursors, cursor });
    if (!options.dryRun) await keep?.();
    options.onDone(summary);
    summaries.push(summary);
  }
  return summaries;
}

export interface DailyReport {
  readonly sources: readonly SourceSummary[];
  /** What was cut before anything was harvested: the first release, of the data as they were. */
  readonly base?: ReleaseReport;
  /** Undefined after a dry run, or one that was stopped. */
  readonly release?: ReleaseReport;
}

/**
 * The operator's day: harvest, check, release. A releases directory without a release gets one of the data as they
 * are, so that what is new today is a delta to it. If nothing is new the newest version is signed anew, and clients
 * see that somebody is there. Run twice, it does nothing the second time; broken off, the next run goes on.
 */
export async function runDay(harvesting: HarvestOptions, releasing: ReleaseOptions): Promise<DailyReport> {
  if (harvesting.dryRun) return { sources: await harvest(harvesting) };
  const isFirst = (await new ReleaseFolder(releasing.dir).previous()) === undefined;
  const base = isFirst ? await release({ ...releasing, dataDirectory: undefined }) : undefined;
  const sources = await harvest(harvesting);
  if (harvesting.signal.aborted) return { sources, ...(base && { base }) };
  // The checks of the dataset are a part of it: what does not pass them is never released.
  const released = await release({ ...releasing, writeDataset: true, refresh: true });
  return { sources, ...(base && { base }), release: released };
}
