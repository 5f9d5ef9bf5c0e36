import { expect, it } from 'vitest';
import { mean, median, ndcgAt, recallAt, successAt1 } from '../../../scripts/eval/metrics.ts';

const grades = { best: 3, good: 2, related: 1 };

it('counts a first result of grade 3 as a success, and nothing less', () => {
  expect(successAt1(['best', 'good'], grades)).toBe(1);
  expect(successAt1(['good', 'best'], grades)).toBe(0);
  expect(successAt1(['stranger'], grades)).toBe(0);
  expect(successAt1([], grades)).toBe(0);
  expect(successAt1(['constructor'], grades)).toBe(0);
});

it('holds recall against what the places could hold', () => {
  expect(recallAt(10, ['stranger', 'related', 'best'], grades)).toBeCloseTo(2 / 3, 12);
  expect(recallAt(2, ['stranger', 'related', 'best'], grades)).toBe(0.5);
  const twelve = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`r${index}`, 2]));
  expect(recallAt(10, Object.keys(twelve), twelve)).toBe(1);
  expect(recallAt(10, ['r0', 'r1', 'r2'], twelve)).toBeCloseTo(0.3, 12);
});

it('counts a record that comes twice once', () => {
  expect(recallAt(10, ['best', 'best'], grades)).toBeCloseTo(1 / 3, 12);
  // (7 + 0) / (7 + 3 / log2(3) + 1 / 2)
  expect(ndcgAt(10, ['best', 'best'], grades)).toBeCloseTo(0.745253, 6);
});

it('discounts gains of 2^grade - 1 by the place', () => {
  // ideal: 7 / 1 + 3 / 1.584963 + 1 / 2 = 9.392789
  expect(ndcgAt(10, ['best', 'good', 'related'], grades)).toBe(1);
  // 3 / 1 + 7 / 1.584963 + 1 / 2 = 7.916508
  expect(ndcgAt(10, ['good', 'best', 'related'], grades)).toBeCloseTo(0.842828, 6);
  // 7 / 1.584963 = 4.416508
  expect(ndcgAt(10, ['stranger', 'best'], grades)).toBeCloseTo(0.470202, 6);
  expect(ndcgAt(10, ['stranger'], grades)).toBe(0);
  expect(ndcgAt(10, [], grades)).toBe(0);
});

it('looks no deeper than k, in the ideal order too', () => {
  // 7 / 1.584963 over 7 + 3 / 1.584963 = 8.892789
  expect(ndcgAt(2, ['stranger', 'best', 'good'], grades)).toBeCloseTo(0.496639, 6);
});

it('takes mean and median', () => {
  expect(mean([1, 2, 6])).toBe(3);
  expect(median([5, 1, 3])).toBe(3);
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(median([])).toBeNaN();
});
