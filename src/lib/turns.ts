/** Whose turn it is. */
export interface Asker {
  /** The caller: turns go round the callers, whatever each of them asks. */
  readonly caller: string;
  /** Within a caller turns go round its connections. */
  readonly connection: unknown;
  /** Aborted once nobody waits for the answer any more. */
  readonly signal: AbortSignal;
  /** True for a call that goes behind all that are not so; false if left out. */
  readonly isPatient?: boolean;
}

/** Resolves when a call may begin; rejects with `NotBegun`. A patient one goes behind all others. */
export type Turn = (isPatient?: boolean) => Promise<void>;

/** Why a call was never begun: its caller is gone, or has filled the queue. */
export class NotBegun extends Error {
  readonly why: 'gone' | 'busy';

  constructor(why: 'gone' | 'busy') {
    super(`The call was not begun: ${why}.`);
    this.name = 'NotBegun';
    this.why = why;
  }
}

/** Whoever goes may leave thousands of calls behind: their errors cost nothing to make. */
const GONE = new NotBegun('gone');
const BUSY = new NotBegun('busy');

/** Calls that may wait. */
interface TurnLimits {
  readonly ofOne: number;
  readonly ofAll: number;
}

interface Waiting {
  readonly signal: AbortSignal;
  readonly begin: () => void;
  readonly refuse: (error: NotBegun) => void;
}

/** The calls of one caller, first come, first served on each of its connections. */
class Line {
  size = 0;
  /** In the order of their turns. */
  readonly #connections = new Map<unknown, Waiting[]>();

  add(connection: unknown, call: Waiting): void {
    const calls = this.#connections.get(connection);
    if (calls === undefined) this.#connections.set(connection, [call]);
    else calls.push(call);
    this.size += 1;
  }

  /** Takes the next call that is still waited for. */
  take(): Waiting | undefined {
    for (const [connection, calls] of this.#connections) {
      this.#connections.delete(connection);
      const call = this.#shift(calls);
      if (calls.length > 0) this.#connections.set(connection, calls);
      if (call !== undefined) return call;
    }
    return undefined;
  }

  /** Refuses the call that came last on the fullest connection. */
  refuseLast(): void {
    let fullest: Waiting[] = [];
    for (const calls of this.#connections.values()) if (calls.length > fullest.length) fullest = calls;
    const last = fullest.pop();
    if (last === undefined) return;
    this.size -= 1;
    last.refuse(BUSY);
  }

  /** Drops the calls that nobody waits for, or all of them. */
  drop(all = false): void {
    for (const [connection, calls] of this.#connections) {
      const kept = calls.filter(({ signal }) => !all && !signal.aborted);
      if (kept.length === 0) this.#connections.delete(connection);
      else this.#connections.set(connection, kept);
      this.size -= calls.length - kept.length;
      for (const call of calls) if (all || call.signal.aborted) call.refuse(GONE);
    }
  }

  #shift(calls: Waiting[]): Waiting | undefined {
    for (let call = calls.shift(); call !== undefined; call = calls.shift()) {
      this.size -= 1;
      if (!call.signal.aborted) return call;
      call.refuse(GONE);
    }
    return undefined;
  }
}

/**
 * The event loop accepts one connection a round. It goes round again before the next call as long as connections arrive:
 * with a call in each round, those of one caller would keep others from being accepted for seconds. Where they never
 * stop coming, calls begin after so long all the same.
 */
const LONGEST_WAIT_MS = 5;

/** What costs little waits for no turn; so many of one caller's in a round of the event loop cost as much as a call. */
const MOST_AT_ONCE = 8;

/**
 * Begins one call per turn of the event loop, round robin over the callers and over the connections of each. Calls that
 * ran back to back would let no connection be accepted, no probe and no cached answer be sent, until the last is done.
 * The order decides who is answered first, never what the answer is.
 */
export class Turns {
  readonly #limits: TurnLimits;
  /** In the order of their turns. */
  readonly #lines = new Map<string, Line>();
  /** The same of patient calls. */
  readonly #patient = new Map<string, Line>();
  #waiting = 0;
  /** Requests of each caller in this round of the event loop. */
  readonly #arrivals = new Map<string, number>();
  /** A call was begun in this turn. */
  #isTaken = false;
  #hasArrived = false;
  /** When connections began to go before the next call. */
  #held: number | undefined;
  /** Whose call was begun last. */
  #served: string | undefined;
  #isClosed = false;

  constructor(limits: TurnLimits = { ofOne: Number.POSITIVE_INFINITY, ofAll: Number.POSITIVE_INFINITY }) {
    this.#limits = limits;
  }

  /** Calls that wait. */
  get waiting(): number {
    return this.#waiting;
  }

  /**
   * Resolves in a turn that is the call's own, at once if it is the first of this one. Rejects with `NotBegun` if the
   * signal is aborted by then, or there is no room; where all is full, the caller with most calls makes room.
   */
  async next({ caller, connection, signal, isPatient = false }: Asker): Promise<void> {
    if (this.#isClosed || signal.aborted) throw GONE;
    if (!this.#isTaken) {
      this.#isTaken = true;
      this.#served = caller;
      setImmediate(this.#give);
      return;
    }
    const lines = isPatient ? this.#patient : this.#lines;
    const line = lines.get(caller) ?? new Line();
    this.#makeRoom(line);
    lines.set(caller, line);
    this.#waiting += 1;
    return new Promise((resolve, reject) => {
      line.add(connection, { signal, begin: resolve, refuse: reject });
    });
  }

  /** A connection has come: those behind it are taken before the next call begins. */
  arrived(): void {
    this.#hasArrived = true;
  }

  /** Counts a request, and is true if the caller has had so many in this round that this one has to take a turn. */
  crowds(caller: string): boolean {
    if (this.#arrivals.size === 0) setImmediate(() => this.#arrivals.clear());
    const count = (this.#arrivals.get(caller) ?? 0) + 1;
    this.#arrivals.set(caller, count);
    return count > MOST_AT_ONCE;
  }

  /** Begins nothing any more. */
  close(): void {
    this.#isClosed = true;
    for (const lines of this.#all) {
      for (const line of lines.values()) line.drop(true);
      lines.clear();
    }
    this.#waiting = 0;
  }

  readonly #give = (): void => {
    this.#moveBehind();
    if (this.#holds()) {
      setImmediate(this.#give);
      return;
    }
    const call = this.#take();
    if (call === undefined) {
      this.#isTaken = false;
      return;
    }
    setImmediate(this.#give);
    call.begin();
  };

  #holds(): boolean {
    const now = performance.now();
    const since = this.#held ?? now;
    const holds = this.#hasArrived && now - since < LONGEST_WAIT_MS;
    this.#hasArrived = false;
    this.#held = holds ? since : undefined;
    return holds;
  }

  /** Whoever has come while a call ran goes before the next one of the same caller. */
  #moveBehind(): void {
    const caller = this.#served;
    if (caller === undefined) return;
    this.#served = undefined;
    for (const lines of this.#all) {
      const line = lines.get(caller);
      lines.delete(caller);
      if (line !== undefined && line.size > 0) lines.set(caller, line);
    }
  }

  /** Those that go first before the patient ones. */
  get #all(): readonly Map<string, Line>[] {
    return [this.#lines, this.#patient];
  }

  #take(): Waiting | undefined {
    for (const lines of this.#all) {
      for (const [caller, line] of lines) {
        const call = this.#changing(line, () => line.take());
        if (call !== undefined) {
          this.#served = caller;
          return call;
        }
        lines.delete(caller);
      }
    }
    return undefined;
  }

  #makeRoom(own: Line): void {
    const { ofOne, ofAll } = this.#limits;
    if (own.size >= ofOne) this.#changing(own, () => own.drop());
    if (own.size >= ofOne) throw BUSY;
    if (this.#waiting < ofAll) return;
    let longest = own;
    for (const line of this.#all.flatMap((lines) => [...lines.values()])) {
      this.#changing(line, () => line.drop());
      if (line.size > longest.size) longest = line;
    }
    if (this.#waiting < ofAll) return;
    if (longest === own) throw BUSY;
    this.#changing(longest, () => longest.refuseLast());
  }

  /** Counts what a change to a line takes out of it. */
  #changing<Value>(line: Line, change: () => Value): Value {
    const before = line.size;
    const value = change();
    this.#waiting -= before - line.size;
    return value;
  }
}
