import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ErrorReport } from '../../src/contributions/contributions.ts';
import type { EventStore } from '../../src/contributions/event-store.ts';
import { type OpenContributions, openContributions } from '../../src/contributions/open.ts';
import { listContributions, ReviewActions } from '../../src/contributions/review.ts';
import type { Report } from '../../src/contributions/state.ts';
import type { Catalogue } from '../../src/search/catalogue.ts';
import { openSmall } from '../helpers/catalogue.ts';
import { processorMs } from '../helpers/processor-time.ts';

/** Where contributions are kept, as one process after the other opens it. */
interface BoundsHarness {
  readonly directory: string;
  /** The store of a further process; undefined for the files of the directory. */
  open(): Promise<EventStore | undefined>;
  remove(): Promise<void>;
}

const about = { resource_type: 'robots', resource_id: 'unitree-g1', field: 'specs.mass_kg' } as const;
const problem = (text: string): ErrorReport => ({ ...about, problem: text });
const note = (text: string): ErrorReport => ({ ...problem('It weighs more.'), suggested_value: text });

/** The bounds that hold whatever contributions are kept in. */
export function describeBounds(name: string, make: () => Promise<BoundsHarness>): void {
  describe(name, () => {
    let harness: BoundsHarness;
    let catalogue: Catalogue;
    const opened: OpenContributions[] = [];
    beforeEach(async () => {
      harness = await make();
      catalogue = await openSmall();
    });
    afterEach(async () => {
      for (const each of opened.splice(0)) await each.close();
      await harness.remove();
      catalogue.close();
    });

    /** A process with these bounds, and what callers do there. */
    async function start(bounds: { maxPending?: number; maxBytes?: number } = {}) {
      const kept = openContributions(catalogue, {
        directory: harness.directory,
        version: '1',
        store: await harness.open(),
        onProblem: (error) => {
          throw error;
        },
        ...bounds,
      });
      opened.push(kept);
      const { contributions } = kept;
      return {
        contributions,
        waiting: () => kept.waiting(),
        report: (report: ErrorReport, by: string) => contributions.reportError(report, by),
        /** What a caller is told who gives something: `kept`, or the bound that is reached. */
        tell: (report: ErrorReport, by: string) =>
          contributions.reportError(report, by).then(
            () => 'kept',
            (error: { code: string; bound?: string }) => `${error.code} ${error.bound}`,
          ),
        /** The operator, who decides on what waits. */
        decide: async (ticket: string) => {
          const desk = new ReviewActions(contributions, catalogue);
          await desk.reject(contributions.state.find(ticket) as Report, { by: 'op', why: 'no' });
        },
        open: () => listContributions(contributions.state, { status: 'open' }),
      };
    }
    type Process = Awaited<ReturnType<typeof start>>;
    const fill = async ({ tell }: Process, count: number, by: string) => {
      const numbers = [...Array(count).keys()];
      return Promise.all(numbers.map((n) => tell(problem(`${by} says ${n}`), by)));
    };
    const countOf = (told: readonly string[], what: string) => told.filter((each) => each === what).length;

    it('one caller who asks for all places at once gets a share, is told so, and holds up nobody', async () => {
      const one = await start({ maxPending: 100 });
      const told = await fill(one, 300, 'eve');
      expect(countOf(told, 'kept')).toBe(10);
      expect(countOf(told, 'STORAGE_FULL caller')).toBe(290);
      expect(await fill(one, 10, 'ana')).toEqual(Array(10).fill('kept'));
      await expect(one.report(problem('more'), 'eve')).rejects.toThrow(
        /^10 contributions of yours wait for review, the share of one caller.*when some of them are decided/,
      );
      // What is there already is no news, and no fault.
      expect(await one.report(problem('eve says 1'), 'eve')).toMatchObject({ joined: true });
    });

    it('a share is the same for every process, and after a restart, and comes back when something is decided', async () => {
      const [one, other] = [await start({ maxPending: 20 }), await start({ maxPending: 20 })];
      const { ticket } = await one.report(problem('first'), 'eve');
      await other.contributions.store.head();
      expect(await other.tell(problem('second'), 'eve')).toBe('kept');
      await one.contributions.store.head();
      for (const process of [one, other, await start({ maxPending: 20 })])
        expect(await process.tell(problem('third'), 'eve')).toBe('STORAGE_FULL caller');
      await one.decide(ticket);
      expect(await one.tell(problem('third'), 'eve')).toBe('kept');
    });

    it('one ticket takes a few additions of one caller and some of all, and each is told when more is taken', async () => {
      const one = await start();
      const { ticket } = await one.report(note('opened'), 'ana');
      const eves = await Promise.all([...Array(200).keys()].map((n) => one.tell(note(`eve ${n}`), 'eve')));
      expect(countOf(eves, 'kept')).toBe(5);
      expect(countOf(eves, 'STORAGE_FULL ticket')).toBe(195);
      await expect(one.report(note('eve more'), 'eve')).rejects.toThrow(
        new RegExp(`^Ticket ${ticket} has 5 additions of yours.*taken once it is decided`),
      );
      const others = await Promise.all(
        [...Array(30).keys()].map((n) => one.tell(note(`b ${n}`), `caller ${n}`)),
      );
      expect(countOf(others, 'kept')).toBe(15);
      expect((one.contributions.state.find(ticket) as Report).joined).toHaveLength(20);
      // Other tickets, and other callers, go on.
      expect(await one.tell(problem('another'), 'eve')).toBe('kept');
      await one.decide(ticket);
      expect(await one.tell(note('eve after all'), 'eve')).toBe('kept');
    });

    it('one ticket takes so many bytes, of whomever they are', async () => {
      const one = await start();
      const told: string[] = [];
      for (let n = 0; n < 20; n++)
        told.push(await one.tell(note(`${n} ${'ü'.repeat(2_500)}`), `caller ${n % 9}`));
      expect(countOf(told, 'kept')).toBe(12);
      expect(told.at(-1)).toBe('STORAGE_FULL ticket');
      await expect(
        one.report({ ...problem('x'), suggested_value: 'ü'.repeat(33_000) }, 'bo'),
      ).rejects.toThrow(/^This takes 67 kB, and 64 kB of one ticket are kept.*Shorten it/);
    });

    it('one caller gives so many bytes a day, also of what was decided, and others more', async () => {
      const one = await start({ maxBytes: 1_000_000 });
      let kept = 0;
      for (let n = 0; n < 30; n++) {
        const report = { ...problem(`eve ${n}`), suggested_value: 'x'.repeat(1_500) };
        const given = await one.report(report, 'eve').catch((error: Error) => error.message);
        if (typeof given === 'string')
          expect(given).toMatch(/^You have given 20 kB today.*from 00:00 UTC on/);
        else {
          kept += 1;
          await one.decide(given.ticket);
        }
      }
      // A fiftieth of all.
      expect(kept).toBe(11);
      expect(await one.tell(problem('mine'), 'ana')).toBe('kept');
    });

    it('all together take so many places, and the next is told; one who decides makes room', async () => {
      const one = await start({ maxPending: 20 });
      for (let caller = 0; caller < 10; caller++) await fill(one, 2, `caller ${caller}`);
      expect(await one.tell(problem('late'), 'late')).toBe('STORAGE_FULL queue');
      expect(one.waiting().faults).toEqual([expect.stringMatching(/^All 20 places/)]);
      const [first] = one.open();
      await one.decide(first?.ticket ?? '');
      expect(await one.tell(problem('late'), 'late')).toBe('kept');
    });

    it('a store whose bytes are used up takes no more, and every decision on all that waits', async () => {
      const one = await start({ maxPending: 40, maxBytes: 100_000 });
      const told: string[] = [];
      for (let n = 0; n < 80; n++) {
        const report = { ...problem(`number ${n}`), suggested_value: 'x'.repeat(1_500) };
        const by = n % 2 === 0 ? 'local' : `caller ${n}`;
        const given = await one.report(report, by).catch((error: { bound: string }) => error.bound);
        told.push(typeof given === 'string' ? given : 'kept');
        if (typeof given !== 'string' && n % 2 === 0) await one.decide(given.ticket);
      }
      expect(told.at(-1)).toBe('store');
      const late = { ...problem('late'), suggested_value: 'x'.repeat(1_600) };
      await expect(one.report(late, 'late')).rejects.toThrow(/used up.*--max-megabytes/);
      expect(one.waiting().faults).toEqual([]);
      const waiting = one.open();
      expect(waiting.length).toBeGreaterThan(15);
      for (const { ticket } of waiting) await one.decide(ticket);
      expect(one.open()).toEqual([]);
      // The operator who gives it more room is not held up by what was there.
      const roomy = await start({ maxBytes: 1_000_000 });
      expect(await roomy.tell(problem('later'), 'late')).toBe('kept');
    });

    it('20,000 additions, papers and reports of one caller leave the list as fast as it was', async () => {
      const one = await start();
      await one.report(note('opened'), 'ana');
      let refused = 0;
      for (let n = 0; n < 20_000; n++) {
        const given =
          n % 4 === 0
            ? one.contributions.submitPublication({ url: `https://example.org/${n}`, note: `${n}` }, 'eve')
            : one.report(n % 4 === 1 ? problem(`eve ${n}`) : note(`eve ${n} ${'x'.repeat(900)}`), 'eve');
        await given.catch(() => {
          refused += 1;
        });
      }
      expect(refused).toBe(20_000 - 100 - 5);
      expect(one.open()).toHaveLength(101);
      expect(processorMs(() => one.open(), 100)).toBeLessThan(500);
      const again = await start();
      expect(again.open()).toHaveLength(101);
      expect(again.contributions.replay.bytes).toBeLessThan(50_000);
    }, 60_000);
  });
}
