import { readPrevious } from '../publish/previous.ts';
import { type ReleaseOptions, type ReleaseReport, release } from '../publish/release.ts';
import { type HarvestOptions, harvest } from './harvest.ts';
import type { SourceSummary } from './summary.ts';

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
  const isFirst = (await readPrevious(releasing.dir)) === undefined;
  const base = isFirst ? await release({ ...releasing, dataDirectory: undefined }) : undefined;
  const sources = await harvest(harvesting);
  if (harvesting.signal.aborted) return { sources, ...(base && { base }) };
  // The checks of the dataset are a part of it: what does not pass them is never released.
  const released = await release({ ...releasing, writeDataset: true, refresh: true });
  return { sources, ...(base && { base }), release: released };
}
