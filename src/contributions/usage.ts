/** Who gave something, as the server knows them: the key of what they share. */
type Giver = string;

/** What was given on one ticket since it began to wait. */
interface TicketUsage {
  /** Who opened it, and holds its place. */
  readonly opener: Giver;
  /** What was joined to it after it was opened. */
  notes: number;
  bytes: number;
  readonly givers: Map<Giver, { notes: number; bytes: number }>;
}

/** What one caller has given. */
interface CallerUsage {
  /** Tickets that wait and that they opened. */
  places: number;
  /** Bytes on tickets that wait. */
  bytes: number;
  /** Bytes of one day, by its number since 1970 in UTC, whatever became of them. */
  day: number;
  dayBytes: number;
}

/** Something that was given on a ticket. */
export interface Given {
  readonly ticket: string;
  readonly by: Giver;
  /** Of the event as JSON in UTF-8. */
  readonly bytes: number;
  /** When, in milliseconds since 1970. */
  readonly at: number;
}

const A_DAY = 86_400_000;

/** What the contributions that wait take: it follows from the events of a store, and so is the same for all who read them. */
export class Usage {
  readonly tickets = new Map<string, TicketUsage>();
  readonly #callers = new Map<Giver, CallerUsage>();

  /** What a caller has given; that of the day is of the day of `at`. */
  callerAt(by: Giver, at: number): Readonly<CallerUsage> {
    const day = dayOf(at);
    const known = this.#callers.get(by) ?? { places: 0, bytes: 0, day, dayBytes: 0 };
    return { ...known, day, dayBytes: known.day === day ? known.dayBytes : 0 };
  }

  /** Something was given; where the ticket waits, it counts until that is decided. */
  give({ ticket, by, bytes, at }: Given, isWaiting: boolean): void {
    const caller = this.#caller(by);
    const day = dayOf(at);
    // What is read late, of a day before, counts no more.
    if (day > caller.day) Object.assign(caller, { day, dayBytes: 0 });
    if (day === caller.day) caller.dayBytes += bytes;
    if (!isWaiting) return;
    caller.bytes += bytes;
    const known = this.tickets.get(ticket);
    const usage = known ?? { opener: by, notes: 0, bytes: 0, givers: new Map() };
    if (known === undefined) caller.places += 1;
    else usage.notes += 1;
    usage.bytes += bytes;
    const own = usage.givers.get(by) ?? { notes: 0, bytes: 0 };
    usage.givers.set(by, { notes: own.notes + (known === undefined ? 0 : 1), bytes: own.bytes + bytes });
    this.tickets.set(ticket, usage);
  }

  /** A ticket waits no longer. */
  close(ticket: string): void {
    const usage = this.tickets.get(ticket);
    if (usage === undefined) return;
    this.tickets.delete(ticket);
    this.#caller(usage.opener).places -= 1;
    for (const [by, { bytes }] of usage.givers) this.#caller(by).bytes -= bytes;
  }

  #caller(by: Giver): CallerUsage {
    const known = this.#callers.get(by);
    if (known !== undefined) return known;
    const caller = { places: 0, bytes: 0, day: 0, dayBytes: 0 };
    this.#callers.set(by, caller);
    return caller;
  }
}

function dayOf(at: number): number {
  return Math.floor(at / A_DAY);
}
