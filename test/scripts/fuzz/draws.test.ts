import { expect, it } from 'vitest';
import { type Draws, playCase } from '../../../scripts/fuzz/draws.ts';

/** Numbers below 100, some of them large. */
const draw = (draws: Draws) => Array.from({ length: 1 + draws.below(20) }, () => draws.below(100));

async function drawnBy(seed: number): Promise<number[]> {
  let drawn: number[] = [];
  await playCase(seed, false, async (draws) => {
    drawn = draw(draws);
    return false;
  });
  return drawn;
}

it('draws the same from a seed, and something else from another', async () => {
  expect(await drawnBy(7)).toEqual(await drawnBy(7));
  expect(await drawnBy(7)).not.toEqual(await drawnBy(8));
});

it('draws what is rare as often as it is said to be', async () => {
  let rare = 0;
  for (let seed = 0; seed < 50; seed += 1) {
    await playCase(seed, false, async (draws) => {
      for (let i = 0; i < 40; i += 1) if (draws.chance(0.1) || !draws.chance(0.9)) rare += 1;
      return false;
    });
  }
  // Of 2,000, 380 are expected.
  expect(rare).toBeGreaterThan(300);
  expect(rare).toBeLessThan(460);
});

it('plays a case that fails once, and smaller ones only if they are wanted', async () => {
  let played = 0;
  await playCase(1, false, async (draws) => {
    played += 1;
    return draws.below(100) >= 0;
  });
  expect(played).toBe(1);
});

it('shrinks to the least that still fails', async () => {
  for (const seed of [1, 2, 3, 4, 5]) {
    let smallest: number[] | undefined;
    await playCase(seed, true, async (draws) => {
      const numbers = [draws.pick([0, 1, 2]), ...draw(draws), draws.chance(0.1) ? 1 : 0];
      const fails = numbers.some((number) => number >= 60);
      if (fails) smallest = numbers;
      return fails;
    });
    if (smallest !== undefined) expect(smallest.filter((number) => number !== 0)).toEqual([60]);
  }
});
