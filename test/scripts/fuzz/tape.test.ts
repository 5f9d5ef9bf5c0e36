import { expect, it } from 'vitest';
import { shrinkTape, Tape } from '../../../scripts/fuzz/tape.ts';

/** Numbers below 100, some of them large. */
const draw = (tape: Tape) => Array.from({ length: 1 + tape.below(20) }, () => tape.below(100));

it('draws the same from a seed, and from what was drawn', () => {
  const tape = new Tape(7);
  const drawn = draw(tape);
  expect(draw(new Tape(7))).toEqual(drawn);
  expect(draw(new Tape(tape.drawn))).toEqual(drawn);
});

it('draws the least where a tape ends: the first of a list, and what is common', () => {
  const tape = new Tape([]);
  expect([tape.below(9), tape.pick(['a', 'b']), tape.chance(0.9), tape.chance(0.1)]).toEqual([
    0,
    'a',
    true,
    false,
  ]);
});

it('shrinks to the least that still fails', async () => {
  const fails = (numbers: readonly number[]) => numbers.some((number) => number >= 60);
  for (const seed of [1, 2, 3, 4, 5]) {
    const tape = new Tape(seed);
    if (!fails(draw(tape))) continue;
    const smallest = draw(
      new Tape(await shrinkTape(tape.drawn, async (kept) => fails(draw(new Tape(kept))))),
    );
    expect(smallest.filter((number) => number !== 0)).toHaveLength(1);
  }
});
