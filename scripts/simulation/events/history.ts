import {
  compareSeq,
  isStorageError,
  type Seq,
  type StoredEvent,
} from '../../../src/contributions/event-store.ts';
import { JournalStore } from '../../../src/contributions/journal/journal-store.ts';
import type { Kind, Surroundings, World } from '../history.ts';
import { KeyPromises } from '../keys/promises.ts';
import type { Machine, SimulatedProcess } from '../machine.ts';
import { Claims } from './claims.ts';
import { type Attempt, Ledger } from './ledger.ts';
import { drawing, type Operation } from './operations.ts';

const DIRECTORY = '/home/contributions';
const known = /\.(jsonl|sealed|torn|tmp|lock|lock\.[0-9a-f]{32})$/;

/** Histories of events and keys. */
export const events: Kind<Operation> = {
  ...drawing,
  begin: (surroundings) => new EventWorld(surroundings),
};

class EventWorld implements World<Operation> {
  readonly #machine: Machine;
  readonly #fault: (what: string) => void;
  readonly #ledger = new Ledger();
  #hasCompacted = false;
  readonly #claims: Claims;
  readonly #keys: KeyPromises;

  constructor({ machine, fault }: Surroundings) {
    this.#machine = machine;
    this.#fault = fault;
    this.#keys = new KeyPromises(machine, fault);
    this.#claims = new Claims(machine, fault);
  }

  async work(process: SimulatedProcess, next: () => Operation | undefined): Promise<void> {
    const together: Promise<void>[] = [];
    let follower = this.#follow(process);
    for (let operation = next(); operation !== undefined; operation = next()) {
      if (operation.do === 'restart') {
        await Promise.all(together.splice(0));
        await follower.store.close();
        follower = this.#follow(process);
        continue;
      }
      const done = this.#do(operation, process, follower);
      if (operation.do === 'append' && operation.together) together.push(done);
      else await done;
    }
    await Promise.all(together);
    await follower.store.close();
  }

  #follow(process: SimulatedProcess): Follower {
    return new Follower(new JournalStore({ directory: DIRECTORY, system: process.system }));
  }

  async #do(
    operation: Exclude<Operation, { do: 'restart' }>,
    process: SimulatedProcess,
    follower: Follower,
  ): Promise<void> {
    const { store } = follower;
    switch (operation.do) {
      case 'append':
        return this.#append(
          process,
          follower,
          this.#ledger.begin(operation.events, { key: operation.key, after: follower.last() }),
        );
      case 'decide': {
        await store.head();
        follower.look();
        const undecidedSince = follower.lastDecision(operation.ticket);
        const decides = { ticket: operation.ticket, undecidedSince };
        return this.#append(
          process,
          follower,
          this.#ledger.begin(1, { key: undefined, after: follower.last(), decides }),
        );
      }
      case 'head':
        return this.#head(process, follower);
      case 'claim':
        return this.#claims.run(store, process, operation);
      case 'compact':
        this.#hasCompacted = true;
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
        this.#machine.isDisturbed = true;
        process.isBlind = true;
        // Not waited for: what comes next meets it.
        void process.system.clock.sleep(operation.forMs).then(() => {
          process.isBlind = false;
        });
        return;
      case 'addKey':
        await this.#keys.add(process, operation.name);
        return;
      case 'revokeKey':
        return this.#keys.revoke(process, operation.name);
    }
  }

  async #append(process: SimulatedProcess, follower: Follower, attempt: Attempt): Promise<void> {
    const { store } = follower;
    const { names, key, decides } = attempt;
    follower.begin(names);
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
    follower.end(attempt);
    if (attempt.outcome === 'unknown' && key === undefined) this.#checkHides(process, follower, names);
  }

  /**
   * What nobody was told of as kept is not shown by the process that wrote it, unless a compaction has copied it meanwhile:
   * then it is kept although its writer does not know.
   */
  #checkHides(process: SimulatedProcess, follower: Follower, names: readonly string[]): void {
    if (this.#hasCompacted || !this.#machine.isRunning(process.pid) || process.isBlind) return;
    this.#machine.still(() => follower.look());
    for (const name of names)
      if (follower.names.has(name))
        this.#fault(`process ${process.pid} shows event ${name}, and did not keep it`);
  }

  async #head(process: SimulatedProcess, follower: Follower): Promise<void> {
    const kept = this.#ledger.kept();
    await follower.store.head();
    follower.look();
    // What has lost its power just now is heard of by nobody.
    if (process.isBlind || !this.#machine.isRunning(process.pid)) return;
    for (const name of kept) {
      if (!follower.names.has(name)) this.#fault(`process ${process.pid} does not see event ${name}`);
    }
    this.#machine.still(() => this.#compare(process, follower));
  }

  /** Who has followed along sees what a process sees that begins in the same moment, but for what it takes back. */
  #compare(process: SimulatedProcess, follower: Follower): void {
    const other = this.#follow(process);
    other.look();
    follower.look();
    for (const name of follower.names)
      if (!other.names.has(name)) this.#fault(`process ${process.pid} alone sees event ${name}`);
    for (const name of other.names)
      if (!follower.names.has(name) && !follower.isOpen(name))
        this.#fault(`process ${process.pid} alone does not see event ${name}`);
  }

  /** A new process reads, makes order, reads again and writes: nothing may be missing, and all of it must work. */
  async look(process: SimulatedProcess): Promise<void> {
    const { store } = this.#follow(process);
    this.#check(store, 'after it all');
    await process.system.clock.sleep(10_000);
    await this.#compact(store);
    const attempt = this.#ledger.begin(2, { key: undefined, after: undefined });
    await this.#append(process, new Follower(store), attempt);
    if (attempt.outcome !== 'kept') this.#fault(`nothing can be written after it all: ${attempt.outcome}`);
    await store.close();
    this.#check(this.#follow(process).store, 'after it all, written to');
    await this.#keys.look(process);
  }

  /** Leaves one file, and beside it what is no event. */
  async #compact(store: JournalStore): Promise<void> {
    const { torn, damaged } = store.faults;
    await store.compact({ idleMs: 0, atLeast: 1 });
    this.#check(store, 'after it all, compacted');
    // Of files that are younger than the clock says nobody knows whether they are still written to.
    if (this.#machine.hasSetClock) return;
    const names = this.#machine.disk.list(DIRECTORY) ?? [];
    const left = names.filter((name) => /\.(?:sealed|tmp)$/.test(name));
    if (left.length > 0) this.#fault(`compaction leaves ${left.join(', ')}`);
    if (names.filter((name) => name.endsWith('.jsonl')).length > 1)
      this.#fault('compaction leaves several files');
    if (torn + damaged > 0 && store.faults.set_aside === 0)
      this.#fault('bytes that are no events are gone, and not set aside');
  }

  #check(store: JournalStore, when: string): void {
    const { events } = store.since();
    for (const fault of this.#ledger.faultsOf(events)) this.#fault(`${when}: ${fault}`);
    for (const name of this.#machine.disk.list(DIRECTORY) ?? []) {
      if (!known.test(name)) this.#fault(`${when}: ${name} lies among the events`);
    }
  }
}

/** What one process has read of a store. */
class Follower {
  readonly store: JournalStore;
  readonly names = new Set<string>();
  readonly #decisions = new Map<string, Seq>();
  /** Of attempts that have not ended, or whose end is not known and may have to be taken back. */
  readonly #open = new Map<string, number>();
  #doubted: string[] = [];
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

  begin(names: readonly string[]): void {
    for (const name of names) this.#open.set(name, (this.#open.get(name) ?? 0) + 1);
  }

  /** What is kept after it takes back what was not confirmed. */
  end({ names, outcome }: Attempt): void {
    if (outcome === 'unknown') {
      this.#doubted.push(...names);
      return;
    }
    for (const name of outcome === 'kept' ? [...names, ...this.#doubted.splice(0)] : names)
      this.#open.set(name, (this.#open.get(name) ?? 0) - 1);
  }

  isOpen(name: string): boolean {
    return (this.#open.get(name) ?? 0) > 0;
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
