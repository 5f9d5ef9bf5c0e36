import { afterEach, beforeEach, expect, it } from 'vitest';
import { LoadTest } from '../../../scripts/load/load.ts';
import { temporaryDirectory } from '../../contributions/faulty-files.ts';

let place: ReturnType<typeof temporaryDirectory>;
beforeEach(() => {
  place = temporaryDirectory();
});
afterEach(() => place.remove());

it('a few seconds of load with a killed worker and a restart lose nothing else', {
  timeout: 90_000,
}, async () => {
  const report = await LoadTest.run({
    seconds: 6,
    connections: 8,
    workers: 2,
    seed: 7,
    home: place.path,
    questions: 20,
  });
  expect(report.failures).toEqual([]);
  expect(report.ended.code).toBe(0);
  expect(report.processesThatBroke).toBeLessThanOrEqual(1);
  expect(report.lostWithWorker).toBeLessThanOrEqual(8);
  expect(report.requests).toBeGreaterThan(0);
});
