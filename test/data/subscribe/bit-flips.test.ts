import { afterAll, beforeAll, expect, it } from 'vitest';
import { Random } from '../../../scripts/harness/random.ts';
import { AttackFixture } from './attacks/fixture.ts';
import { filesServed, flipBits, flipStated } from './attacks/flips.ts';

let fixture: AttackFixture;
beforeAll(async () => {
  fixture = await AttackFixture.open();
}, 60_000);
afterAll(() => fixture.close());

it('finds every one of 2,000 flipped bits in manifest, signature, introduction, delta and snapshot', {
  timeout: 60_000,
}, async () => {
  const files = filesServed(fixture);
  expect(files.map(({ name }) => name)).toEqual([
    'manifest',
    'signature',
    'introduction of a key',
    'delta',
    'snapshot',
  ]);
  expect(await flipBits(files, 2_000, new Random(7))).toEqual([]);
});

it('takes nothing but the signed records from a file with a flipped bit whose hashes are stated', {
  timeout: 60_000,
}, async () => {
  expect(await flipStated(fixture, 20, new Random(7))).toEqual([]);
});

it('tells of a reader that looks at nothing', async () => {
  const blind = filesServed(fixture).map((file) => ({ ...file, read: () => 'fine' }));
  expect(await flipBits(blind, 5, new Random(7))).toHaveLength(5);
});
