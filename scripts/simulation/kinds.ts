import { events } from './events/history.ts';
import { harvested } from './harvest/history.ts';
import { type Kind, type Outcome, runHistory } from './history.ts';
import { installed } from './install/history.ts';
import { keys } from './keys/history.ts';
import { locks } from './locks/history.ts';
import type { Step } from './machine.ts';
import { type AnyOperation, drawPlan, type Plan, shrink } from './plan.ts';
import { releases } from './releases/history.ts';
import { synced } from './sync/history.ts';

/** Histories of one kind, by their seeds. */
export interface Histories {
  readonly takes: readonly Step[];
  run(seed: number): Promise<Outcome>;
  /** Runs the smallest history that shows what the seed's shows, step by step. */
  replay(
    seed: number,
    onStep: (line: string) => void,
  ): Promise<{ readonly plan: Plan<AnyOperation>; readonly faults: readonly string[] }>;
}

/** What `--what` names. */
export const histories: Readonly<Record<string, Histories>> = {
  events: historiesOf(events),
  keys: historiesOf(keys),
  locks: historiesOf(locks),
  releases: historiesOf(releases),
  sync: historiesOf(synced),
  harvest: historiesOf(harvested),
  install: historiesOf(installed),
};

function historiesOf<Operation extends AnyOperation>(kind: Kind<Operation>): Histories {
  return {
    takes: kind.takes,
    run: (seed) => runHistory(kind, drawPlan(kind, seed)),
    replay: async (seed, onStep) => {
      const fails = async (plan: Plan<Operation>) => (await runHistory(kind, plan)).faults.length > 0;
      const whole = drawPlan(kind, seed);
      const plan = (await fails(whole)) ? await shrink(whole, fails) : whole;
      const { faults } = await runHistory(kind, plan, onStep);
      return { plan, faults };
    },
  };
}
