import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type Claim,
  compareSeq,
  type EventStore,
  type Seq,
  type StoredEvent,
} from '../../src/contributions/event-store.ts';

/** A place where stores keep their events, as one process after the other opens it. */
export interface Harness {
  /** A store as another process has it. */
  open(): EventStore | Promise<EventStore>;
  /**
   * A store whose process ends at some step of what it does, with so many bytes of a write done: it makes none after it.
   * With `answers` the process lives on, is told that the step failed, and further steps succeed.
   */
  openFailing(how: { step: number; torn: number; answers: boolean }): EventStore | Promise<EventStore>;
  /** True where what was not answered may be there, or come to be there while the store works on. */
  readonly keepsUnknown?: boolean;
  /** At how many steps a process may end, one after the other; 12 if left out. */
  readonly steps?: number;
  remove(): Promise<void>;
}

const ticket = 'rep-000000000001';
const event = (name: unknown) => ({ type: 'reported', ticket, name });
const namesOf = (events: readonly StoredEvent[]) => events.map(({ body }) => body.name);
const pair = (name: string) => [event(name), event(`${name}2`)];
const allAfterHead = async (store: EventStore) => {
  await store.head();
  return allIn(store);
};
const allIn = (store: EventStore) => namesOf(store.since().events);

/** What holds for every store, whatever it keeps its events in. */
export function describeStore(name: string, make: () => Harness | Promise<Harness>): void {
  describe(name, () => {
    let harness: Harness;
    const opened: EventStore[] = [];
    const open = async (): Promise<EventStore> => {
      const store = await harness.open();
      opened.push(store);
      return store;
    };
    beforeEach(async () => {
      harness = await make();
    });
    afterEach(async () => {
      for (const store of opened.splice(0)) await store.close();
      await harness.remove();
    });

    it('is empty before the first event', async () => {
      const store = await open();
      expect(allIn(store)).toEqual([]);
      expect(await store.head()).toBeUndefined();
      expect(store.warnings).toEqual([]);
    });

    it('shows what it kept at once, and every other process all that was kept before it asked', async () => {
      const [one, other] = [await open(), await open()];
      let cursor = other.since().cursor;
      for (const kept of ['a', 'b', 'c']) {
        const appended = await one.append([event(kept)]);
        expect(appended.result).toBe('kept');
        expect(allIn(one)).toContain(kept);
        await other.head();
        const changes = other.since(cursor);
        expect(namesOf(changes.events)).toEqual([kept]);
        expect(changes.startAgain).toBe(false);
        cursor = changes.cursor;
      }
      expect(other.since(cursor)).toEqual({ events: [], cursor, startAgain: false });
      const last = await one.append([event('d'), event('e')]);
      const head = await other.head();
      if (!('seq' in last) || head === undefined) throw new Error(last.result);
      expect(compareSeq(last.seq, head)).toBeLessThan(0);
      expect(allIn(await open())).toEqual(['a', 'b', 'c', 'd', 'e']);
    });

    it('keeps bodies as they are, of whatever program', async () => {
      const body = { type: 'levitated', text: 'Müller\n"\u2028 \u0000', list: [1, null, { deep: true }] };
      await (await open()).append([body]);
      const [kept] = (await open()).since().events;
      expect(kept?.body).toEqual(body);
      expect(Math.abs(Date.now() - (kept?.at ?? 0))).toBeLessThan(60_000);
    });

    it('lets whoever comes with a cursor of another store start again', async () => {
      const [one, other] = [await open(), await open()];
      await one.append([event('a')]);
      const { cursor } = one.since();
      await other.head();
      other.since();
      expect(other.since(`x${cursor}`)).toMatchObject({ startAgain: true, events: [{ body: event('a') }] });
      expect(other.since('')).toMatchObject({ startAgain: true, events: [{ body: event('a') }] });
    });

    it('has one order for all, in which an event lies behind what its writer had seen', async () => {
      const stores = [await open(), await open(), await open()];
      const behind: [Seq, Seq][] = [];
      await Promise.all(
        stores.map(async (store, s) => {
          for (let i = 0; i < 20; i++) {
            const seen = await store.head();
            const appended = await store.append([event(`${s}-${i}`)]);
            if (seen !== undefined && 'seq' in appended) behind.push([seen, appended.seq]);
          }
        }),
      );
      for (const [before, after] of behind) expect(compareSeq(before, after)).toBeLessThan(0);
      const orders = await Promise.all([...stores, await open()].map(allAfterHead));
      expect(orders[0]).toHaveLength(60);
      for (const order of orders) expect(order).toEqual(orders[0]);
    });

    it('brings together, in its order, what a follower read bit by bit', async () => {
      const [one, two, follower] = [await open(), await open(), await open()];
      const read: StoredEvent[] = [];
      let cursor: string | undefined;
      const writing = Promise.all(
        [one, two].map(async (store, s) => {
          for (let i = 0; i < 30; i++) await store.append([event(`${s}-${i}`)]);
        }),
      );
      let isDone = false;
      void writing.then(() => {
        isDone = true;
      });
      for (let isLast = false; !isLast; ) {
        isLast = isDone;
        await follower.head();
        const changes = follower.since(cursor);
        if (changes.startAgain) read.length = 0;
        read.push(...changes.events);
        cursor = changes.cursor;
        await pause(1);
      }
      expect(namesOf(read.sort((a, b) => compareSeq(a.seq, b.seq)))).toEqual(allIn(await open()));
    });

    it('wakes those who listen before it answers, until they stop', async () => {
      const store = await open();
      const seen: unknown[][] = [];
      const stop = store.wake(() => seen.push(allIn(store)));
      await store.append([event('a')]);
      expect(seen.at(-1)).toEqual(['a']);
      stop();
      const times = seen.length;
      await store.append([event('b')]);
      expect(seen).toHaveLength(times);
    });

    describe('a key', () => {
      it('is kept once, by this process, a later one and another', async () => {
        const [one, other] = [await open(), await open()];
        const first = await one.append([event('a'), event('b')], { key: 'k' });
        if (!('seq' in first)) throw new Error(first.result);
        expect(first.result).toBe('kept');
        const again = { result: 'already_there', seq: first.seq };
        expect(await one.append([event('c')], { key: 'k' })).toEqual(again);
        await other.head();
        expect(await other.append([event('d')], { key: 'k' })).toEqual(again);
        expect(await other.append([event('e')], { key: 'another' })).toMatchObject({ result: 'kept' });
        expect(allIn(await open())).toEqual(['a', 'b', 'e']);
      });

      it('that several processes write at once is the same one for all', async () => {
        const stores = [await open(), await open(), await open(), await open()];
        for (let round = 0; round < 10; round++) {
          await Promise.all(
            stores.map((store, s) => store.append([event(`${round}:${s}`)], { key: `k${round}` })),
          );
        }
        const orders = await Promise.all([...stores, await open()].map(allAfterHead));
        expect(orders[0]).toHaveLength(10);
        for (const order of orders) expect(order).toEqual(orders[0]);
        for (let round = 0; round < 10; round++) {
          expect(await stores[0]?.append([event('late')], { key: `k${round}` })).toMatchObject({
            result: 'already_there',
          });
        }
      });

      it('that one process writes twice at once is kept once', async () => {
        const store = await open();
        const appended = await Promise.all(
          ['a', 'b'].map((each) => store.append([event(each)], { key: 'k' })),
        );
        expect(appended.map(({ result }) => result).sort()).toEqual(['already_there', 'kept']);
        const kept = appended[0]?.result === 'kept' ? ['a'] : ['b'];
        expect(allIn(store)).toEqual(kept);
        expect(allIn(await open())).toEqual(kept);
      });
    });

    describe('an expectation', () => {
      const decision = (by: string) => ({ type: 'decided', ticket, by });
      const seqOf = async (store: EventStore, body: object) => {
        const appended = await store.append([{ ...body }]);
        if (!('seq' in appended)) throw new Error(appended.result);
        return appended.seq;
      };

      it('holds until somebody decides', async () => {
        const [one, other] = [await open(), await open()];
        const undecidedSince = await seqOf(one, event('a'));
        await other.head();
        await other.append([event('b')]);
        const expects = { expect: { ticket, undecidedSince } };
        expect(await other.append([decision('ana')], expects)).toMatchObject({ result: 'kept' });
        await one.head();
        expect(await one.append([decision('bob')], expects)).toEqual({ result: 'overtaken' });
        expect(
          await one.append([decision('bob')], { expect: { ticket: 'other', undecidedSince } }),
        ).toMatchObject({ result: 'kept' });
        const reopened = { ticket, undecidedSince: await seqOf(one, event('c')) };
        expect(await one.append([decision('cem')], { expect: reopened })).toMatchObject({ result: 'kept' });
      });

      it('of several at once holds for the first in order alone', async () => {
        const stores = [await open(), await open(), await open(), await open()];
        const [first = await open()] = stores;
        const undecidedSince = await seqOf(first, event('a'));
        await Promise.all(stores.map((store) => store.head()));
        const results = await Promise.all(
          stores.map(async (store, s) => ({
            by: String(s),
            ...(await store.append([decision(String(s))], { expect: { ticket, undecidedSince } })),
          })),
        );
        await first.head();
        const decided = first.since().events.filter(({ body }) => body.type === 'decided');
        const kept = results.filter(({ result }) => result === 'kept').map(({ by }) => by);
        expect(kept).toContain(decided[0]?.body.by);
        for (const { by, result } of results) if (!kept.includes(by)) expect(result).toBe('overtaken');
      });

      it('is told to whoever comes second, though both asked before either had written', async () => {
        const [one, other] = [await open(), await open()];
        const told: string[] = [];
        // Whoever looks before the other has written does not see it: hardly in each of so many rounds.
        for (let round = 0; round < 12; round++) {
          const undecidedSince = await seqOf(one, event('a'));
          await other.head();
          const asked = { expect: { ticket: `${ticket}-${round}`, undecidedSince } };
          const decided = (by: string) => ({ ...decision(by), ticket: `${ticket}-${round}` });
          const both = [one.append([decided('ana')], asked), other.append([decided('bob')], asked)];
          const results = (await Promise.all(both)).map(({ result }) => result);
          expect(results).toContain('kept');
          told.push(...results);
        }
        expect(told).toContain('overtaken');
      });
    });

    describe('work', () => {
      it('is one process\u2019s at a time', async () => {
        const [one, other] = [await open(), await open()];
        await one.append([event('a')]);
        const claim = (await one.claim('sweeping')) as Claim;
        expect(await claim.isHeld()).toBe(true);
        expect(await other.claim('sweeping')).toBe('taken');
        expect(await other.claim('cooking')).toHaveProperty('isHeld');
        await one.settle(claim);
        expect(await claim.isHeld()).toBe(false);
        const next = (await other.claim('sweeping')) as Claim;
        expect(await next.isHeld()).toBe(true);
        await other.settle(next, 300);
        expect(await one.claim('sweeping')).toBe('taken');
        await expect.poll(() => one.claim('sweeping'), { timeout: 5000 }).toHaveProperty('isHeld');
      });
    });

    describe.each([
      ['ends', false],
      ['is told of a fault', true],
    ])('a process that %s at any step', (_, answers) => {
      const all = ['a', 'b', 'c'];
      /** Three appends of two events each, of which one may fail: how each was answered. */
      const attempt = async (store: EventStore) => {
        const answered: Record<string, string> = {};
        for (const each of all) {
          const appended = await store.append(pair(each), { key: each }).catch(() => undefined);
          answered[each] = appended?.result ?? 'refused';
        }
        return answered;
      };
      /** Whoever was not answered says it again. */
      const sayAgain = async (store: EventStore, there: readonly unknown[], mayBe: readonly string[]) => {
        for (const each of all) {
          await store.head();
          const { result } = await store.append(pair(each), { key: each });
          if (!mayBe.includes(each)) expect(result).toBe(there.includes(each) ? 'already_there' : 'kept');
        }
      };

      it.each([20, 200, 10_000])(
        'loses nothing acknowledged, and no half is there (%i bytes)',
        async (torn) => {
          for (let step = 1; step <= (harness.steps ?? 12); step++) {
            await harness.remove();
            harness = await make();
            const failing = await harness.openFailing({ step, torn, answers });
            const answered = await attempt(failing);
            const kept = all.filter((each) => answered[each] === 'kept');
            const there = allIn(await open());
            const mayBe = harness.keepsUnknown ? all.filter((each) => answered[each] === 'unknown') : [];
            const acknowledged = kept.flatMap((each) => [each, `${each}2`]);
            const surely = there.filter((each) => !mayBe.includes(String(each).charAt(0)));
            expect(surely, `step ${step}`).toEqual(expect.arrayContaining(acknowledged));
            if (answers) expect(surely, `step ${step}`).toEqual(acknowledged);
            await sayAgain(await open(), there, mayBe);
            expect(allIn(await open()).sort(), `step ${step}`).toEqual(['a', 'a2', 'b', 'b2', 'c', 'c2']);
            await failing.close();
          }
        },
        60_000,
      );
    });
  });
}
