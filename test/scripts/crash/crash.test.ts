import { afterEach, beforeEach, expect, it } from 'vitest';
import { crashContributions, twoServers } from '../../../scripts/crash/contributions.ts';
import { temporaryDirectory } from '../../contributions/faulty-files.ts';

let place: ReturnType<typeof temporaryDirectory>;
beforeEach(() => {
  place = temporaryDirectory();
});
afterEach(() => place.remove());

it('a few kills over both transports lose nothing that was acknowledged', { timeout: 60_000 }, async () => {
  const report = await crashContributions({ home: place.path, kills: 4, together: 2, longestMs: 150 });
  expect(report).toMatchObject({ missing: [], twice: [], foreign: [], faults: { damaged: 0 } });
  expect(report.confirmed).toBeGreaterThan(0);
});

it('two servers write into one directory, and nothing is missing or there twice', {
  timeout: 60_000,
}, async () => {
  const report = await twoServers(place.path, 250);
  expect(report).toEqual({ acknowledged: 500, tickets: 500, entries: 500, missing: [] });
});
