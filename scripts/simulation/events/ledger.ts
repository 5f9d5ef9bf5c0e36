import { compareSeq, type Seq, type StoredEvent } from '../../../src/contributions/event-store.ts';

/** One call of append() and what became of it. */
export interface Attempt {
  readonly id: number;
  readonly names: readonly string[];
  readonly key: string | undefined;
  readonly decides?: { readonly ticket: string; readonly undecidedSince: Seq };
  /** The last event that its process had seen. */
  readonly after: Seq | undefined;
  outcome: 'open' | 'kept' | 'already_there' | 'overtaken' | 'unknown' | 'refused';
  seq?: Seq;
}

/** What was promised to the callers of all processes, against which the disk is held. */
export class Ledger {
  readonly attempts: Attempt[] = [];

  /** Events under one key say the same, so that it does not matter whose are kept. */
  begin(events: number, given: Pick<Attempt, 'key' | 'after' | 'decides'>): Attempt {
    const id = this.attempts.length;
    const names = Array.from({ length: events }, (_, part) => `${given.key ?? id}.${part}`);
    const attempt: Attempt = { id, names, ...given, outcome: 'open' };
    this.attempts.push(attempt);
    return attempt;
  }

  /** The names of events that must be there. */
  kept(): Set<string> {
    return new Set(this.attempts.filter(({ outcome }) => outcome === 'kept').flatMap(({ names }) => names));
  }

  /** What is wrong with all events of a store, in its order. */
  faultsOf(events: readonly StoredEvent[]): string[] {
    const faults: string[] = [];
    const found = new Map<string, Seq>();
    for (const [index, { seq, body }] of events.entries()) {
      const name = String(body.name);
      if (found.has(name)) faults.push(`event ${name} is there twice`);
      found.set(name, seq);
      const before = events[index - 1];
      if (before !== undefined && compareSeq(before.seq, seq) >= 0)
        faults.push(`event ${name} is out of order`);
    }
    const known = new Set(this.attempts.flatMap(({ names }) => names));
    for (const name of found.keys()) if (!known.has(name)) faults.push(`event ${name} was written by nobody`);
    for (const attempt of this.attempts) faults.push(...this.#faultsOfAttempt(attempt, found));
    return faults;
  }

  #faultsOfAttempt(
    { id, names, key, outcome, seq, after }: Attempt,
    found: ReadonlyMap<string, Seq>,
  ): string[] {
    const there = names.map((name) => found.get(name)).filter((seq) => seq !== undefined);
    const [at] = there;
    const faults: string[] = [];
    if (there.length > 0 && there.length < names.length) faults.push(`attempt ${id} is there by half`);
    const isPromised = outcome === 'kept' || outcome === 'already_there';
    if (isPromised && at === undefined) faults.push(`attempt ${id} was answered ${outcome} and is not there`);
    if (key !== undefined) return faults;
    if (outcome === 'refused' && at !== undefined) faults.push(`attempt ${id} was refused and is there`);
    if (outcome !== 'kept' || at === undefined || seq === undefined) return faults;
    if (compareSeq(at, seq) !== 0) faults.push(`attempt ${id} has another place`);
    if (after !== undefined && compareSeq(after, at) >= 0)
      faults.push(`attempt ${id} stands before what its writer had seen`);
    return faults;
  }
}
