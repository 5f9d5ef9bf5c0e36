/** How long to leave something alone that fails again and again. */
export interface Backoff {
  /** The pause after the first failure, in milliseconds; it doubles with each further one. */
  readonly firstMs: number;
  readonly longestMs?: number;
  /** The share of a pause that chance may take away, 0 to 1: those who failed together are not to come back together. */
  readonly jitter: number;
}

/** The pause in milliseconds once `failures` have come before this one; `random` gives 0 to 1. */
export function backoffMs(
  { firstMs, longestMs = Number.POSITIVE_INFINITY, jitter }: Backoff,
  failures: number,
  random: () => number = Math.random,
): number {
  const pause = Math.min(longestMs, firstMs * 2 ** failures);
  return pause * (1 - jitter + jitter * random());
}
