import { expect, it } from 'vitest';
import { Random } from '../../../scripts/harness/random.ts';
import { Publisher } from '../../../scripts/sync/publisher.ts';
import { unpack } from '../../../src/data/snapshot/compress.ts';
import { believe } from '../../../src/data/subscribe/plan.ts';
import { isDataError } from '../../../src/lib/data-error.ts';
import { sqlite } from '../../helpers/catalogue.ts';
import { recordsOf, versionOf } from '../../helpers/versions.ts';

const flips = 5000;

it(`finds every one of ${flips} flipped bits in manifest, delta and snapshot`, {
  timeout: 60_000,
}, async () => {
  const publisher = new Publisher(await sqlite());
  await publisher.pass(versionOf(1), recordsOf(1));
  const { envelope, manifest, snapshot } = await publisher.release(versionOf(2), recordsOf(2));
  const trust = { keys: [publisher.key], allowUnsigned: false };
  const [entry] = manifest.deltas;
  const delta = publisher.delta(versionOf(1).version);
  if (entry === undefined || delta === undefined) throw new Error('There is no delta.');
  // What a client does with each of them before it believes anything that stands in it.
  const targets: [Uint8Array, (bytes: Uint8Array) => unknown][] = [
    [Buffer.from(envelope), async (bytes) => believe(Buffer.from(bytes).toString('utf8'), trust, undefined)],
    [delta, (bytes) => unpack(bytes, entry)],
    [snapshot.bytes, (bytes) => unpack(bytes, manifest.snapshot)],
  ];
  for (const [bytes, read] of targets) await expect(Promise.resolve(read(bytes))).resolves.toBeDefined();

  const random = new Random(7);
  const unnoticed: string[] = [];
  for (let i = 0; i < flips; i++) {
    const [bytes, read] = targets[i % targets.length] as (typeof targets)[number];
    const bit = random.below(bytes.byteLength * 8);
    const altered = Uint8Array.from(bytes);
    altered[bit >> 3] = (altered[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    const isNoticed = await Promise.resolve(read(altered)).then(
      () => false,
      (error) => isDataError(error),
    );
    if (!isNoticed) unnoticed.push(`target ${i % targets.length}, bit ${bit}`);
  }
  expect(unnoticed).toEqual([]);
});
