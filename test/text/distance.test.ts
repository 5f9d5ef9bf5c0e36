import { expect, it } from 'vitest';
import { Random } from '../../scripts/harness/random.ts';
import { editDistance } from '../../src/text/distance.ts';

/** The definition, without a table: the cheapest of every way to treat the last letters. */
function reference(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length;
  const [short, shorter] = [a.slice(0, -1), b.slice(0, -1)];
  const ways = [
    reference(short, shorter) + (a.at(-1) === b.at(-1) ? 0 : 1),
    reference(short, b) + 1,
    reference(a, shorter) + 1,
  ];
  const isSwapped = a.length > 1 && b.length > 1 && a.at(-1) === b.at(-2) && a.at(-2) === b.at(-1);
  if (isSwapped) ways.push(reference(a.slice(0, -2), b.slice(0, -2)) + 1);
  return Math.min(...ways);
}

it('agrees with its definition on random words', () => {
  const random = new Random(7);
  for (let i = 0; i < 400; i++) {
    // Few letters, so that equal and swapped ones are common.
    const [a, b] = [random.word('abc', random.below(7)), random.word('abc', random.below(7))];
    expect(editDistance(a, b), `${a} to ${b}`).toBe(reference(a, b));
  }
});

it('is a distance: none to itself, the same both ways, at most the longer word', () => {
  const random = new Random(8);
  for (let i = 0; i < 300; i++) {
    const [a, b] = [random.word('robtu', random.below(12)), random.word('robtu', random.below(12))];
    expect(editDistance(a, a)).toBe(0);
    expect(editDistance(a, b)).toBe(editDistance(b, a));
    expect(editDistance(a, b)).toBeLessThanOrEqual(Math.max(a.length, b.length));
  }
});

it('is counted up to a bound, and only told to be beyond it', () => {
  const random = new Random(9);
  for (let i = 0; i < 3000; i++) {
    const [a, b] = [random.word('abcd', random.below(14)), random.word('abcd', random.below(14))];
    const [whole, bound] = [editDistance(a, b), random.below(6)];
    const bounded = editDistance(a, b, bound);
    if (whole <= bound) expect(bounded, `${a} to ${b} within ${bound}`).toBe(whole);
    else expect(bounded, `${a} to ${b} within ${bound}`).toBeGreaterThan(bound);
  }
});
