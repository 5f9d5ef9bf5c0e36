import { type FaultCode, Machine, type SimulatedProcess, type Step, type Trouble } from './machine.ts';
import { type AnyOperation, type Drawing, type Plan, waysOf } from './plan.ts';

/** What a history showed. */
export interface Outcome {
  /** Each promise that was broken, in words. */
  readonly faults: readonly string[];
  readonly steps: number;
  /** How often each trouble met each kind of step: `power flush`, `EIO rename`. */
  readonly met: ReadonlyMap<string, number>;
  readonly operations: number;
}

/** Where a history takes place. */
export interface Surroundings {
  readonly machine: Machine;
  /** Called with each promise that was broken. */
  readonly fault: (what: string) => void;
}

/** What the processes of a history work on, and what they were promised. */
export interface World<Operation> {
  /** What a process does from its start to its end: it takes operations as long as there are some. */
  work(process: SimulatedProcess, next: () => Operation | undefined): Promise<void>;
  /** What a new process finds when all others have ended, on a disk that fails no more. */
  look(process: SimulatedProcess): Promise<void>;
}

/** Histories of one kind. */
export interface Kind<Operation extends AnyOperation> extends Drawing<Operation> {
  /** What all histories share and takes long to make. */
  ready?(): Promise<void>;
  /** Lays on the disk what is there at the beginning. */
  begin(surroundings: Surroundings): World<Operation>;
}

/** Runs a history, and holds what it leaves against what was promised. */
export async function runHistory<Operation extends AnyOperation>(
  kind: Kind<Operation>,
  plan: Plan<Operation>,
  onStep?: (line: string) => void,
): Promise<Outcome> {
  await kind.ready?.();
  const history = new History(kind, plan, onStep);
  await history.run();
  return history;
}

class History<Operation extends AnyOperation> implements Outcome {
  readonly faults: string[] = [];
  readonly met = new Map<string, number>();
  steps = 0;
  operations = 0;
  readonly #plan: Plan<Operation>;
  readonly #machine: Machine;
  readonly #world: World<Operation>;
  readonly #taken = new Map<Step, number>();
  #isQuiet = false;

  constructor(kind: Kind<Operation>, plan: Plan<Operation>, onStep?: (line: string) => void) {
    this.#plan = plan;
    this.#machine = new Machine({
      seed: plan.seed,
      granularityMs: plan.granularityMs,
      ...waysOf(plan.seed),
      trouble: (step) => this.#troubleAt(step),
      ...(onStep !== undefined && { onStep }),
    });
    this.#world = kind.begin({ machine: this.#machine, fault: (what) => this.faults.push(what) });
  }

  async run(): Promise<void> {
    for (const operations of this.#plan.processes) this.#live([...operations]);
    if (!(await this.#machine.run())) {
      this.faults.push('the processes do not come to an end');
      return;
    }
    this.#isQuiet = true;
    if (this.#machine.random.chance(0.5)) this.#machine.losePower();
    let hasEnded = false;
    const process = this.#machine.start(() => undefined);
    void this.#world.look(process).then(
      () => {
        hasEnded = true;
      },
      (error: unknown) => {
        hasEnded = true;
        this.faults.push(`after it all: ${told(error)}`);
      },
    );
    if (!(await this.#machine.run()) || !hasEnded)
      this.faults.push('after it all a look does not come to an end');
  }

  #troubleAt(step: Step) {
    const nth = this.#taken.get(step) ?? 0;
    this.#taken.set(step, nth + 1);
    const aimed = this.#plan.aimed.find((each) => each.step === step && each.nth === nth)?.trouble;
    const planned = this.#isQuiet ? undefined : (this.#plan.troubles.get(this.steps) ?? aimed);
    this.steps++;
    if (planned === undefined) return undefined;
    const trouble = possible(step, planned);
    const name = `${trouble.kind === 'fault' ? trouble.code : trouble.kind} ${step}`;
    this.met.set(name, (this.met.get(name) ?? 0) + 1);
    return trouble;
  }

  /** A process that does what is left to do; killed, another takes the rest over. */
  #live(left: Operation[]): void {
    const process = this.#machine.start(() => {
      if (left.length > 0) this.#live(left);
    });
    const next = () => {
      const operation = left.shift();
      if (operation !== undefined) this.operations++;
      return operation;
    };
    this.#world.work(process, next).then(
      () => this.#machine.end(process),
      (error: unknown) => {
        // What one that was killed still stumbles over is seen by nobody.
        if (this.#machine.isRunning(process.pid)) this.faults.push(`a process ended with ${told(error)}`);
      },
    );
  }
}

/** A directory that cannot be opened at one time could not be written to before: no history of ours. */
function possible(step: Step, trouble: Trouble): Trouble {
  const isNone = trouble.kind === 'fault' && !canFail(step, trouble.code);
  return isNone ? { kind: 'fault', code: 'EIO' } : trouble;
}

/** Whether a step can fail in this way. */
export function canFail(step: Step, code: FaultCode): boolean {
  return step !== 'flushDirectory' || code !== 'EACCES';
}

function told(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
