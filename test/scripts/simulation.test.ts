import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Random } from '../../scripts/harness/random.ts';
import { SimulatedDisk } from '../../scripts/simulation/disk.ts';
import { events } from '../../scripts/simulation/events/history.ts';
import type { Operation } from '../../scripts/simulation/events/operations.ts';
import { foundSeeds } from '../../scripts/simulation/found.ts';
import { runHistory } from '../../scripts/simulation/history.ts';
import { type Histories, histories } from '../../scripts/simulation/kinds.ts';
import { drawPlan, type Plan, shrink } from '../../scripts/simulation/plan.ts';

/** So many of each kind, beside those that were found once; `.ci/run` tries more. */
const share: Readonly<Record<string, number>> = {
  events: 50,
  keys: 10,
  locks: 25,
  releases: 3,
  sync: 5,
  harvest: 15,
  install: 15,
};

// Whoever works for long lets others have their turn by the real clock, which differs from run to run.
beforeEach(() => void vi.spyOn(performance, 'now').mockReturnValue(0));
afterEach(() => void vi.restoreAllMocks());

describe('the simulated machine', () => {
  it.each(Object.keys(histories))('keeps every promise of %s', { timeout: 60_000 }, async (what) => {
    const { run } = histories[what] as Histories;
    const drawn = Array.from({ length: share[what] ?? 0 }, (_, index) => index + 1);
    const broken: string[] = [];
    for (const seed of [...foundSeeds(what), ...drawn]) {
      const { faults } = await run(seed);
      if (faults.length > 0) broken.push(`npm run simulate -- --what ${what} --replay ${seed}: ${faults[0]}`);
    }
    expect(broken).toEqual([]);
  });

  it.each(Object.keys(histories))('takes the same steps of %s for the same seed', async (what) => {
    const { replay } = histories[what] as Histories;
    const [once, again]: [string[], string[]] = [[], []];
    await replay(7, (line) => once.push(line));
    await replay(7, (line) => again.push(line));
    expect(once.length).toBeGreaterThan(30);
    expect(again).toEqual(once);
  });

  it('loses what was not flushed, and nothing else', () => {
    const outcomes = new Set<string>();
    for (let seed = 0; seed < 200; seed++) {
      const disk = new SimulatedDisk(new Random(seed), () => 0, 0);
      const open = disk.create('/a', 0o600);
      disk.write(open, Buffer.from('one'));
      disk.flush(open);
      disk.flushDirectory('/');
      disk.write(open, Buffer.from('two'));
      disk.rename('/a', '/b');
      disk.losePower();
      const [name = ''] = disk.list('/') ?? [];
      outcomes.add(`${name} ${Buffer.from(disk.readFile(`/${name}`)).toString()}`);
    }
    expect([...outcomes].every((outcome) => /^[ab] one(t|tw|two)?$/.test(outcome))).toBe(true);
    expect(outcomes.size).toBe(8);
  });

  it('finds a flush that is left out, and shrinks the history that shows it', async () => {
    const flush = SimulatedDisk.prototype.flush;
    SimulatedDisk.prototype.flush = () => undefined;
    try {
      const fails = async (plan: Plan<Operation>) => (await runHistory(events, plan)).faults.length > 0;
      let seed = 1;
      while (!(await fails(drawPlan(events, seed)))) seed++;
      expect(seed).toBeLessThan(20);
      const smallest = await shrink(drawPlan(events, seed), fails);
      expect(smallest.processes.flat().length).toBeLessThan(10);
    } finally {
      SimulatedDisk.prototype.flush = flush;
    }
  });
});
