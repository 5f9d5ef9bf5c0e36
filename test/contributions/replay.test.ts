import { expect, it } from 'vitest';
import { Random } from '../../scripts/harness/random.ts';
import { compareSeq, type EventBody, type StoredEvent } from '../../src/contributions/event-store.ts';
import { Replay } from '../../src/contributions/replay.ts';

const ticket = (n: number) => `rep-${String(n).padStart(12, '0')}`;

/** A history of several processes about a few tickets of one record. */
function history(random: () => number): StoredEvent[] {
  const pick = (most: number) => Math.floor(random() * most);
  const counts = new Map<string, number>();
  return Array.from({ length: 40 }, () => {
    const w = `w${pick(3)}`;
    const n = (counts.get(w) ?? 0) + 1;
    counts.set(w, n);
    const at = pick(30);
    return { seq: [at, w, n] as const, at, body: bodyOf(pick) };
  });
}

function bodyOf(pick: (most: number) => number): EventBody {
  const own = ticket(pick(5));
  const report = { resource_type: 'robots', resource_id: 'a', field: 'name', problem: own };
  const change = { kind: 'robots', id: 'a', field: 'name', value: `Name ${pick(9)}` };
  switch (pick(6)) {
    case 0:
      return { type: 'decided', ticket: own, decision: 'accepted', by: 'ana', change };
    case 1:
      return { type: 'decided', ticket: own, decision: 'rejected', by: 'bob' };
    case 2:
      return { type: 'decided', ticket: own, decision: 'merged', by: 'bob', into: ticket(pick(5)) };
    case 3:
      return { type: 'forwarded', ticket: own, status: 'queued', remote_ticket: `r${pick(9)}` };
    default:
      return { type: 'reported', ticket: own, report: { ...report, contact: `${pick(9)}@example.org` } };
  }
}

const changes = (events: readonly StoredEvent[]) => ({ events, cursor: '', startAgain: false });

const shown = ({ state }: Replay) => ({
  reports: [...state.reports.values()].sort((a, b) => (a.ticket < b.ticket ? -1 : 1)),
  layers: [...state.layers],
  waiting: state.waiting,
  effects: state.effects,
});

it('leads to the same state in whatever order the events become known', () => {
  for (let seed = 1; seed <= 80; seed++) {
    const source = new Random(seed);
    const random = () => source.next();
    const events = history(random);
    const whole = new Replay();
    whole.take(changes([...events].sort((a, b) => compareSeq(a.seq, b.seq))));
    const bits = new Replay();
    const rest = [...events];
    while (rest.length > 0) {
      const chunk = Array.from({ length: 1 + Math.floor(random() * 4) }, () =>
        rest.splice(Math.floor(random() * Math.min(6, rest.length)), 1),
      ).flat();
      bits.take(changes(chunk));
    }
    expect(shown(bits), `seed ${seed}`).toEqual(shown(whole));
    expect(whole.state.waiting).toBe(
      [...whole.state.reports.values()].filter(({ status }) => status === 'queued').length,
    );
  }
});

it('passes over what it does not understand, and starts again where it is told to', () => {
  const replay = new Replay();
  const report = { resource_type: 'robots', resource_id: 'a', problem: 'x' };
  const events: StoredEvent[] = [
    { seq: [1, 'a', 1], at: 1, body: { type: 'reported', ticket: ticket(1), report } },
    { seq: [2, 'a', 2], at: 2, body: { type: 'reported', ticket: ticket(2), report } },
    { seq: [3, 'b', 1], at: 3, body: { type: 'levitated', ticket: ticket(1) } },
  ];
  replay.take(changes(events));
  expect(replay.state.reports.size).toBe(2);
  expect(replay.unknown).toBe(1);
  replay.take({ ...changes(events.slice(0, 1)), startAgain: true });
  expect([...replay.state.reports.keys()]).toEqual([ticket(1)]);
  expect(replay.unknown).toBe(0);
});
