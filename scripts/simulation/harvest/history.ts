import type { Adapter, Finding, ReviewQueue } from '../../../src/harvest/adapter.ts';
import { type Fetcher, SourceFault } from '../../../src/harvest/fetcher.ts';
import { HarvestBusyError, harvest } from '../../../src/harvest/harvest.ts';
import { Cursors } from '../../../src/harvest/run-source.ts';
import { isDataError } from '../../../src/lib/data-error.ts';
import type { Random } from '../../harness/random.ts';
import { DatasetPromises, isOfTheDisk, robotCalled } from '../dataset-promises.ts';
import type { Kind, Surroundings, World } from '../history.ts';
import type { Machine, SimulatedProcess } from '../machine.ts';
import { stepsOfReplacing } from '../plan.ts';
import { layDataset } from '../publisher.ts';

const DATASET = '/dataset';
const DIRECTORY = '/home/harvest';
/** A holder of the lock whose steps wait for longer may be overtaken: in milliseconds. */
const SLOW_MS = 500;
/** Between two places where a source can be gone on from. */
const PAGE = 2;

type Operation =
  | { readonly do: 'happen'; readonly id: string }
  | { readonly do: 'harvest'; readonly breaksAfter?: number }
  | { readonly do: 'edit'; readonly id: string }
  | { readonly do: 'sleep'; readonly ms: number }
  | { readonly do: 'setClock'; readonly byMs: number };

/** Histories of a dataset that is edited by hand and by programs that read sources. */
export const harvested: Kind<Operation> = {
  operations: 30,
  steps: 200,
  draw,
  takes: stepsOfReplacing,
  begin: (surroundings) => new HarvestWorld(surroundings),
};

function draw(random: Random): Operation {
  const kind = random.below(100);
  const id = `acme-${random.word('bcdfgh', 3)}`;
  if (kind < 30) return { do: 'happen', id };
  if (kind < 65) return { do: 'harvest', ...(random.chance(0.4) && { breaksAfter: random.below(6) }) };
  if (kind < 80) return { do: 'edit', id: `${id}-x` };
  if (kind < 92) return { do: 'sleep', ms: random.pick([1, 20, 2500, 10_000, 86_400_000]) };
  return { do: 'setClock', byMs: random.pick([-1500, 1500, 7000, 3_600_000]) };
}

class HarvestWorld implements World<Operation> {
  readonly #machine: Machine;
  readonly #fault: (what: string) => void;
  readonly #dataset = new DatasetPromises(DATASET);
  /** Processes that read the source just now. */
  readonly #reading = new Set<SimulatedProcess>();
  /** What the source has to tell, in order. */
  readonly #happened: string[] = [];

  constructor({ machine, fault }: Surroundings) {
    this.#machine = machine;
    this.#fault = fault;
    layDataset(machine.disk, DATASET);
  }

  async work(process: SimulatedProcess, next: () => Operation | undefined): Promise<void> {
    for (let operation = next(); operation !== undefined; operation = next()) {
      switch (operation.do) {
        case 'happen':
          if (!this.#happened.includes(operation.id)) this.#happened.push(operation.id);
          break;
        case 'harvest':
          await this.#harvest(process, operation.breaksAfter);
          break;
        case 'edit':
          await this.#dataset.edit(process, operation.id);
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
    this.#check(process, 'after it all');
    // The lock of a killed process is free then, even where the clock was set back.
    await process.system.clock.sleep(60_000);
    if (!(await this.#harvest(process))) this.#fault('nothing can be harvested after it all');
    for (const id of this.#happened) this.#dataset.keep(id);
    this.#check(process, 'after it all, harvested');
    await Cursors.open(DIRECTORY, process.system);
  }

  #check(process: SimulatedProcess, when: string): void {
    for (const fault of this.#dataset.faultsOf(process)) this.#fault(`${when}: ${fault}`);
  }

  /** True if the source was read to its end. */
  async #harvest(process: SimulatedProcess, breaksAfter?: number): Promise<boolean> {
    const { system } = process;
    try {
      const [summary] = await harvest({
        sources: [{ adapter: this.#source(process, breaksAfter) }],
        dataset: DATASET,
        directory: DIRECTORY,
        fetcher: noFetcher,
        queue: noQueue,
        today: new Date(system.clock.now()).toISOString().slice(0, 10),
        dryRun: false,
        signal: new AbortController().signal,
        onProgress: () => undefined,
        onDone: ({ added, changed }) => {
          for (const { id } of [...added, ...changed]) this.#dataset.keep(id);
        },
        system,
      });
      return summary?.fault === undefined;
    } catch (error) {
      const isRefusal =
        error instanceof HarvestBusyError || isDataError(error, 'overtaken') || isOfTheDisk(error);
      if (!isRefusal) throw error;
      return false;
    } finally {
      this.#reading.delete(process);
    }
  }

  /** Tells all that has happened from the position on; it breaks off after so many records. */
  #source(process: SimulatedProcess, breaksAfter = Number.POSITIVE_INFINITY): Adapter {
    const happened = [...this.#happened];
    const begin = () => {
      process.slowestMs = 0;
      // One whose steps wait for long cannot renew its lock.
      const others = [...this.#reading].filter((each) => this.#machine.slowestOf(each) < SLOW_MS);
      if (others.length > 0 && !this.#machine.isDisturbed)
        this.#fault('a source is asked by two at one time');
      this.#reading.add(process);
    };
    return {
      name: 'feeds',
      overlapDays: 1,
      async *harvest({ position }): AsyncGenerator<Finding> {
        begin();
        const from = typeof position === 'number' ? position : 0;
        for (const [index, id] of happened.entries()) {
          if (index < from) continue;
          if (index - from >= breaksAfter) throw new SourceFault('The source', 'has fallen asleep');
          const source = 'https://example.org/page';
          yield {
            type: 'record',
            kind: 'robots',
            record: robotCalled(id),
            trusted: true,
            reason: 'new',
            source,
          };
          if (index % PAGE === 1) yield { type: 'checkpoint', position: index + 1 };
        }
      },
    };
  }
}

const noQueue: ReviewQueue = {
  report: () => Promise.reject(new Error('Nothing is to be decided here.')),
  propose: () => Promise.reject(new Error('Nothing is to be decided here.')),
};

const noFetcher: Fetcher = {
  fetchText: () => Promise.reject(new Error('There is no network here.')),
};
