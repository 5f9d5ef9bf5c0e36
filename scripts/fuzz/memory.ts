import { megabytes, residentBytes } from '../harness/statistics.ts';

/** Resident memory of one process while it answered. */
export interface ProcessMemory {
  readonly of: string;
  readonly samples: number;
  readonly firstMb: number;
  readonly lastMb: number;
  /** By the straight line that fits the second half best; the first one fills caches. */
  readonly mbPer100000: number;
}

/**
 * Megabytes that a process may grow by in 100,000 requests, and what it may seem to by buffers and the allocator, beside a
 * heap that is bounded: one that holds on to what it was sent would not fit into that.
 */
const BOUND_MB = 5;
const NOISE_MB = 50;
/** Fewer requests say nothing of growth. */
const ENOUGH = 20_000;

/** Notes the memory of a process now and then. */
export class MemoryNotes {
  readonly #of: string;
  #notes: { readonly requests: number; readonly mb: number }[] = [];
  #pid: number | undefined;

  constructor(of: string) {
    this.#of = of;
  }

  note(pid: number, requests: number): void {
    // One that was started anew has yet to fill its caches.
    if (pid !== this.#pid) this.#notes = [];
    this.#pid = pid;
    this.#notes.push({ requests, mb: megabytes(residentBytes(pid)) });
  }

  report(): ProcessMemory {
    const half = this.#notes.slice(Math.floor(this.#notes.length / 2));
    return {
      of: this.#of,
      samples: this.#notes.length,
      firstMb: Math.round(this.#notes[0]?.mb ?? 0),
      lastMb: Math.round(this.#notes.at(-1)?.mb ?? 0),
      mbPer100000: Math.round(1e6 * slope(half)) / 10,
    };
  }

  /** Says that the process grew, if it did. */
  faults(): string[] {
    const half = this.#notes.slice(Math.floor(this.#notes.length / 2));
    const requests = (half.at(-1)?.requests ?? 0) - (half[0]?.requests ?? 0);
    const grown = slope(half) * requests;
    if (2 * requests < ENOUGH || grown <= NOISE_MB + (BOUND_MB * requests) / 1e5) return [];
    return [`${this.#of} grew by ${Math.round(grown)} MB in ${requests} requests`];
  }
}

/** Megabytes a request, by least squares; 0 of fewer than two notes. */
function slope(notes: readonly { readonly requests: number; readonly mb: number }[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(notes.map(({ requests }) => requests)), mean(notes.map(({ mb }) => mb))];
  const spread = notes.reduce((sum, { requests }) => sum + (requests - x) ** 2, 0);
  return spread > 0
    ? notes.reduce((sum, { requests, mb }) => sum + (requests - x) * (mb - y), 0) / spread
    : 0;
}
