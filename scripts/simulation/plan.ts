import { Random } from '../harness/random.ts';
import { faultCodes, type Trouble } from './machine.ts';

/** What a process does, one after the other or, where `together`, without waiting for it. */
export type Operation =
  | { readonly do: 'append'; readonly events: number; readonly key?: string; readonly together: boolean }
  | { readonly do: 'decide'; readonly ticket: string }
  | { readonly do: 'head' }
  | { readonly do: 'claim'; readonly work: string; readonly holdMs: number; readonly leaveMs?: number }
  | { readonly do: 'compact'; readonly idleMs: number; readonly atLeast: number }
  | { readonly do: 'restart' }
  | { readonly do: 'sleep'; readonly ms: number }
  | { readonly do: 'setClock'; readonly byMs: number }
  | { readonly do: 'blind'; readonly forMs: number }
  | { readonly do: 'addKey'; readonly name: string }
  | { readonly do: 'revokeKey'; readonly name: string };

/** All that a history is, drawn from its seed: what does not depend on the order in which steps are taken. */
export interface Plan {
  readonly seed: number;
  readonly granularityMs: number;
  readonly processes: readonly (readonly Operation[])[];
  /** By the number of the step, counted over all processes. */
  readonly troubles: ReadonlyMap<number, Trouble>;
}

const OPERATIONS = 36;
/** About as many steps as the operations take. */
const STEPS = 130;

export function drawPlan(seed: number): Plan {
  const random = new Random(seed ^ 0x5eed);
  const processes = Array.from({ length: 3 + random.below(2) }, (): Operation[] => []);
  for (let drawn = 0; drawn < OPERATIONS; drawn++) random.pick(processes).push(drawOperation(random));
  const troubles = new Map<number, Trouble>();
  for (let left = random.below(6); left > 0; left--) troubles.set(random.below(STEPS), drawTrouble(random));
  // A disk that is full, gone or read-only stays so for a while.
  if (random.chance(0.1)) {
    const [from, code] = [random.below(STEPS), random.pick(faultCodes)];
    for (let at = from; at < from + 25; at++) troubles.set(at, { kind: 'fault', code });
  }
  // A clock that is set back to a second that it had makes two states of a directory alike where stamps are coarse.
  const setsClock = processes.flat().some((operation) => operation.do === 'setClock');
  const granularityMs = setsClock ? 0 : random.pick([0, 1, 10, 1000, 2000]);
  return { seed, granularityMs, processes, troubles };
}

function drawTrouble(random: Random): Trouble {
  const isDone = random.chance(0.5);
  switch (random.below(4)) {
    case 0:
      return { kind: 'kill', isDone };
    case 1:
      return { kind: 'power', isDone };
    default:
      return { kind: 'fault', code: random.pick(faultCodes) };
  }
}

function drawOperation(random: Random): Operation {
  const kind = random.below(100);
  if (kind < 40) {
    const together = random.chance(0.3);
    if (random.chance(0.7)) return { do: 'append', events: random.pick([1, 1, 1, 2, 3]), together };
    const events = 1 + random.below(3);
    return { do: 'append', events, key: `key${events}`, together };
  }
  if (kind < 48) return { do: 'decide', ticket: random.pick(['rep-1', 'rep-2']) };
  if (kind < 60) return { do: 'head' };
  if (kind < 64) {
    const leaveMs = random.pick([undefined, 0, 3000]);
    const holdMs = random.pick([0, 5, 8000]);
    return {
      do: 'claim',
      work: random.pick(['arxiv', 'outgoing']),
      holdMs,
      ...(leaveMs !== undefined && { leaveMs }),
    };
  }
  if (kind < 73)
    return { do: 'compact', idleMs: random.pick([0, 0, 5, 1000]), atLeast: random.pick([1, 2, 3]) };
  if (kind < 80) return { do: 'restart' };
  if (kind < 86) return { do: 'sleep', ms: random.pick([1, 20, 2500, 10_000]) };
  if (kind < 88) return { do: 'setClock', byMs: random.pick([-3_600_000, -1500, 1500, 3_600_000]) };
  if (kind < 89) return { do: 'blind', forMs: random.pick([1, 30]) };
  if (kind < 96) return { do: 'addKey', name: random.pick(['ana', 'bo', 'cleo']) };
  return { do: 'revokeKey', name: random.pick(['ana', 'bo', 'cleo']) };
}

/** The same history in fewer operations and troubles, as long as `fails` says that it still shows the fault. */
export async function shrink(plan: Plan, fails: (plan: Plan) => Promise<boolean>): Promise<Plan> {
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

function* smaller(plan: Plan): Generator<Plan> {
  for (const at of plan.troubles.keys()) {
    yield { ...plan, troubles: new Map([...plan.troubles].filter(([step]) => step !== at)) };
  }
  for (const [which, operations] of plan.processes.entries()) {
    for (let width = operations.length; width >= 1; width = Math.floor(width / 2)) {
      for (let from = 0; from < operations.length; from += width) {
        const fewer = [...operations.slice(0, from), ...operations.slice(from + width)];
        yield { ...plan, processes: plan.processes.map((each, index) => (index === which ? fewer : each)) };
      }
    }
  }
}
