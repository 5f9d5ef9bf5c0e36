import { isDeepStrictEqual } from 'node:util';
import { validated } from '../lib/validated.ts';
import type { DecisionLog } from './contributions.ts';
import { readDecisions } from './decisions.ts';
import { type Changes, compareSeq, type EventBody, type Seq, type StoredEvent } from './event-store.ts';
import { type ContributionEvent, contributionEvent } from './events.ts';
import { State } from './state.ts';

interface Known {
  readonly seq: Seq;
  readonly at: number;
  readonly event: ContributionEvent;
  /** As JSON in UTF-8. */
  readonly bytes: number;
}

/** Reduces the events of a store to a state: they may arrive in any order, and are applied in the store's. */
export class Replay {
  state = new State();
  /** Bytes of all events, also those that are passed over. */
  bytes = 0;
  #events: Known[] = [];
  #unknown = 0;
  /** The last event of all that were applied, and of each ticket. */
  #last: Known | undefined;
  readonly #latest = new Map<string, Known>();
  #decisions: DecisionLog | undefined;

  /** Events of a newer program, which are kept and passed over. */
  get unknown(): number {
    return this.#unknown;
  }

  /** What was decided on contributions, in the order of the store. */
  get decisions(): DecisionLog {
    this.#decisions ??= readDecisions(this.#events.toSorted(bySeq));
    return this.#decisions;
  }

  /** The sequence number of the last event of a ticket. */
  lastOf(ticket: string): Seq | undefined {
    return this.#latest.get(ticket)?.seq;
  }

  /** Takes new events; true if anything has changed. */
  take({ events, startAgain }: Changes): boolean {
    if (events.length === 0 && !startAgain) return false;
    this.#decisions = undefined;
    if (startAgain) {
      this.#events = [];
      this.#unknown = 0;
      this.bytes = 0;
    }
    const fresh = events.flatMap((event) => this.#understand(event));
    this.#events.push(...fresh);
    const isInOrder = !startAgain && fresh.every((known) => this.#applyInOrder(known));
    if (!isInOrder) this.#rebuild();
    return true;
  }

  #understand({ seq, at, body }: StoredEvent): Known[] {
    const event = validated(contributionEvent, body);
    const bytes = bytesOf(body);
    this.bytes += bytes;
    if (event.success) return [{ seq, at, event: event.data, bytes }];
    this.#unknown += 1;
    return [];
  }

  /** False if the event comes before others that have been applied and bear upon it. */
  #applyInOrder(known: Known): boolean {
    const { event } = known;
    if (this.#last !== undefined && bySeq(known, this.#last) < 0) {
      // Processes that write side by side are seen a little out of order all the time. Only the order within a
      // ticket matters, and that of decisions, which may be about the same record.
      const latest = this.#latest.get(event.ticket);
      const isLate = latest !== undefined && bySeq(known, latest) < 0;
      if (isLate || event.type === 'decided' || this.state.find(event.ticket)?.status === 'merged')
        return false;
    }
    this.#apply(known);
    return true;
  }

  #rebuild(): void {
    const before = this.state;
    this.state = new State();
    this.#latest.clear();
    this.#last = undefined;
    this.#events.sort(bySeq);
    for (const known of this.#events) this.#apply(known);
    const { dirty, layers } = this.state;
    for (const [key, layer] of layers) {
      if (!before.dirty.has(key) && isDeepStrictEqual(layer, before.layers.get(key))) dirty.delete(key);
    }
    for (const key of before.layers.keys()) if (!layers.has(key)) dirty.add(key);
  }

  #apply(known: Known): void {
    if (this.#last === undefined || bySeq(this.#last, known) < 0) this.#last = known;
    this.#latest.set(known.event.ticket, known);
    this.state.apply(known.event, known.at, known.bytes);
  }
}

/** What an event takes, the same in every store: its JSON in UTF-8. */
export function bytesOf(body: EventBody): number {
  return Buffer.byteLength(JSON.stringify(body));
}

function bySeq(a: Known, b: Known): number {
  return compareSeq(a.seq, b.seq);
}
