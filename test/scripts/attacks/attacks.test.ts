import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allAttacks, pairsOf } from '../../../scripts/attacks/all-attacks.ts';
import { drawAttacks } from '../../../scripts/attacks/malicious.ts';
import { play } from '../../../scripts/attacks/play.ts';
import { Stage } from '../../../scripts/attacks/stage.ts';
import { passYear } from '../../../scripts/attacks/year.ts';
import { Random } from '../../../scripts/harness/random.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
}, 60_000);
afterAll(() => stage.close());

describe('a client that syncs', () => {
  it('keeps to the old version or the new one under two attacks at once, 40 pairs', {
    timeout: 180_000,
  }, async () => {
    const random = new Random(20_261_123);
    const pairs = pairsOf(allAttacks);
    expect(pairs).toHaveLength((allAttacks.length * (allAttacks.length - 1)) / 2);
    for (let i = 0; i < 40; i++) {
      const attacks = random.pick(pairs);
      const names = attacks.map(({ what }) => what).join(' + ');
      expect((await play(attacks, stage)).faults, names).toEqual([]);
    }
  });

  it('keeps to them with a service that does whatever it likes, 30 sessions', {
    timeout: 180_000,
  }, async () => {
    for (let seed = 1; seed <= 30; seed++) {
      expect((await play(drawAttacks(new Random(seed)), stage)).faults, `session ${seed}`).toEqual([]);
    }
  });

  it('comes back by deltas after sixty daily versions, and by the whole snapshot after more', {
    timeout: 180_000,
  }, async () => {
    const { returns, faults, snapshot_bytes } = await passYear(63);
    expect(faults).toEqual([]);
    expect(returns.map(({ days_behind, way }) => [days_behind, way])).toEqual([
      [1, 'deltas'],
      [7, 'deltas'],
      [59, expect.stringMatching(/deltas|snapshot/)],
      [60, expect.stringMatching(/deltas|snapshot/)],
      [61, 'snapshot'],
    ]);
    for (const { bytes, says } of returns) {
      expect(bytes).toBeLessThanOrEqual(snapshot_bytes);
      expect(says).toMatch(/^The data are now version .* before .*: .* (of changes|for all of them)\.$/);
    }
  });
});
