/** Milliseconds on the one clock of the client that keeps the history. */
type Moment = number;

/** A submission or report, under a key that no other has. A client that says it again adds another entry. */
export interface Write {
  readonly op: 'write';
  readonly key: string;
  readonly began: Moment;
  readonly ended: Moment;
  /** `refused`: the answer said that nothing was kept. `unknown`: it said so, or none came. */
  readonly outcome: 'acknowledged' | 'refused' | 'unknown';
  readonly ticket?: string;
  /** What every node shows once it knows of it. */
  readonly shows?: string;
}

/** A decision on a ticket by a reviewer, whose name no other decision has. */
export interface Decision {
  readonly op: 'decide';
  readonly ticket: string;
  readonly by: string;
  readonly began: Moment;
  readonly ended: Moment;
  /** `overtaken`: somebody else had decided. */
  readonly outcome: 'acknowledged' | 'overtaken' | 'refused' | 'unknown';
  /** What every node shows once it knows of the decision. */
  readonly shows?: string;
}

/** A search; `failure` is what came in place of its answer. */
export interface Read {
  readonly op: 'read';
  readonly node: string;
  readonly began: Moment;
  readonly ended: Moment;
  readonly failure?: string;
}

/** A node was asked whether it shows something that was acknowledged, and whether it did. */
export interface Look {
  readonly op: 'look';
  readonly node: string;
  readonly shown: string;
  readonly at: Moment;
  readonly found: boolean;
}

export type Entry = Write | Decision | Read | Look;

/** A time in which a node could not hear of others: it was dead, asleep, or cut off from the database. */
export interface Deaf {
  readonly node: string;
  readonly from: Moment;
  readonly to: Moment;
  /** True where it could not even answer a search. */
  readonly isDown: boolean;
}

/** An event as it lies in the store at the end. */
export interface KeptEvent {
  readonly ticket: string;
  readonly type: 'opened' | 'published' | 'decided' | 'other';
  /** Of an opened or published ticket. */
  readonly key?: string;
  /** Of a decision, or arXiv's. */
  readonly by?: string;
  /** Why it is not what somebody sent. */
  readonly fault?: string;
}

export interface Ending {
  /** In the order of the store. */
  readonly events: readonly KeptEvent[];
  /** By the name of a node, what it shows when all is quiet. */
  readonly shown: ReadonlyMap<string, ReadonlySet<string>>;
}

/** While the process that watches stands still, so do the proxies between the nodes and their database. */
export interface Stall {
  readonly from: Moment;
  readonly to: Moment;
}

export interface Bounds {
  /** From the answer to its appearance on every node that hears, in milliseconds. */
  readonly appearsWithinMs: number;
  /** After a node hears again. */
  readonly catchesUpWithinMs: number;
  /** From the question to its answer, whatever the answer is. */
  readonly answersWithinMs: number;
  /** Acknowledged before this moment, something may be lost: it died with a primary that had no synchronous standby. */
  readonly mayLoseUntil?: Moment;
  /** Time that does not count towards what a node has to hear. */
  readonly stalls?: readonly Stall[];
}

export interface Verdict {
  /** Broken promises, in words; none if the history stands. */
  readonly faults: readonly string[];
  readonly acknowledged: number;
  /** Attempts that were refused. */
  readonly refused: number;
  readonly unknown: number;
  /** Unknown ones that were kept. */
  readonly unknownKept: number;
  /** Acknowledged ones that a primary without a synchronous standby took with it. */
  readonly lostWithPrimary: number;
  readonly reads: number;
  /** From answer to appearance, a node each, in milliseconds, where the node heard all the time. */
  readonly appearedMs: readonly number[];
}
