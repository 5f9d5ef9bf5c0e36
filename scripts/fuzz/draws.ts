import fc, { type GeneratorValue } from 'fast-check';
import type { Random } from '../harness/random.ts';

const SHARES = 2 ** 30;

/** What a case is drawn from. */
export type Draws = Pick<Random, 'next' | 'below' | 'pick' | 'chance'>;

/**
 * fast-check draws, and makes each draw smaller as long as the fault still shows: lists begin with what is simplest, so
 * that a smaller case is a simpler one.
 */
class CaseDraws implements Draws {
  readonly #draw: GeneratorValue;

  constructor(draw: GeneratorValue) {
    this.#draw = draw;
  }

  below(end: number): number {
    return this.#draw(upTo, end - 1);
  }

  next(): number {
    return this.below(SHARES) / SHARES;
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }

  /** The smaller draw is what is common. */
  chance(probability: number): boolean {
    return probability >= 0.5 ? this.next() < probability : this.next() >= 1 - probability;
  }
}

const upTo = (max: number) => fc.nat(max);

/** Where draws are no longer made smaller, though they could be. */
const SHRINKING_MS = 60_000;

/**
 * Plays the case of a seed, and with `shrinks`, as long as it fails, smaller ones. `fails` says of a case whether it does;
 * the last for which it did was the smallest.
 */
export async function playCase(
  seed: number,
  shrinks: boolean,
  fails: (draws: Draws) => Promise<boolean>,
): Promise<void> {
  const end = performance.now() + SHRINKING_MS;
  const property = fc.asyncProperty(
    fc.gen(),
    async (draw) => performance.now() > end || !(await fails(new CaseDraws(draw))),
  );
  await fc.check(property, { seed, numRuns: 1, endOnFailure: !shrinks, plugins: [fc.unbiased()] });
}
