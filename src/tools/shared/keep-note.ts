import type { Contributions } from '../../contributions/contributions.ts';

/** What must be said of a contribution that a restart would lose; undefined once they are durable. */
export function keepNote({ durable }: Contributions): string | undefined {
  return durable
    ? undefined
    : 'Contributions are kept in memory only for now: this one is lost when the server ends.';
}
