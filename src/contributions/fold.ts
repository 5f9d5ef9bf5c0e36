import { isDeepStrictEqual } from 'node:util';
import { type ContributionEvent, contributionEvent } from './events.ts';
import { compareEntries, type JournalEntry } from './journal/line.ts';
import type { News } from './journal/reader.ts';
import { State } from './state.ts';

interface Known {
  readonly entry: JournalEntry;
  readonly event: ContributionEvent;
}

/** Folds the events of all processes, in whatever order they become known, into the state they lead to. */
export class Fold {
  state = new State();
  private events: Known[] = [];
  private readonly voided = new Set<string>();
  private notUnderstood = 0;
  /** The last event of all that were applied, and of each ticket. */
  private last: Known | undefined;
  private readonly latest = new Map<string, Known>();

  /** Events of a newer program, which are kept and passed over. */
  get unknown(): number {
    return this.notUnderstood;
  }

  /** Takes new events; true if anything has changed. */
  take({ entries, isAll }: News): boolean {
    if (entries.length === 0 && !isAll) return false;
    if (isAll) {
      this.events = [];
      this.notUnderstood = 0;
    }
    const fresh = entries.flatMap((entry) => this.understand(entry)).sort(byOrder);
    this.events.push(...fresh);
    const isInOrder = !isAll && fresh.every((known) => this.applyInOrder(known));
    if (!isInOrder) this.rebuild();
    return true;
  }

  private understand(entry: JournalEntry): Known[] {
    const event = contributionEvent.safeParse(entry.body);
    if (!event.success) {
      this.notUnderstood += 1;
      return [];
    }
    if (event.data.type === 'void') {
      for (const n of event.data.entries) this.voided.add(`${entry.w}:${n}`);
    }
    return [{ entry, event: event.data }];
  }

  /** False if the event comes before others that have been applied and bear upon it. */
  private applyInOrder(known: Known): boolean {
    const { event } = known;
    if (event.type === 'void') return false;
    if (this.last !== undefined && byOrder(known, this.last) < 0) {
      // Processes that write side by side are seen a little out of order all the time. Only the order within a
      // ticket matters, and that of decisions, which may be about the same record.
      const latest = this.latest.get(event.ticket);
      const isLate = latest !== undefined && byOrder(known, latest) < 0;
      if (isLate || event.type === 'decided' || this.state.find(event.ticket)?.status === 'merged')
        return false;
    }
    this.apply(known);
    return true;
  }

  private rebuild(): void {
    const before = this.state;
    this.state = new State();
    this.latest.clear();
    this.last = undefined;
    this.events.sort(byOrder);
    for (const known of this.events) this.apply(known);
    const { dirty, layers } = this.state;
    for (const [key, layer] of layers) {
      if (!before.dirty.has(key) && isDeepStrictEqual(layer, before.layers.get(key))) dirty.delete(key);
    }
    for (const key of before.layers.keys()) if (!layers.has(key)) dirty.add(key);
  }

  private apply(known: Known): void {
    const { entry, event } = known;
    if (event.type === 'void' || this.voided.has(`${entry.w}:${entry.n}`)) return;
    if (this.last === undefined || byOrder(this.last, known) < 0) this.last = known;
    this.latest.set(event.ticket, known);
    this.state.apply(event, entry.t);
  }
}

function byOrder(a: Known, b: Known): number {
  return compareEntries(a.entry, b.entry);
}
