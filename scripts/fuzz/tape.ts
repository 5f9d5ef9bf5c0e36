import { Random } from '../harness/random.ts';

/** A source of chance that keeps what was drawn from it, or draws what a tape holds and then nothing but the least. */
export class Tape extends Random {
  readonly drawn: number[] = [];
  readonly #kept: readonly number[] | undefined;

  constructor(from: number | readonly number[]) {
    super(typeof from === 'number' ? from : 0);
    this.#kept = typeof from === 'number' ? undefined : from;
  }

  override next(): number {
    const value = this.#kept === undefined ? super.next() : (this.#kept[this.drawn.length] ?? 0);
    this.drawn.push(value);
    return value;
  }

  /** The least draw is what is common. */
  override chance(probability: number): boolean {
    const value = this.next();
    return probability >= 0.5 ? value < probability : value >= 1 - probability;
  }
}

/**
 * Shrinks what was drawn, whatever draws: draws are taken out, or made the least, as long as `fails` says that what comes
 * of the tape still shows the fault. Lists in the grammar begin with what is simplest, so that the least is simple.
 * Ends after so many milliseconds, with what it has.
 */
export async function shrinkTape(
  drawn: readonly number[],
  fails: (tape: readonly number[]) => Promise<boolean>,
  patienceMs = 60_000,
): Promise<readonly number[]> {
  const end = performance.now() + patienceMs;
  let smallest = drawn;
  for (let length = 1; length < smallest.length; length *= 2) {
    if (await fails(smallest.slice(0, length))) smallest = smallest.slice(0, length);
  }
  for (let width = Math.ceil(smallest.length / 2); width >= 1; width = Math.floor(width / 2)) {
    for (let from = 0; from < smallest.length && performance.now() < end; ) {
      const shorter = smallest.toSpliced(from, width);
      const plainer = smallest.map((value, at) => (at >= from && at < from + width ? 0 : value));
      if (await fails(shorter)) smallest = shorter;
      else {
        if (await fails(plainer)) smallest = plainer;
        from += width;
      }
    }
  }
  return smallest;
}
