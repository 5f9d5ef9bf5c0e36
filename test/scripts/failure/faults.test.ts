import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBalancer } from '../../../scripts/failure/cluster.ts';
import { type Fault, faults } from '../../../scripts/failure/faults.ts';
import { closeStage, openStage, playOnce, type Stage } from '../../../scripts/failure/run.ts';
import { postgresPrograms } from '../../../scripts/harness/postgres.ts';

const isPossible = postgresPrograms() !== undefined && hasBalancer();
const needsNothing = (fault: Fault): boolean => fault.cluster === undefined && fault.diskBytes === undefined;

/** How fast a node hears is for a machine that does nothing else; `npm run check:postgres` measures it. */
const bounds = { appearsWithinMs: 60_000, catchesUpWithinMs: 60_000, answersWithinMs: 60_000 };
/** Beyond the time-outs of statements. */
const longMs = 6_000;

async function strike(stage: Stage, fault: Fault): Promise<void> {
  const verdict = await playOnce(stage, fault, { seed: 1, longMs, bounds });
  expect(verdict.faults).toEqual([]);
  expect(verdict.acknowledged).toBeGreaterThan(0);
  expect(verdict.reads).toBeGreaterThan(0);
}

describe.skipIf(!isPossible)(
  'three nodes at one PostgreSQL keep their promises',
  { timeout: 180_000 },
  () => {
    let stage: Stage;
    beforeAll(async () => {
      stage = await openStage({}, 1);
    }, 180_000);
    afterAll(() => closeStage(stage));

    it.each(faults.filter(needsNothing))('under: $words', (fault) => strike(stage, fault));
  },
);

describe.skipIf(!isPossible)(
  'two nodes at a PostgreSQL of a kind of its own keep them too',
  { timeout: 180_000 },
  () => {
    for (const fault of faults.filter((each) => !needsNothing(each))) {
      it.skipIf(fault.unavailable?.() !== undefined)(`under: ${fault.words}`, async () => {
        const stage = await openStage(fault, 1, 2);
        try {
          await strike(stage, fault);
        } finally {
          await closeStage(stage);
        }
      });
    }
  },
);
