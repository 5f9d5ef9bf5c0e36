import { setImmediate as round } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { ReleaseSource } from '../../src/data/releases/release-source.ts';
import { readSyncResource } from '../../src/protocol/resources.ts';

it('encodes one part in a round of the event loop, however many have waited for the same data', async () => {
  let compress: (bytes: Uint8Array) => void = () => undefined;
  const compressed = new Promise<Uint8Array>((resolve) => {
    compress = resolve;
  });
  const offer: ReleaseSource = {
    manifest: async () => '{}',
    snapshotPart: () => compressed,
    deltaPart: async () => undefined,
  };
  let read = 0;
  const all = Array.from({ length: 20 }, async (_, part) => {
    await readSyncResource(`robotics://snapshot/2026.11.1/${part}`, offer);
    read += 1;
  });
  compress(new Uint8Array(8));
  let most = 0;
  for (let before = 0; read < 20; before = read) {
    await round();
    most = Math.max(most, read - before);
  }
  await Promise.all(all);
  expect(most).toBeLessThanOrEqual(2);
});
