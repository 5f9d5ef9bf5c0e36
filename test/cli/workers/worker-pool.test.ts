import { expect, it } from 'vitest';
import { Restarts } from '../../../src/cli/workers/worker-pool.ts';

it('replaces a worker that lived at once', () => {
  const restarts = new Restarts();
  for (let i = 0; i < 20; i += 1) expect(restarts.next(60_000, i)).toEqual({ pauseMs: 0 });
});

it('waits longer with each that ends at its start, then gives up', () => {
  const restarts = new Restarts();
  const pauses = [100, 200, 400, 800].map((pauseMs) => ({ pauseMs }));
  expect([0, 1, 2, 3].map((i) => restarts.next(50, i * 1000))).toEqual(pauses);
  expect(restarts.next(50, 4000)).toBe('give-up');
});

it('forgets failures when one lived, and those that lie far back', () => {
  const restarts = new Restarts();
  for (let i = 0; i < 4; i += 1) restarts.next(50, i);
  expect(restarts.next(20_000, 5)).toEqual({ pauseMs: 0 });
  for (let i = 0; i < 4; i += 1) restarts.next(50, 10 + i);
  expect(restarts.next(50, 100_000)).toEqual({ pauseMs: 100 });
});
