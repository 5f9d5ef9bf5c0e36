import { JournalStore } from '../../../src/contributions/journal/journal-store.ts';
import type { Random } from '../../harness/random.ts';
import { Claims } from '../events/claims.ts';
import type { Kind, Surroundings, World } from '../history.ts';
import type { Machine, SimulatedProcess } from '../machine.ts';

const DIRECTORY = '/home/contributions';
const works = ['arxiv', 'outgoing'];

type Operation =
  | { readonly do: 'claim'; readonly work: string; readonly holdMs: number; readonly leaveMs?: number }
  | { readonly do: 'sleep'; readonly ms: number };

/** Histories of work that one process at a time does, and of locks that are left, renewed and taken over. */
export const locks: Kind<Operation> = {
  operations: 30,
  steps: 150,
  draw,
  takes: ['create', 'write', 'rename', 'remove', 'touch', 'readFile'],
  begin: (surroundings) => new LockWorld(surroundings),
};

function draw(random: Random): Operation {
  if (random.chance(0.3)) return { do: 'sleep', ms: random.pick([1, 20, 2500, 5000, 10_000]) };
  const leaveMs = random.pick([undefined, undefined, 0, 3000]);
  const holdMs = random.pick([0, 5, 2500, 8000]);
  return { do: 'claim', work: random.pick(works), holdMs, ...(leaveMs !== undefined && { leaveMs }) };
}

class LockWorld implements World<Operation> {
  readonly #machine: Machine;
  readonly #fault: (what: string) => void;
  readonly #claims: Claims;

  constructor({ machine, fault }: Surroundings) {
    this.#machine = machine;
    this.#fault = fault;
    this.#claims = new Claims(machine, fault);
    machine.disk.lay(`${DIRECTORY}/README`, Buffer.from('Events of all processes.\n'));
  }

  async work(process: SimulatedProcess, next: () => Operation | undefined): Promise<void> {
    const store = storeOf(process);
    for (let operation = next(); operation !== undefined; operation = next()) {
      if (operation.do === 'sleep') await process.system.clock.sleep(operation.ms);
      else await this.#claims.run(store, process, operation);
    }
  }

  /** All that killed processes held is free again, and nothing is left of taking it over. */
  async look(process: SimulatedProcess): Promise<void> {
    const store = storeOf(process);
    await process.system.clock.sleep(10_000);
    for (const work of works) {
      const claim = await store.claim(work);
      if (typeof claim === 'string') this.#fault(`after it all ${work} is ${claim}`);
      else await store.settle(claim);
    }
    const { disk, hasCrashed, failed } = this.#machine;
    const left = (disk.list(DIRECTORY) ?? []).filter((name) => name.includes('.lock'));
    if (left.length > 0 && !hasCrashed && failed.size === 0)
      this.#fault(`after it all ${left.join(', ')} is left`);
  }
}

function storeOf({ system }: SimulatedProcess): JournalStore {
  return new JournalStore({ directory: DIRECTORY, system });
}
