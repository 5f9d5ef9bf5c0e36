import { describe, expect, it } from 'vitest';
import { checkHistory } from '../../../scripts/failure/check.ts';
import type { Deaf, Decision, Entry, KeptEvent, Look, Write } from '../../../scripts/failure/history.ts';
import { Stalls, stalledMs } from '../../../scripts/failure/stalls.ts';
import { Random } from '../../../scripts/harness/random.ts';

const NODES = ['a', 'b', 'c'];
const bounds = { appearsWithinMs: 1000, catchesUpWithinMs: 6000, answersWithinMs: 15_000 };

/** A history in which everything is as it was promised, drawn by a seed. */
function soundHistory(seed: number) {
  const random = new Random(seed);
  const history: Entry[] = [];
  const events: KeptEvent[] = [];
  const shown = new Map(NODES.map((node) => [node, new Set<string>()]));
  for (let i = 0; i < 40; i++) {
    const [key, ticket, at] = [`key-${i}`, `rep-${i}`, i * 100];
    const write: Write = { op: 'write', key, began: at, ended: at + 10, outcome: 'acknowledged', ticket };
    const outcome = random.pick(['acknowledged', 'acknowledged', 'unknown', 'refused'] as const);
    history.push({ op: 'read', node: random.pick(NODES), began: at, ended: at + 5 });
    if (outcome !== 'acknowledged') {
      const { ticket: _, ...unanswered } = write;
      history.push({ ...unanswered, outcome });
      if (random.chance(0.5)) {
        if (outcome === 'unknown' && random.chance(0.5)) events.push({ ticket, type: 'opened', key });
        continue;
      }
    }
    history.push({ ...write, began: at + 20, ended: at + 30 });
    events.push({ ticket, type: 'opened', key });
    const shows = `word-${i}`;
    const decision: Decision = {
      op: 'decide',
      ticket,
      by: `r${i}`,
      began: at,
      ended: at + 50,
      outcome: 'acknowledged',
      shows,
    };
    history.push(decision, { ...decision, by: `s${i}`, outcome: 'overtaken' });
    events.push({ ticket, type: 'decided', by: `r${i}` });
    for (const node of NODES) {
      history.push({ op: 'look', node, shown: shows, at: at + 60, found: false });
      history.push({ op: 'look', node, shown: shows, at: at + 60 + random.below(900), found: true });
      shown.get(node)?.add(shows);
    }
  }
  const find = <T extends Entry>(op: T['op'], holds: (entry: T) => boolean): T => {
    const found = history.filter((entry) => entry.op === op).find((entry) => holds(entry as T));
    if (found === undefined) throw new Error(`The history has no such ${op}.`);
    return found as T;
  };
  const told = find<Write>('write', ({ outcome }) => outcome === 'acknowledged');
  const keptAt = events.findIndex(({ key }) => key === told.key);
  const judge = (deaf: readonly Deaf[] = [], more = {}) =>
    checkHistory(history, deaf, { events, shown }, { ...bounds, ...more });
  return { history, events, shown, find, told, keptAt, judge };
}

describe('the checker of histories', () => {
  it('finds nothing wrong where nothing is', () => {
    for (let seed = 0; seed < 50; seed++) {
      const verdict = soundHistory(seed).judge();
      expect(verdict.faults).toEqual([]);
      expect(verdict.acknowledged).toBeGreaterThan(10);
      expect(verdict.appearedMs.length).toBeGreaterThan(30);
    }
  });

  it('finds what was acknowledged and is lost', () => {
    const { events, keptAt, told, judge } = soundHistory(1);
    const [lost] = events.splice(keptAt, 1);
    expect(judge().faults).toContain(`${told.key} was acknowledged and is lost.`);
    expect(judge().faults).toContain(`${lost?.ticket} was decided when it was none.`);
  });

  it('lets a primary without a synchronous standby take with it what it had, and counts that', () => {
    const { history, events, told, judge } = soundHistory(1);
    const { ticket } = told;
    const kept = events.filter((event) => event.ticket !== ticket);
    events.splice(0, events.length, ...kept);
    expect(judge([], { mayLoseUntil: Number.POSITIVE_INFINITY })).toMatchObject({
      faults: [],
      lostWithPrimary: 2,
    });
    expect(judge([], { mayLoseUntil: told.ended }).faults).not.toEqual([]);
    expect(history).not.toEqual([]);
  });

  it('finds what is there twice, under one ticket or two', () => {
    const one = soundHistory(2);
    const kept = one.events[one.keptAt] as KeptEvent;
    one.events.splice(one.keptAt, 0, kept);
    expect(one.judge().faults).toEqual([`${kept.ticket} was opened when it was open.`]);
    const two = soundHistory(2);
    two.events.push({ ...kept, ticket: 'rep-other' });
    expect(two.judge().faults).toEqual([`${kept.key} was kept twice, as ${kept.ticket} and rep-other.`]);
  });

  it('finds an unknown one that is there twice', () => {
    const { history, events, judge } = soundHistory(3);
    history.push({ op: 'write', key: 'k', began: 0, ended: 1, outcome: 'unknown' });
    events.push({ key: 'k', ticket: 'rep-k', type: 'opened' });
    expect(judge().faults).toEqual([]);
    events.push({ key: 'k', ticket: 'rep-k', type: 'opened' });
    expect(judge().faults).toEqual(['rep-k was opened when it was open.']);
  });

  it('finds what was refused and kept, or sent by nobody', () => {
    const { history, events, judge } = soundHistory(4);
    history.push({ op: 'write', key: 'k', began: 0, ended: 1, outcome: 'refused' });
    events.push({ key: 'k', ticket: 'rep-k', type: 'opened' }, { key: 'l', ticket: 'rep-l', type: 'opened' });
    expect(judge().faults).toEqual(['k was refused and is kept.', 'l is kept and nobody sent it.']);
  });

  it('finds half an event', () => {
    const { events, keptAt, judge } = soundHistory(5);
    events[keptAt] = { ...(events[keptAt] as KeptEvent), fault: 'its problem ends after 3 characters' };
    expect(judge().faults).toEqual([expect.stringContaining('is not what was sent: its problem ends')]);
  });

  it('finds states that do not follow each other', () => {
    const { events, keptAt, told, judge } = soundHistory(6);
    const decidedAt = events.findIndex(({ type, ticket }) => type === 'decided' && ticket === told.ticket);
    [events[keptAt], events[decidedAt]] = [events[decidedAt] as KeptEvent, events[keptAt] as KeptEvent];
    expect(judge().faults).toEqual([
      `${told.ticket} was decided when it was none.`,
      `${told.ticket} was opened when it was closed.`,
    ]);
  });

  it('finds two decisions on one ticket, and one that counts though another was acknowledged', () => {
    const { events, told, judge } = soundHistory(7);
    const [, n] = told.key.split('-');
    events.push({ ticket: told.ticket ?? '', type: 'decided', by: `s${n}` });
    expect(judge().faults).toEqual([
      `${told.ticket} was decided when it was closed.`,
      `The decision of r${n} on ${told.ticket} was acknowledged and is lost.`,
      `The decision of s${n} on ${told.ticket} was overtaken and counts.`,
    ]);
  });

  it('finds a node that shows something late, no more, or never', () => {
    const { history, shown, find, judge } = soundHistory(8);
    const { shows = '', ended } = find<Decision>('decide', ({ outcome }) => outcome === 'acknowledged');
    const look = (at: number, found: boolean): Entry => ({ op: 'look', node: 'b', shown: shows, at, found });
    const looked = history.findIndex(
      (each) => each.op === 'look' && each.node === 'b' && each.shown === shows,
    );
    // A search that takes long is none that comes late.
    history.splice(looked, 2, look(ended + 999, false), look(ended + 1500, true));
    expect(judge().faults).toEqual([]);
    history.splice(looked, 2, look(ended + 1001, false), look(ended + 1002, true));
    expect(judge().faults).toEqual([`b did not show ${shows} after 1001 ms.`]);
    const asleep = { node: 'b', from: 0, to: ended + 900, isDown: false };
    expect(judge([asleep]).faults).toEqual([]);
    expect(judge([{ ...asleep, node: 'a' }]).faults).toEqual([`b did not show ${shows} after 1001 ms.`]);
    history.splice(looked, 2, look(ended + 7000, false), look(ended + 7001, true));
    expect(judge([asleep]).faults).toEqual([`b did not show ${shows} after 6100 ms.`]);
    const awoken = { node: 'b', from: 0, to: ended - 1000, isDown: false };
    history.splice(looked, 2, look(ended + 4999, false), look(ended + 5100, true));
    expect(judge([awoken]).faults).toEqual([]);
    history.splice(looked, 2, look(ended + 5001, false), look(ended + 5100, true));
    expect(judge([awoken]).faults).toEqual([`b did not show ${shows} after 5001 ms.`]);
    expect(judge([{ ...awoken, to: ended - 6001 }]).faults).toEqual([
      `b did not show ${shows} after 5001 ms.`,
    ]);
    history.splice(looked, 2, look(ended + 10, true), look(ended + 500, false));
    shown.get('c')?.delete(shows);
    expect(judge().faults).toEqual([
      `b showed ${shows} and then no more.`,
      `c does not show ${shows} in the end.`,
    ]);
  });

  it('does not count the time for which the process that watches stood still', async () => {
    const { find, judge } = soundHistory(3);
    const shows = find<Decision>('decide', ({ outcome }) => outcome === 'acknowledged').shows ?? '';
    const { ended } = find<Decision>('decide', (entry) => entry.shows === shows);
    const looks = {
      found: find<Look>('look', (look) => look.node === 'b' && look.shown === shows && look.found),
    };
    const missed = find<Look>('look', (look) => look.node === 'b' && look.shown === shows && !look.found);
    Object.assign(missed, { at: ended + 1500 });
    Object.assign(looks.found, { at: ended + 1600 });
    expect(judge().faults).toEqual([`b did not show ${shows} after 1500 ms.`]);
    const stall = (from: number, to: number) => ({ stalls: [{ from: ended + from, to: ended + to }] });
    expect(judge([], stall(-100, 600)).faults).toEqual([]);
    expect(judge([], stall(-100, 400)).faults).toEqual([`b did not show ${shows} after 1100 ms.`]);
    expect(judge([], stall(1500, 9000)).faults).toHaveLength(1);

    const watch = new Stalls();
    watch.begin();
    await new Promise((resolve) => setTimeout(resolve, 30));
    for (const end = performance.now() + 300; performance.now() < end; );
    await new Promise((resolve) => setTimeout(resolve, 30));
    watch.end();
    expect(stalledMs(watch.all, 0, performance.now())).toBeGreaterThanOrEqual(290);
  });

  it('finds an answer that came too late', () => {
    const { history, judge } = soundHistory(10);
    history.push({ op: 'write', key: 'k', began: 0, ended: 15_001, outcome: 'unknown' });
    expect(judge().faults).toEqual(['k was answered only after 15001 ms.']);
  });

  it('finds a read that failed, unless its node was down', () => {
    const { history, judge } = soundHistory(9);
    history.push({ op: 'read', node: 'a', began: 390, ended: 500, failure: 'UNAVAILABLE' });
    const deaf = { node: 'a', from: 400, to: 600, isDown: false };
    expect(judge([deaf]).faults).toEqual(['A read of a failed: UNAVAILABLE.']);
    expect(judge([{ ...deaf, isDown: true }]).faults).toEqual([]);
  });
});
