import type { DatasetVersion } from '../data/dataset/read.ts';
import { compareVersions, nextVersion } from '../data/snapshot/version.ts';
import { ReleaseError } from './release-error.ts';

/**
 * Version and date of the next release: what `dataset/VERSION` states if it lies ahead of all that was released, so
 * that no package is older than its own data; else the day's, or the next one of that day.
 */
export function chooseVersion(
  latest: string | undefined,
  stated: DatasetVersion,
  day: string,
): DatasetVersion {
  if (stated.date.length < 10) {
    throw new ReleaseError(`dataset/VERSION has the date ${stated.date}: write the day too.`);
  }
  if (latest === undefined) return stated;
  const version = nextVersion(latest, day);
  if (compareVersions(stated.version, version) > 0) return stated;
  return { version, date: version.split('.').slice(0, 3).join('-') };
}
