import type { Random } from '../../harness/random.ts';
import type { Kind, Surroundings, World } from '../history.ts';
import type { SimulatedProcess } from '../machine.ts';
import { stepsOfReplacing } from '../plan.ts';
import { KeyPromises } from './promises.ts';
import { PublisherPromises } from './publisher-promises.ts';

type Operation =
  | { readonly do: 'addKey'; readonly name: string }
  | { readonly do: 'revokeKey'; readonly name: string }
  | { readonly do: 'makeKey'; readonly name: string }
  | { readonly do: 'check' }
  | { readonly do: 'sleep'; readonly ms: number }
  | { readonly do: 'setClock'; readonly byMs: number };

/** Histories of the file of keys and of publishers' keys alone, in which clocks are set and locks are taken over often. */
export const keys: Kind<Operation> = {
  operations: 30,
  steps: 400,
  draw,
  takes: stepsOfReplacing,
  begin: (surroundings) => new KeyWorld(surroundings),
};

function draw(random: Random): Operation {
  const kind = random.below(100);
  const name = random.pick(['ana', 'bo', 'cleo', 'dan']);
  if (kind < 50) {
    const drawn = random.chance(0.5) ? name : random.word('abcdefgh', 5);
    return kind < 46 ? { do: 'addKey', name: drawn } : { do: 'makeKey', name };
  }
  if (kind < 70) return { do: 'revokeKey', name };
  if (kind < 80) return { do: 'check' };
  if (kind < 90) return { do: 'sleep', ms: random.pick([1, 20, 2500, 10_000]) };
  return { do: 'setClock', byMs: random.pick([-3_600_000, -1500, 1500, 7000, 3_600_000]) };
}

class KeyWorld implements World<Operation> {
  readonly #machine: Surroundings['machine'];
  readonly #promises: KeyPromises;
  readonly #publishers: PublisherPromises;

  constructor({ machine, fault }: Surroundings) {
    this.#machine = machine;
    this.#promises = new KeyPromises(machine, fault);
    this.#publishers = new PublisherPromises(machine, fault);
  }

  async work(process: SimulatedProcess, next: () => Operation | undefined): Promise<void> {
    for (let operation = next(); operation !== undefined; operation = next()) {
      switch (operation.do) {
        case 'addKey':
          await this.#promises.add(process, operation.name);
          break;
        case 'revokeKey':
          await this.#promises.revoke(process, operation.name);
          break;
        case 'makeKey':
          await this.#publishers.make(process, operation.name);
          break;
        case 'check':
          this.#promises.check(process);
          break;
        case 'sleep':
          await process.system.clock.sleep(operation.ms);
          break;
        case 'setClock':
          this.#machine.setClock(operation.byMs);
      }
    }
  }

  async look(process: SimulatedProcess): Promise<void> {
    await this.#promises.look(process);
    this.#publishers.look();
  }
}
