import { Random } from '../harness/random.ts';
import { faultCodes, type Step, type Trouble } from './machine.ts';

/** What a process does, one after the other. */
export interface AnyOperation {
  readonly do: string;
}

/** All that a history is, drawn from its seed: what does not depend on the order in which steps are taken. */
export interface Plan<Operation extends AnyOperation> {
  readonly seed: number;
  readonly granularityMs: number;
  readonly processes: readonly (readonly Operation[])[];
  /** By the number of the step, counted over all processes. */
  readonly troubles: ReadonlyMap<number, Trouble>;
  /** For steps that are too rare to be met by chance. */
  readonly aimed: readonly Aimed[];
}

/** A trouble of the nth step of its kind, counted from 0. */
interface Aimed {
  readonly step: Step;
  readonly nth: number;
  readonly trouble: Trouble;
}

/** What histories of one kind are drawn from. */
export interface Drawing<Operation extends AnyOperation> {
  /** In a history. */
  readonly operations: number;
  /** About as many as the operations take. */
  readonly steps: number;
  draw(random: Random): Operation;
  /** The steps that they take: each is to meet every trouble. */
  readonly takes: readonly Step[];
}

/** The steps of files that are replaced as a whole, one process at a time. */
export const stepsOfReplacing: readonly Step[] = [
  'makeDirectory',
  'create',
  'write',
  'flush',
  'flushDirectory',
  'rename',
  'remove',
  'touch',
  'readFile',
];

export function drawPlan<Operation extends AnyOperation>(
  { operations, steps, draw, takes }: Drawing<Operation>,
  seed: number,
): Plan<Operation> {
  const random = new Random(seed ^ 0x5eed);
  const processes = Array.from({ length: 3 + random.below(2) }, (): Operation[] => []);
  for (let drawn = 0; drawn < operations; drawn++) random.pick(processes).push(draw(random));
  const troubles = new Map<number, Trouble>();
  for (let left = random.below(6); left > 0; left--) troubles.set(random.below(steps), drawTrouble(random));
  // A disk that is full, gone or read-only stays so for a while.
  if (random.chance(0.1)) {
    const [from, code] = [random.below(steps), random.pick(faultCodes)];
    for (let at = from; at < from + 25; at++) troubles.set(at, { kind: 'fault', code });
  }
  // A clock that is set back to a second that it had makes two states of a directory alike where stamps are coarse.
  const setsClock = processes.flat().some((operation) => operation.do === 'setClock');
  const granularityMs = setsClock ? 0 : random.pick([0, 1, 10, 1000, 2000]);
  return { seed, granularityMs, processes, troubles, aimed: isAiming(seed) ? aim(random, takes) : [] };
}

/** Every fourth; the others are what they were before any aimed. */
function isAiming(seed: number): boolean {
  return seed % 8 === 2 || seed % 8 === 3;
}

/** What some machines do and others do not: those of other seeds are what they were before any did. */
export function waysOf(seed: number): { readonly overlaps: boolean; readonly holdsRemoved: boolean } {
  return { overlaps: seed % 8 === 5 || seed % 8 === 6, holdsRemoved: seed % 8 >= 6 };
}

function aim(random: Random, takes: readonly Step[]): Aimed[] {
  return Array.from({ length: 3 }, () => ({
    step: random.pick(takes),
    nth: random.pick([0, 0, 1, 2, 5]),
    trouble: drawTrouble(random),
  }));
}

function drawTrouble(random: Random): Trouble {
  const isDone = random.chance(0.5);
  switch (random.below(5)) {
    case 4:
      return { kind: 'stall', turns: random.pick([10, 30, 100, 300]) };
    case 0:
      return { kind: 'kill', isDone };
    case 1:
      return { kind: 'power', isDone };
    default:
      return { kind: 'fault', code: random.pick(faultCodes) };
  }
}

/** The same history in fewer operations and troubles, as long as `fails` says that it still shows the fault. */
export async function shrink<Operation extends AnyOperation>(
  plan: Plan<Operation>,
  fails: (plan: Plan<Operation>) => Promise<boolean>,
): Promise<Plan<Operation>> {
  let smallest = plan;
  for (let hasShrunk = true; hasShrunk; ) {
    hasShrunk = false;
    for (const candidate of smaller(smallest)) {
      if (!(await fails(candidate))) continue;
      smallest = candidate;
      hasShrunk = true;
      break;
    }
  }
  return smallest;
}

function* smaller<Operation extends AnyOperation>(plan: Plan<Operation>): Generator<Plan<Operation>> {
  for (const at of plan.troubles.keys()) {
    yield { ...plan, troubles: new Map([...plan.troubles].filter(([step]) => step !== at)) };
  }
  for (const one of plan.aimed) yield { ...plan, aimed: plan.aimed.filter((each) => each !== one) };
  for (const [which, operations] of plan.processes.entries()) {
    for (let width = operations.length; width >= 1; width = Math.floor(width / 2)) {
      for (let from = 0; from < operations.length; from += width) {
        const fewer = [...operations.slice(0, from), ...operations.slice(from + width)];
        yield { ...plan, processes: plan.processes.map((each, index) => (index === which ? fewer : each)) };
      }
    }
  }
}
