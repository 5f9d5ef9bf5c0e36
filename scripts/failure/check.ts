import { grouped } from '../harness/statistics.ts';
import type {
  Bounds,
  Deaf,
  Decision,
  Ending,
  Entry,
  KeptEvent,
  Look,
  Read,
  Verdict,
  Write,
} from './history.ts';
import { stalledMs } from './stalls.ts';

/** Holds what clients were told against what the store and the nodes have in the end. */
export function checkHistory(
  history: readonly Entry[],
  deaf: readonly Deaf[],
  ending: Ending,
  bounds: Bounds,
): Verdict {
  const check = new Check(deaf, ending, bounds);
  const writes = history.filter((entry) => entry.op === 'write');
  const decisions = history.filter((entry) => entry.op === 'decide');
  const counted = check.writes(writes);
  check.tickets();
  const lostDecisions = check.decisions(decisions);
  const reads = check.reads(history.filter((entry) => entry.op === 'read'));
  const looks = history.filter((entry) => entry.op === 'look');
  const told = [...writes, ...decisions];
  check.answers(told);
  const appearedMs = check.appearance(told, looks);
  const lostWithPrimary = counted.lostWithPrimary + lostDecisions;
  const refused = told.filter(({ outcome }) => outcome === 'refused').length;
  return { faults: check.faults, ...counted, refused, lostWithPrimary, reads, appearedMs };
}

type TicketState = 'none' | 'open' | 'closed';

/** What may happen to a ticket: it is opened, or published at once; then published or decided, once. */
const mayFollow: Readonly<Record<TicketState, readonly KeptEvent['type'][]>> = {
  none: ['opened', 'published'],
  open: ['published', 'decided'],
  closed: [],
};

class Check {
  readonly faults: string[] = [];
  readonly #deaf: readonly Deaf[];
  readonly #ending: Ending;
  readonly #bounds: Bounds;

  constructor(deaf: readonly Deaf[], ending: Ending, bounds: Bounds) {
    this.#deaf = deaf;
    this.#ending = ending;
    this.#bounds = bounds;
  }

  /** Every acknowledged key is there once, an unknown one at most once, a refused one never. */
  writes(writes: readonly Write[]) {
    const kept = grouped(
      this.#ending.events.filter(({ key }) => key !== undefined),
      ({ key = '' }) => key,
    );
    const counted = { acknowledged: 0, unknown: 0, unknownKept: 0, lostWithPrimary: 0 };
    const sent = grouped(writes, ({ key }) => key);
    for (const [key, own] of sent) {
      const tickets = new Set((kept.get(key) ?? []).map(({ ticket }) => ticket));
      const became = this.#write(key, own, tickets);
      if (became !== undefined) counted[became] += 1;
      if (became === 'lostWithPrimary') counted.acknowledged += 1;
      if (became === 'unknown' && tickets.size > 0) counted.unknownKept += 1;
    }
    for (const key of kept.keys()) if (!sent.has(key)) this.faults.push(`${key} is kept and nobody sent it.`);
    return counted;
  }

  #write(key: string, sent: readonly Write[], tickets: ReadonlySet<string>) {
    if (tickets.size > 1) this.faults.push(`${key} was kept twice, as ${[...tickets].join(' and ')}.`);
    const told = sent.find(({ outcome }) => outcome === 'acknowledged');
    if (told !== undefined) {
      const isThere = told.ticket === undefined ? tickets.size > 0 : tickets.has(told.ticket);
      if (!isThere && this.#mayBeLost(told)) return 'lostWithPrimary' as const;
      if (!isThere) this.faults.push(`${key} was acknowledged and is lost.`);
      return 'acknowledged' as const;
    }
    if (sent.some(({ outcome }) => outcome === 'unknown')) return 'unknown' as const;
    if (tickets.size > 0) this.faults.push(`${key} was refused and is kept.`);
    return undefined;
  }

  /** The states of a ticket follow each other, and no event is half. */
  tickets(): void {
    const states = new Map<string, TicketState>();
    for (const { ticket, type, fault } of this.#ending.events) {
      if (fault !== undefined) this.faults.push(`An event of ${ticket} is not what was sent: ${fault}.`);
      if (type === 'other') continue;
      const state = states.get(ticket) ?? 'none';
      if (!mayFollow[state].includes(type)) this.faults.push(`${ticket} was ${type} when it was ${state}.`);
      states.set(ticket, type === 'opened' ? 'open' : 'closed');
    }
  }

  /** Who was told that a decision counts has it, and nobody else; gives how many a primary took with it. */
  decisions(decisions: readonly Decision[]): number {
    const { events } = this.#ending;
    const decided = new Map(events.map(({ type, ticket, by }) => [type === 'decided' ? ticket : '', by]));
    let lost = 0;
    for (const decision of decisions) {
      const { ticket, by, outcome } = decision;
      const counts = decided.get(ticket) === by;
      const name = `The decision of ${by} on ${ticket}`;
      if (outcome === 'acknowledged' && !counts && this.#mayBeLost(decision)) lost += 1;
      else if (outcome === 'acknowledged' && !counts)
        this.faults.push(`${name} was acknowledged and is lost.`);
      else if ((outcome === 'overtaken' || outcome === 'refused') && counts)
        this.faults.push(`${name} was ${outcome} and counts.`);
    }
    return lost;
  }

  /** Whoever waits is told something in time. */
  answers(told: readonly (Write | Decision)[]): void {
    for (const entry of told) {
      const took = entry.ended - entry.began;
      if (took > this.#bounds.answersWithinMs)
        this.faults.push(
          `${'key' in entry ? entry.key : entry.by} was answered only after ${Math.round(took)} ms.`,
        );
    }
  }

  /** None fails, but of a node that is down; gives how many there were. */
  reads(reads: readonly Read[]): number {
    for (const { node, began, ended, failure } of reads) {
      const isDown = this.#deaf.some(
        (each) => each.isDown && each.node === node && each.from <= ended && began <= each.to,
      );
      if (failure !== undefined && !isDown) this.faults.push(`A read of ${node} failed: ${failure}.`);
    }
    return reads.length;
  }

  /** What was acknowledged appears on every node in time, stays, and is there in the end; gives the delays. */
  appearance(told: readonly (Write | Decision)[], looks: readonly Look[]): number[] {
    const looked = grouped(looks, (look) => `${look.node} ${look.shown}`);
    const delays: number[] = [];
    for (const { shows, outcome, ended } of told) {
      if (shows === undefined || outcome !== 'acknowledged' || this.#mayBeLost({ ended })) continue;
      for (const [node, all] of this.#ending.shown) {
        if (!all.has(shows)) this.faults.push(`${node} does not show ${shows} in the end.`);
        delays.push(...this.#delay(node, shows, ended, looked.get(`${node} ${shows}`) ?? []));
      }
    }
    return delays;
  }

  /**
   * From the answer to the first look that found it, in milliseconds; none if the node was deaf meanwhile, or had just
   * begun to hear again: until it is connected, nothing wakes it. It is late if a look that began too late did not find it:
   * how long a search takes is not counted.
   */
  #delay(node: string, shows: string, told: number, looks: readonly Look[]): number[] {
    const first = looks.find(({ found }) => found);
    if (first === undefined) return [];
    if (looks.some(({ found, at }) => !found && at > first.at))
      this.faults.push(`${node} showed ${shows} and then no more.`);
    const { appearsWithinMs, catchesUpWithinMs, stalls = [] } = this.#bounds;
    const hears = this.#deaf
      .filter((each) => each.node === node && each.to + catchesUpWithinMs > told && each.from < first.at)
      .map(({ to }) => Math.min(to, first.at));
    const due = Math.max(told + appearsWithinMs, ...hears.map((at) => at + catchesUpWithinMs));
    const missed = looks.filter(({ found, at }) => !found && at <= first.at).at(-1)?.at ?? told;
    const heard = Math.max(told, ...hears);
    const stood = stalledMs(stalls, heard, missed);
    if (missed - stood > due)
      this.faults.push(`${node} did not show ${shows} after ${Math.round(missed - heard - stood)} ms.`);
    return hears.length === 0 ? [Math.max(0, first.at - told)] : [];
  }

  #mayBeLost({ ended }: { readonly ended: number }): boolean {
    const { mayLoseUntil } = this.#bounds;
    return mayLoseUntil !== undefined && ended < mayLoseUntil;
  }
}
