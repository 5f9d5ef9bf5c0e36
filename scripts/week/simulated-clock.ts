import type { FileSystem } from '../../src/lib/file-system.ts';

const RealDate = Date;

/** From which real moment on the clock is how far ahead, in milliseconds. */
interface Step {
  readonly realMs: number;
  readonly aheadMs: number;
}

/**
 * The clock of this process, which can be set. Timers and pauses stay real: nobody waits longer or shorter than a caller
 * would, so what happens once a day has to be done by whoever sets the clock.
 */
export class SimulatedClock {
  readonly #steps: Step[] = [];

  constructor(startMs: number) {
    this.set(startMs);
  }

  /** Sets it, forwards or backwards. */
  set(ms: number): void {
    const realMs = RealDate.now();
    this.#steps.push({ realMs, aheadMs: ms - realMs });
  }

  readonly now = (): number => RealDate.now() + (this.#steps.at(-1)?.aheadMs ?? 0);

  /** `YYYY-MM-DD`, in UTC. */
  get today(): string {
    return new RealDate(this.now()).toISOString().slice(0, 10);
  }

  /**
   * Puts it in place of the clock of all code that is loaded afterwards. `files` then tells times as if they had been
   * written by it. The function returned puts the real clock back.
   */
  install(files: FileSystem): () => void {
    const now = this.now;
    class SimulatedDate extends RealDate {
      constructor(...given: readonly unknown[]) {
        super(...((given.length === 0 ? [now()] : given) as [number]));
      }
      static override now = now;
    }
    globalThis.Date = SimulatedDate as DateConstructor;
    const [stat, touch] = [files.stat, files.touch];
    files.stat = (path) => {
      const found = stat(path);
      if (found === undefined) return undefined;
      const { size, ino, mode, mtimeMs } = found;
      return { size, ino, mode, mtimeMs: this.#atReal(mtimeMs) };
    };
    files.touch = (path, ms) => touch(path, ms - (this.#steps.at(-1)?.aheadMs ?? 0));
    return () => {
      globalThis.Date = RealDate;
      Object.assign(files, { stat, touch });
    };
  }

  /** What the clock showed at a real moment. A time set on a file, in seconds as a double, is some microseconds early. */
  #atReal(realMs: number): number {
    const step = this.#steps.findLast((each) => each.realMs <= Math.round(realMs)) ?? this.#steps[0];
    return realMs + (step?.aheadMs ?? 0);
  }
}
