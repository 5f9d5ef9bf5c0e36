import { compareVersions } from '../snapshot/manifest.ts';

/** What the servers that answer the same callers know of each other's data. */
export interface Agreed {
  /** The version that all of them use; undefined as long as they have not agreed on any. */
  readonly version?: string | undefined;
  /** Every version that at least one of them can answer from. */
  readonly held: readonly string[];
  /** How many servers there are; 0 where this one is alone. */
  readonly servers: number;
  /** How many of them can answer from the newest version that is held. */
  readonly ready: number;
}

/** By which servers that answer the same callers put newer data into use together. */
export interface Agreement {
  readonly now: Agreed;
  /** Called whenever `now` has changed. */
  onChange: () => void;
  /** Tells the others which versions this one can answer from. */
  announce(holds: readonly string[]): void;
}

/** The newest of several versions; undefined if there are none. */
export function newestOf(versions: Iterable<string>): string | undefined {
  let newest: string | undefined;
  for (const version of versions) {
    if (newest === undefined || compareVersions(version, newest) > 0) newest = version;
  }
  return newest;
}

/** True if `a` is a version, and newer than `b` or there is no `b`. */
export function isNewer(a: string | undefined, b: string | undefined): a is string {
  return a !== undefined && (b === undefined || compareVersions(a, b) > 0);
}
