import { median, megabytes, residentBytes } from '../harness/statistics.ts';

/** Resident memory of one process over its life. */
export interface ProcessMemory {
  readonly pid: number;
  readonly samples: number;
  /** Medians of the second and of the last quarter of its life: the first one fills caches. */
  readonly earlyMb: number;
  readonly lateMb: number;
  readonly mostMb: number;
}

const everyMs = 1_000;

/** Looks at the memory of processes once a second. */
export class MemoryWatch {
  readonly #samples = new Map<number, number[]>();
  readonly #timer: NodeJS.Timeout;

  constructor(pids: () => readonly number[]) {
    this.#timer = setInterval(() => {
      for (const pid of pids()) this.#look(pid);
    }, everyMs);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  report(): ProcessMemory[] {
    return [...this.#samples].map(([pid, sizes]) => {
      const quarter = Math.ceil(sizes.length / 4);
      const early = sizes.slice(quarter, 2 * quarter);
      return {
        pid,
        samples: sizes.length,
        earlyMb: Math.round(median(early.length > 0 ? early : sizes)),
        lateMb: Math.round(median(sizes.slice(-quarter))),
        mostMb: Math.round(Math.max(...sizes)),
      };
    });
  }

  #look(pid: number): void {
    try {
      const size = megabytes(residentBytes(pid));
      const sizes = this.#samples.get(pid);
      // What has ended and is still listed has none.
      if (!Number.isFinite(size)) return;
      if (sizes === undefined) this.#samples.set(pid, [size]);
      else sizes.push(size);
    } catch {
      // It has ended between two looks.
    }
  }
}
