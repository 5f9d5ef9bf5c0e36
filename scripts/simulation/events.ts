import { addKey, type KeyEntry, keysInFile, readKeyFile, revokeKeys } from '../../src/auth/keys.ts';
import {
  compareSeq,
  isStorageError,
  type Seq,
  type StoredEvent,
} from '../../src/contributions/event-store.ts';
import { JournalStore } from '../../src/contributions/journal/journal-store.ts';
import { isDataError } from '../../src/lib/data-error.ts';
import { type Attempt, Ledger } from './ledger.ts';
import { Machine, type SimulatedProcess } from './machine.ts';
import type { Operation, Plan } from './plan.ts';

const DIRECTORY = '/home/contributions';
const KEYS = '/home/keys.json';
const TODAY = '2026-01-01';
const MAX_BYTES = 1e6;
const known = /\.(jsonl|sealed|torn|tmp|lock|lock\.[0-9a-f]{32})$/;

/** What a history showed. */
export interface Outcome {
  readonly faults: readonly string[];
  readonly steps: number;
  /** How often each trouble met each kind of step: `power flush`, `EIO rename`. */
  readonly met: ReadonlyMap<string, number>;
  readonly operations: number;
}

/** Runs a history of events and keys, and holds what it leaves against what was promised. */
export async function runHistory(plan: Plan, onStep?: (line: string) => void): Promise<Outcome> {
  const history = new History(plan, onStep);
  await history.run();
  return history.outcome();
}

/** A key of the file, as its caller was told. */
interface KeyPromise {
  readonly id: string;
  isRevoked: 'no' | 'perhaps' | 'yes';
}

class History {
  readonly #plan: Plan;
  readonly #machine: Machine;
  readonly #ledger = new Ledger();
  readonly #faults: string[] = [];
  readonly #met = new Map<string, number>();
  readonly #keys: KeyPromise[] = [];
  /** Names that somebody has begun to revoke, and perhaps not ended. */
  readonly #revoking = new Set<string>();
  #steps = 0;
  #operations = 0;
  #isQuiet = false;

  constructor(plan: Plan, onStep?: (line: string) => void) {
    this.#plan = plan;
    this.#machine = new Machine({
      seed: plan.seed,
      granularityMs: plan.granularityMs,
      trouble: (step) => {
        const trouble = this.#isQuiet ? undefined : plan.troubles.get(this.#steps);
        this.#steps++;
        if (trouble !== undefined) {
          const name = `${trouble.kind === 'fault' ? trouble.code : trouble.kind} ${step}`;
          this.#met.set(name, (this.#met.get(name) ?? 0) + 1);
        }
        return trouble;
      },
      ...(onStep !== undefined && { onStep }),
    });
  }

  async run(): Promise<void> {
    for (const operations of this.#plan.processes) this.#live([...operations]);
    if (!(await this.#machine.run())) {
      this.#faults.push('the processes do not come to an end');
      return;
    }
    this.#isQuiet = true;
    if (this.#machine.random.chance(0.5)) this.#machine.losePower();
    await this.#look('after it all');
  }

  outcome(): Outcome {
    return { faults: this.#faults, steps: this.#steps, met: this.#met, operations: this.#operations };
  }

  /** A process that does what is left to do; killed, another takes the rest over. */
  #live(left: Operation[]): void {
    const open = new Set<Attempt>();
    const process = this.#machine.start(() => {
      if (left.length > 0) this.#live(left);
    });
    void this.#work(process, left, open).catch((error: unknown) => {
      this.#faults.push(`a process ended with ${error instanceof Error ? error.stack : String(error)}`);
    });
  }

  async #work(process: SimulatedProcess, left: Operation[], open: Set<Attempt>): Promise<void> {
    const together: Promise<void>[] = [];
    let follower = this.#follow(process);
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      this.#operations++;
      if (next.do === 'restart') {
        await Promise.all(together.splice(0));
        await follower.store.close();
        follower = this.#follow(process);
        continue;
      }
      const done = this.#do(next, process, follower, open);
      if (next.do === 'append' && next.together) together.push(done);
      else await done;
    }
    await Promise.all(together);
    await follower.store.close();
    this.#machine.end(process);
  }

  #follow(process: SimulatedProcess): Follower {
    return new Follower(
      new JournalStore({ directory: DIRECTORY, maxBytes: MAX_BYTES, system: process.system }),
    );
  }

  async #do(
    operation: Operation,
    process: SimulatedProcess,
    follower: Follower,
    open: Set<Attempt>,
  ): Promise<void> {
    const { store } = follower;
    switch (operation.do) {
      case 'append':
        return this.#append(
          follower,
          this.#ledger.begin(operation.events, { key: operation.key, after: follower.last() }),
        );
      case 'decide': {
        await store.head();
        follower.look();
        const undecidedSince = follower.lastDecision(operation.ticket);
        const decides = { ticket: operation.ticket, undecidedSince };
        return this.#append(
          follower,
          this.#ledger.begin(1, { key: undefined, after: follower.last(), decides }),
        );
      }
      case 'head':
        return this.#head(process, follower);
      case 'claim': {
        const claim = await store.claim(operation.work);
        if (claim === 'taken' || claim === 'unavailable') return;
        await process.system.clock.sleep(operation.holdMs);
        return store.settle(claim, operation.leaveMs);
      }
      case 'compact':
        await store.head();
        await store.compact(operation).catch((error: unknown) => {
          if ((error as NodeJS.ErrnoException).code === undefined) throw error;
        });
        return;
      case 'sleep':
        return process.system.clock.sleep(operation.ms);
      case 'setClock':
        return this.#machine.setClock(operation.byMs);
      case 'blind':
        process.isBlind = true;
        await process.system.clock.sleep(operation.forMs);
        process.isBlind = false;
        return;
      case 'addKey':
        return this.#addKey(process, operation.name);
      case 'revokeKey':
        return this.#revokeKey(process, operation.name);
      case 'restart':
        open.clear();
    }
  }

  async #append({ store }: Follower, attempt: Attempt): Promise<void> {
    const { names, key, decides } = attempt;
    const events = names.map((name) => ({
      type: decides === undefined ? 'reported' : 'decided',
      ticket: decides?.ticket ?? 'rep-0',
      name,
    }));
    try {
      const appended = await store.append(events, {
        ...(key !== undefined && { key }),
        ...(decides !== undefined && { expect: decides }),
      });
      attempt.outcome = appended.result;
      if (appended.result === 'kept') attempt.seq = appended.seq;
    } catch (error) {
      if (!isStorageError(error)) throw error;
      attempt.outcome = 'refused';
    }
  }

  async #head(process: SimulatedProcess, follower: Follower): Promise<void> {
    const kept = this.#ledger.kept();
    await follower.store.head();
    follower.look();
    if (process.isBlind) return;
    for (const name of kept) {
      if (!follower.names.has(name)) this.#faults.push(`process ${process.pid} does not see event ${name}`);
    }
  }

  async #addKey({ system }: SimulatedProcess, name: string): Promise<void> {
    try {
      const { id } = await addKey(keysInFile(KEYS, system), { name, scopes: ['read'] }, TODAY, system.random);
      this.#keys.push({ id, isRevoked: this.#revoking.has(name) ? 'perhaps' : 'no' });
    } catch (error) {
      expectRefusal(error);
    }
  }

  async #revokeKey({ system }: SimulatedProcess, name: string): Promise<void> {
    const perhaps = this.#keys.filter(({ isRevoked }) => isRevoked === 'no');
    for (const key of perhaps) key.isRevoked = 'perhaps';
    this.#revoking.add(name);
    try {
      const revoked = await revokeKeys(keysInFile(KEYS, system), [name], TODAY);
      for (const { id } of revoked) {
        const key = this.#keys.find((each) => each.id === id);
        if (key !== undefined) key.isRevoked = 'yes';
      }
    } catch (error) {
      expectRefusal(error);
    }
  }

  /** A new process reads, makes order, reads again and writes: nothing may be missing, and all of it must work. */
  async #look(when: string): Promise<void> {
    const process = this.#machine.start(() => undefined);
    const store = new JournalStore({ directory: DIRECTORY, maxBytes: MAX_BYTES, system: process.system });
    const done = (async () => {
      this.#check(store, when);
      await process.system.clock.sleep(10_000);
      await store.compact({ idleMs: 0, atLeast: 1 });
      this.#check(store, `${when}, compacted`);
      const attempt = this.#ledger.begin(2, { key: undefined, after: undefined });
      await this.#append(new Follower(store), attempt);
      if (attempt.outcome !== 'kept') this.#faults.push(`nothing can be written ${when}: ${attempt.outcome}`);
      await store.close();
      const again = new JournalStore({ directory: DIRECTORY, maxBytes: MAX_BYTES, system: process.system });
      this.#check(again, `${when}, written to`);
      this.#checkKeys(readKeyFile(KEYS, process.system));
    })().catch((error: unknown) => {
      this.#faults.push(`${when}: ${error instanceof Error ? error.stack : String(error)}`);
    });
    if (await this.#machine.run()) await done;
    else this.#faults.push(`${when}: reading does not come to an end`);
  }

  #check(store: JournalStore, when: string): void {
    const { events } = store.since();
    this.#faults.push(...this.#ledger.faultsOf(events).map((fault) => `${when}: ${fault}`));
    for (const name of this.#machine.disk.list(DIRECTORY) ?? []) {
      if (!known.test(name)) this.#faults.push(`${when}: ${name} lies among the events`);
    }
  }

  #checkKeys(entries: readonly KeyEntry[]): void {
    for (const { id, isRevoked } of this.#keys) {
      const entry = entries.find((each) => each.id === id);
      if (entry === undefined) this.#faults.push(`key ${id} was added and is not there`);
      else if (isRevoked === 'yes' && entry.revoked === undefined)
        this.#faults.push(`key ${id} was revoked and is not`);
      else if (isRevoked === 'no' && entry.revoked !== undefined)
        this.#faults.push(`nobody revoked key ${id}`);
    }
    const names = entries.filter(({ revoked }) => revoked === undefined).map(({ name }) => name);
    if (new Set(names).size < names.length) this.#faults.push('two keys in force have one name');
  }
}

function expectRefusal(error: unknown): void {
  const isOfTheDisk = (error as NodeJS.ErrnoException).code !== undefined;
  if (!isOfTheDisk && !isDataError(error, 'KEYS') && !(error instanceof Error && /keys/i.test(error.message)))
    throw error;
}

/** What one process has read of a store. */
class Follower {
  readonly store: JournalStore;
  readonly names = new Set<string>();
  readonly #decisions = new Map<string, Seq>();
  #last: Seq | undefined;
  #cursor: string | undefined;

  constructor(store: JournalStore) {
    this.store = store;
  }

  look(): void {
    const { events, cursor, startAgain } = this.store.since(this.#cursor);
    this.#cursor = cursor;
    if (startAgain) this.names.clear();
    for (const event of events) this.#take(event);
  }

  last(): Seq | undefined {
    this.look();
    return this.#last;
  }

  lastDecision(ticket: string): Seq {
    return this.#decisions.get(ticket) ?? [0, '', 0];
  }

  #take({ seq, body }: StoredEvent): void {
    this.names.add(String(body.name));
    if (this.#last === undefined || compareSeq(this.#last, seq) < 0) this.#last = seq;
    const ticket = String(body.ticket);
    const decision = this.#decisions.get(ticket);
    if (body.type === 'decided' && (decision === undefined || compareSeq(decision, seq) < 0)) {
      this.#decisions.set(ticket, seq);
    }
  }
}
