import { z } from 'zod';

/** `2026.11.20`, with a suffix `.1` for a second version of that day. */
export const versionPattern = /^\d{4}\.\d{2}\.\d{2}(\.[1-9]\d{0,3})?$/;

export const versionName = z.string().regex(versionPattern, 'use a version such as 2026.11.20');

/** Below 0 if `a` is older than `b`, above 0 if it is newer. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number));
  for (let part = 0; part < 4; part++) {
    const difference = (left?.[part] ?? 0) - (right?.[part] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** The next version after `latest` for a day (`2026-11-20`): that of the day, or the next suffix of it. */
export function nextVersion(latest: string | undefined, day: string): string {
  const first = day.replaceAll('-', '.');
  if (latest === undefined || compareVersions(first, latest) > 0) return first;
  const [year = '', month = '', date = '', suffix = '0'] = latest.split('.');
  return `${year}.${month}.${date}.${Number(suffix) + 1}`;
}
