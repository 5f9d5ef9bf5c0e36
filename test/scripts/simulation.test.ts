import { describe, expect, it } from 'vitest';
import { Random } from '../../scripts/harness/random.ts';
import { SimulatedDisk } from '../../scripts/simulation/disk.ts';
import { runHistory } from '../../scripts/simulation/events.ts';
import { drawPlan, shrink } from '../../scripts/simulation/plan.ts';

const HISTORIES = 500;

describe('the simulated machine', () => {
  it('keeps every promise of events and keys', async () => {
    const broken: string[] = [];
    for (let seed = 1; seed <= HISTORIES; seed++) {
      const { faults } = await runHistory(drawPlan(seed));
      if (faults.length > 0) broken.push(`npm run simulate -- --replay ${seed}: ${faults[0]}`);
    }
    expect(broken).toEqual([]);
  });

  it('takes the same steps for the same seed', async () => {
    const [once, again]: [string[], string[]] = [[], []];
    await runHistory(drawPlan(7), (line) => once.push(line));
    await runHistory(drawPlan(7), (line) => again.push(line));
    expect(once.length).toBeGreaterThan(50);
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
      const fails = async (plan: ReturnType<typeof drawPlan>) => (await runHistory(plan)).faults.length > 0;
      let seed = 1;
      while (!(await fails(drawPlan(seed)))) seed++;
      expect(seed).toBeLessThan(20);
      const smallest = await shrink(drawPlan(seed), fails);
      expect(smallest.processes.flat().length).toBeLessThan(10);
    } finally {
      SimulatedDisk.prototype.flush = flush;
    }
  });
});
