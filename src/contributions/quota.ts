import { DataError } from '../lib/data-error.ts';
import type { Given, Usage } from './usage.ts';

/** What is kept at most; docs/contributions.md says it to operators. */
export interface QuotaBounds {
  /** Contributions that wait at one time. */
  readonly pending: number;
  /** Of all events as JSON in UTF-8. */
  readonly bytes: number;
}

export const defaultBounds: QuotaBounds = { pending: 1000, bytes: 128_000_000 };

/** The part of all bytes that stays free for what the operator decides. */
const RESERVED = 1 / 8;
/** Of one ticket: what joins it, of whom, and all of it together. A thousand of these have room in what is kept in all. */
const ofTicket = { notes: 20, notesOfOne: 5, bytes: 64_000 };
/** The share of one caller in places and in bytes that wait, and in bytes of a day. */
const ofCaller = { waiting: 1 / 10, aDay: 1 / 50 };
/** That of a program of the operator's own, which runs beside callers and is not to lack room for their sake. */
const ofOperator = { waiting: 1 / 2, aDay: 1 / 2 };
const operators: readonly string[] = ['local', 'harvest'];

/** Which bound is reached: programs go by it. */
type Bound = 'ticket' | 'caller' | 'queue' | 'store';

/** Something is not kept since a bound is reached. The message says which, what is taken still, and when more is. */
export class BoundReached extends DataError<'STORAGE_FULL'> {
  readonly bound: Bound;

  constructor(bound: Bound, message: string) {
    super('STORAGE_FULL', message);
    this.bound = bound;
  }
}

/** What is asked to be kept. */
interface Asked extends Given {
  /** Whether it will wait, and so needs a place unless the ticket has one. */
  readonly waits: boolean;
}

/** Decides whether there is room for what callers give; what an operator decides needs none. */
export class Quota {
  readonly #bounds: QuotaBounds;
  /** Admitted, and not among the events yet. */
  readonly #underway = new Set<Asked>();

  constructor(bounds: QuotaBounds) {
    this.#bounds = bounds;
  }

  /**
   * Holds room for something until the function returned is called; `kept` are the bytes of all events. Throws BoundReached
   * where there is none.
   */
  admit(asked: Asked, usage: Usage, kept: number): () => void {
    this.#checkCaller(asked, usage);
    if (asked.waits) this.#checkTicket(asked, usage);
    this.#checkAll(asked, usage, kept);
    this.#underway.add(asked);
    return () => this.#underway.delete(asked);
  }

  /** What is full, for the operator. */
  faults(usage: Usage, kept: number): string[] {
    const { pending } = this.#bounds;
    return [
      ...(usage.tickets.size >= pending
        ? [
            `All ${pending} places of contributions that wait are taken: new ones are refused until some are decided.`,
          ]
        : []),
      ...(kept >= this.#room
        ? [`The ${size(this.#room)} for contributions are used up: they are refused. ${RAISE}`]
        : []),
    ];
  }

  /** Bytes for what callers give; the rest is for decisions. */
  get #room(): number {
    return this.#bounds.bytes * (1 - RESERVED);
  }

  #checkTicket({ ticket, by, bytes }: Asked, usage: Usage): void {
    if (bytes > ofTicket.bytes) {
      throw new BoundReached(
        'ticket',
        `This takes ${size(bytes)}, and ${size(ofTicket.bytes)} of one ticket are kept, so nothing was kept. Shorten it.`,
      );
    }
    const known = usage.tickets.get(ticket);
    const joining = [...this.#underway].filter((each) => each.ticket === ticket);
    if (known === undefined) return;
    const own = known.givers.get(by);
    const full = (what: string): BoundReached =>
      new BoundReached(
        'ticket',
        `Ticket ${ticket} ${what}, so this was not kept. The ticket waits for review as it is; what you know beyond it is taken once it is decided.`,
      );
    if (known.notes + joining.length >= ofTicket.notes)
      throw full(`has ${ofTicket.notes} additions already, as many as one ticket takes`);
    if ((own?.notes ?? 0) + joining.filter((each) => each.by === by).length >= ofTicket.notesOfOne)
      throw full(`has ${ofTicket.notesOfOne} additions of yours, as many as it takes of one caller`);
    if (known.bytes + sum(joining) + bytes > ofTicket.bytes)
      throw full(`has no room for ${size(bytes)}: ${size(ofTicket.bytes)} of one ticket are kept`);
  }

  #checkCaller({ by, bytes, at, ticket, waits }: Asked, usage: Usage): void {
    const share = operators.includes(by) ? ofOperator : ofCaller;
    const own = [...this.#underway].filter((each) => each.by === by);
    const caller = usage.callerAt(by, at);
    const { pending } = this.#bounds;
    const dayBytes = this.#bounds.bytes * share.aDay;
    if (caller.dayBytes + sum(own) + bytes > dayBytes) {
      throw new BoundReached(
        'caller',
        `You have given ${size(dayBytes)} today, the share of one caller, so nothing was kept. More is taken from 00:00 UTC on; others are not held up.`,
      );
    }
    if (!waits) return;
    const opening = own.filter((each) => opens(each, usage));
    const places = Math.ceil(pending * share.waiting);
    if (opens({ ticket, waits }, usage) && caller.places + opening.length >= places) {
      throw new BoundReached(
        'caller',
        `${places} contributions of yours wait for review, the share of one caller, so nothing was kept. More are taken when some of them are decided; others are not held up.`,
      );
    }
    const waiting = this.#room * share.waiting;
    if (caller.bytes + sum(own) + bytes > waiting) {
      throw new BoundReached(
        'caller',
        `What you gave and what waits for review takes ${size(waiting)}, the share of one caller, so nothing was kept. More is taken when some of it is decided; others are not held up.`,
      );
    }
  }

  #checkAll({ ticket, bytes, waits }: Asked, usage: Usage, kept: number): void {
    const { pending } = this.#bounds;
    const underway = [...this.#underway];
    const opening = underway.filter((each) => opens(each, usage));
    if (opens({ ticket, waits }, usage) && usage.tickets.size + opening.length >= pending) {
      throw new BoundReached(
        'queue',
        `${pending} contributions wait here already, so nothing was kept. Try again when some have been reviewed.`,
      );
    }
    if (kept + sum(underway) + bytes <= this.#room) return;
    throw new BoundReached(
      'store',
      `The ${size(this.#room)} that this server keeps for contributions are used up, so nothing was kept. Searching goes on. ${RAISE}`,
    );
  }
}

const RAISE = 'Its operator makes room with --max-megabytes.';

/** True for what takes a place of its own. */
function opens({ ticket, waits }: Pick<Asked, 'ticket' | 'waits'>, usage: Usage): boolean {
  return waits && !usage.tickets.has(ticket);
}

function sum(all: readonly Asked[]): number {
  return all.reduce((total, { bytes }) => total + bytes, 0);
}

function size(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1000)} kB` : `${Math.round(bytes / 1e5) / 10} MB`;
}
