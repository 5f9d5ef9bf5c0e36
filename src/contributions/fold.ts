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
    const last = this.events[this.events.length - 1];
    const [first] = fresh;
    const isNewer = first !== undefined && (last === undefined || byOrder(last, first) < 0);
    this.events = this.events.concat(fresh);
    const takesBack = fresh.some(({ event }) => event.type === 'void');
    if (isAll || takesBack || !isNewer) this.rebuild();
    else for (const known of fresh) this.apply(known);
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

  private rebuild(): void {
    const before = this.state;
    this.state = new State();
    this.events.sort(byOrder);
    for (const known of this.events) this.apply(known);
    for (const key of before.layers.keys()) this.state.dirty.add(key);
  }

  private apply({ entry, event }: Known): void {
    if (!this.voided.has(`${entry.w}:${entry.n}`)) this.state.apply(event, entry.t);
  }
}

function byOrder(a: Known, b: Known): number {
  return compareEntries(a.entry, b.entry);
}
