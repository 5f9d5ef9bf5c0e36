import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Decision } from '../../../src/contributions/contributions.ts';
import { type RecordOf, recordSchemas } from '../../../src/kinds/kinds.ts';
import { writePosition } from '../../../src/protocol/events/cursor.ts';
import { readFilter } from '../../../src/protocol/events/filter.ts';
import { cursorAt, readEvents, recentEvents } from '../../../src/protocol/events/read-events.ts';
import { BEGINNING, type EventData } from '../../../src/protocol/events/steps.ts';
import type { Catalogue } from '../../../src/search/catalogue.ts';
import { onlyRecords, paperWith, robotWith, smallRecords } from '../../helpers/catalogue.ts';
import { openVersions, type TestVersion } from '../../helpers/history.ts';

const price = (usd_min: number) => ({ usd_min, kind: 'list' as const, source: 'https://example.org/price' });
const challenge = (id: string, deadline: string): RecordOf<'challenges'> =>
  recordSchemas.challenges.parse({
    ...smallRecords.challenges[0],
    id,
    title: `The contest ${id}`,
    deadline,
  });

const versions: readonly TestVersion[] = [
  ['2026.11.01', onlyRecords({ robots: [robotWith({ id: 'old' }), robotWith({ id: 'gone' })] })],
  [
    '2026.11.08',
    onlyRecords({
      robots: [
        robotWith({ id: 'old', price: price(20_000) }),
        robotWith({ id: 'gone', specs: { dof: 6 } }),
        robotWith({ id: 'dear', price: price(90_000) }),
      ],
    }),
  ],
  [
    '2026.11.15',
    onlyRecords({
      robots: [
        robotWith({ id: 'old', price: price(15_000), specs: { mass_kg: 40 } }),
        robotWith({ id: 'dear', price: price(90_000), confidence: 'reported' }),
        robotWith({ id: 'flier', category: 'drone' }),
      ],
      publications: [paperWith({ id: 'paper', title: 'A paper on grasping' })],
      challenges: [
        challenge('soon', '2026-12-01'),
        challenge('over', '2026-11-20'),
        challenge('vague', '2026-12'),
      ],
    }),
  ],
];

let catalogue: Catalogue;
let lagging: Catalogue;
beforeAll(async () => {
  catalogue = await openVersions(versions);
  lagging = await openVersions(versions.slice(0, 2));
});
afterAll(() => {
  catalogue.close();
  lagging.close();
});

const decision = (n: number, more: Partial<Decision> = {}): Decision => ({
  seq: [n, '', 0],
  at: Date.parse('2026-11-16T12:00:00Z') + n * 60_000,
  ticket: `sub-${n}`,
  decision: 'accepted',
  ...more,
});

interface At {
  readonly today?: string;
  readonly of?: Catalogue;
  readonly store?: string;
  readonly decisions?: readonly Decision[];
  readonly now?: number;
}

function dataAt({
  today = '2026-11-21',
  of = catalogue,
  store = 'a',
  decisions = [],
  now,
}: At = {}): EventData {
  const contributions = { decisions: { store, decisions } } as unknown as EventData['contributions'];
  return { catalogue: of, contributions, today, now: now ?? Date.parse(`${today}T23:00:00Z`) };
}

const all = { events: 1000, bytes: 1e6 };
const since = (names: readonly string[], args: object, at: At = {}, cursor?: string) => {
  const filter = readFilter(names, args);
  return readEvents(cursor ?? cursorAt(filter, dataAt(at)), filter, dataAt(at), all);
};
const idsOf = (names: readonly string[], args: object = {}, at: At = {}) =>
  since(names, args, at).events.map(({ eventId }) => eventId);

describe('events of versions', () => {
  it('tell what was added and changed, with what it was and became', () => {
    const { events } = since(['robot.added', 'robot.changed'], {});
    expect(events.map(({ eventId }) => eventId)).toEqual([
      'robot.added:dear:2026.11.08',
      'robot.changed:old:2026.11.08',
      'robot.added:flier:2026.11.15',
      'robot.changed:old:2026.11.15',
    ]);
    expect(events.at(-1)).toEqual({
      eventId: 'robot.changed:old:2026.11.15',
      name: 'robot.changed',
      timestamp: '2026-11-15T00:00:00Z',
      data: {
        kind: 'robots',
        id: 'old',
        uri: 'robotics://robots/old',
        title: 'Maker old',
        change: 'changed',
        version: '2026.11.15',
        date: '2026-11-15',
        source: 'https://example.org/page',
        fields: { 'price.usd_min': { from: 20_000, to: 15_000 }, 'specs.mass_kg': { to: 40 } },
      },
    });
  });

  it('tell a change of price once to whoever follows changes too, and by its own name to others', () => {
    expect(idsOf(['robot.changed', 'robot.price_changed'])).toEqual([
      'robot.changed:old:2026.11.08',
      'robot.changed:old:2026.11.15',
    ]);
    expect(idsOf(['robot.price_changed'])).toEqual([
      'robot.price_changed:old:2026.11.08',
      'robot.price_changed:old:2026.11.15',
    ]);
  });

  it('say nothing where only sources and confidence changed', () => {
    expect(idsOf(['robot.changed'], { ids: ['dear'] })).toEqual([]);
  });

  it('take the words and filters of the search', () => {
    expect(idsOf(['robot.added'], { query: 'drone' })).toEqual(['robot.added:flier:2026.11.15']);
    expect(idsOf(['robot.added', 'robot.changed'], { query: 'humanoid under 30000' })).toEqual([
      'robot.changed:old:2026.11.08',
      'robot.changed:old:2026.11.15',
    ]);
    expect(idsOf(['robot.added'], { query: 'xylophagous' })).toEqual([]);
    expect(idsOf(['publication.added'], { query: 'grasping' })).toEqual([
      'publication.added:paper:2026.11.15',
    ]);
    expect(idsOf(['robot.changed'], { ids: ['old'] })).toHaveLength(2);
  });

  it('tell a challenge that is new unless it was over when it came', () => {
    expect(idsOf(['challenge.added'])).toEqual([
      'challenge.added:over:2026.11.15',
      'challenge.added:soon:2026.11.15',
      'challenge.added:vague:2026.11.15',
    ]);
    expect(() => readFilter(['challenge.added'], { include_closed: false })).toThrow('There is no argument');
  });

  it('tell of each version what it changed in all', () => {
    const [, last] = since(['dataset.released'], {}).events;
    expect(last).toMatchObject({
      eventId: 'dataset.released:dataset:2026.11.15',
      data: { counts: { robots: { added: 1, changed: 2, removed: 1 }, publications: { added: 1 } } },
    });
  });
});

describe('events of days', () => {
  it('come so many days before the date, once, and of whole days alone', () => {
    const names = ['challenge.deadline'];
    expect(idsOf(names, { days_before: 14 })).toEqual([
      'challenge.deadline:over:2026-11-20:14',
      'challenge.deadline:soon:2026-12-01:14',
    ]);
    expect(idsOf(names, { days_before: 1 })).toEqual(['challenge.deadline:over:2026-11-20:1']);
    const { cursor } = since(names, { days_before: 7 }, { today: '2026-11-23' });
    expect(since(names, { days_before: 7 }, { today: '2026-11-23' }, cursor).events).toEqual([]);
    const [event] = since(names, { days_before: 7 }, { today: '2026-12-05' }, cursor).events;
    expect(event).toMatchObject({
      eventId: 'challenge.deadline:soon:2026-12-01:7',
      timestamp: '2026-11-24T00:00:00Z',
      data: { on: '2026-12-01', days_before: 7, title: 'The contest soon' },
    });
  });

  it('of what comes into the data after its day are told then, and not those that are over', () => {
    const names = ['challenge.deadline'];
    const { cursor } = since(names, { days_before: 30 }, { of: lagging, today: '2026-11-16' });
    const { events } = since(names, { days_before: 30 }, { today: '2026-11-16' }, cursor);
    expect(events.map(({ eventId }) => eventId)).toEqual([
      'challenge.deadline:over:2026-11-20:30',
      'challenge.deadline:soon:2026-12-01:30',
    ]);
    expect(idsOf(names, { days_before: 0 }, { today: '2027-01-01' })).not.toContain(
      'challenge.deadline:past:2026-11-10:0',
    );
  });

  it('are not told again when the clock is set back, and go on when it has come as far again', () => {
    const names = ['challenge.deadline'];
    const { cursor } = since(names, { days_before: 10 }, { today: '2026-11-21' });
    const back = since(names, { days_before: 10 }, { today: '2026-10-01' }, cursor);
    expect(back.events).toEqual([]);
    const again = since(names, { days_before: 10 }, { today: '2026-11-21' }, back.cursor);
    expect([again.events, again.truncated]).toEqual([[], false]);
    expect(since(names, { days_before: 9 }, { today: '2026-11-22' }).events).toHaveLength(2);
  });
});

describe('events of contributions', () => {
  const decisions = [decision(1), decision(2, { decision: 'rejected' }), decision(3)];

  it('follow the order of the store', () => {
    const { cursor } = since(['contribution.decided'], {}, { decisions: decisions.slice(0, 1) });
    const { events } = since(['contribution.decided'], {}, { decisions }, cursor);
    expect(events.map(({ eventId }) => eventId)).toEqual([
      'contribution.decided:sub-2:2..0',
      'contribution.decided:sub-3:3..0',
    ]);
  });

  it('wait until nothing can come before them any more', () => {
    const now = (decisions[1]?.at ?? 0) + 1000;
    expect(idsOf(['contribution.decided'], {}, { decisions, now })).toHaveLength(1);
  });

  it('are told by a server whose store lags as soon as it has them', () => {
    const { cursor } = since(['contribution.decided'], {}, { decisions });
    for (const behind of [[], decisions.slice(0, 1)]) {
      const store = behind.length === 0 ? '' : 'a';
      const page = since(['contribution.decided'], {}, { decisions: behind, store }, cursor);
      expect([page.events, page.truncated]).toEqual([[], false]);
      expect(since(['contribution.decided'], {}, { decisions }, page.cursor).events).toEqual([]);
    }
  });

  it('of a store in the place of another are told from its beginning, as after a gap', () => {
    const { cursor } = since(['contribution.decided'], {}, { decisions });
    const page = since(['contribution.decided'], {}, { decisions, store: 'b' }, cursor);
    expect([page.events.length, page.truncated]).toEqual([3, true]);
    expect(since(['contribution.decided'], {}, { decisions, store: 'b' }, page.cursor)).toMatchObject({
      events: [],
      truncated: false,
    });
  });

  it('are chosen by ticket', () => {
    expect(idsOf(['contribution.decided'], { ticket: 'sub-2' }, { decisions })).toHaveLength(1);
  });
});

describe('a cursor', () => {
  const names = ['robot.added'];
  const filter = () => readFilter(names, {});
  const start = () => cursorAt(filter(), dataAt());

  it('that is left out begins now', () => {
    const page = readEvents(undefined, filter(), dataAt(), all);
    expect([page.events, page.truncated]).toEqual([[], false]);
    expect(readEvents(page.cursor, filter(), dataAt(), all).events).toEqual([]);
  });

  it('that is cut or flipped anywhere is refused', () => {
    const cursor = start();
    const flipped = [...cursor].map(
      (sign, i) => `${cursor.slice(0, i)}${sign === 'A' ? 'B' : 'A'}${cursor.slice(i + 1)}`,
    );
    const cut = [...cursor].map((_, i) => cursor.slice(0, i));
    for (const wrong of [...flipped, ...cut, `${cursor}0`, 'x'.repeat(100_000)])
      expect(() => readEvents(wrong, filter(), dataAt(), all)).toThrow('is none that this service gave out');
  });

  it('of another filter or name is refused', () => {
    for (const other of [readFilter(names, { query: 'drone' }), readFilter(['robot.changed'], {})])
      expect(() => readEvents(start(), other, dataAt(), all)).toThrow('belongs to another');
  });

  it('of the same filter in another order and with defaults is taken', () => {
    const one = readFilter(['robot.changed', 'robot.added'], { query: 'drone', country: 'US' });
    const other = readFilter(['robot.added', 'robot.changed'], {
      country: 'US',
      query: 'drone',
      category: null,
    });
    expect(readEvents(cursorAt(one, dataAt()), other, dataAt(), all).truncated).toBe(false);
  });

  it('of newer data gets nothing and itself from a server that lags', () => {
    const { cursor } = readEvents(undefined, filter(), dataAt(), all);
    expect(readEvents(cursor, filter(), dataAt({ of: lagging }), all)).toEqual({
      events: [],
      cursor,
      hasMore: false,
      truncated: false,
    });
  });

  it('of a version before all that is known, or of one that never was, goes on with a gap', () => {
    for (const version of ['2026.10.01', '2026.11.09']) {
      const cursor = writePosition(filter().print, { ...BEGINNING, version });
      const { events, truncated } = readEvents(cursor, filter(), dataAt(), all);
      expect([truncated, events.at(-1)?.eventId]).toEqual([true, 'robot.added:flier:2026.11.15']);
    }
  });

  it('at the version with which history begins has no gap unless that was half told', () => {
    const at = (offset: number | undefined) =>
      readEvents(
        writePosition(filter().print, { ...BEGINNING, version: '2026.11.01', offset }),
        filter(),
        dataAt(),
        all,
      );
    expect([at(undefined).truncated, at(1).truncated]).toEqual([false, true]);
    expect(at(undefined).events).toHaveLength(2);
  });

  it('goes on in the data that were synced between two polls', () => {
    const first = readEvents(
      cursorAt(filter(), dataAt({ of: lagging })),
      filter(),
      dataAt({ of: lagging }),
      all,
    );
    expect(first.events.map(({ eventId }) => eventId)).toEqual(['robot.added:dear:2026.11.08']);
    const next = readEvents(first.cursor, filter(), dataAt(), all);
    expect(next.events.map(({ eventId }) => eventId)).toEqual(['robot.added:flier:2026.11.15']);
  });
});

describe('bounds', () => {
  it('cut by number and bytes, and tell one event however large', () => {
    const filter = readFilter(['robot.added', 'robot.changed'], {});
    const start = cursorAt(filter, dataAt());
    expect(readEvents(start, filter, dataAt(), { events: 2, bytes: 1e6 })).toMatchObject({ hasMore: true });
    const small = readEvents(start, filter, dataAt(), { events: 100, bytes: 1 });
    expect([small.events.length, small.hasMore]).toEqual([1, true]);
    expect(readEvents(start, filter, dataAt(), { events: 4, bytes: 1e6 }).hasMore).toBe(false);
  });

  it('leave out what is older than was asked for, and say so', () => {
    const filter = readFilter(['robot.added'], {});
    const page = readEvents(cursorAt(filter, dataAt()), filter, dataAt(), {
      ...all,
      after: '2026-11-10T00:00:00Z',
    });
    expect([page.events.map(({ data }) => data.id), page.truncated]).toEqual([['flier'], true]);
  });
});

describe('the last events', () => {
  it('come newest first, from as many versions as it takes', () => {
    const filter = readFilter(['robot.added', 'robot.changed'], {});
    expect(recentEvents(filter, dataAt(), 3).map(({ eventId }) => eventId)).toEqual([
      'robot.changed:old:2026.11.15',
      'robot.added:flier:2026.11.15',
      'robot.changed:old:2026.11.08',
    ]);
  });
});

describe('a filter', () => {
  it.each([
    [['robot.flown'], {}, 'There is no event "robot.flown"'],
    [[], {}, 'There is no event'],
    [['robot.added'], { colour: 'red' }, 'There is no argument colour'],
    [['robot.added'], { limit: 3 }, 'There is no argument limit'],
    [['robot.added'], { days_before: 3 }, 'There is no argument days_before'],
    [['challenge.deadline'], { days_before: 400 }, 'days_before must be 0 to 365'],
    [['robot.added', 'news.published'], {}, 'one by one'],
    [['dataset.released'], { query: 'x' }, 'There is no argument query'],
  ])('%j with %j is refused', (names, args, message) => {
    expect(() => readFilter(names, args)).toThrow(message);
  });
});

describe('payloads', () => {
  it('show texts from outside as one line, and no address that hides something', async () => {
    const evil = 'A\u202eB\u001b[2J <script>';
    const records = onlyRecords({
      publications: [{ ...paperWith({ id: 'paper' }), title: evil, url: 'javascript:alert(1)' }],
    });
    const own = await openVersions([
      ['2026.11.01', onlyRecords({})],
      ['2026.11.08', records],
    ]);
    const [event] = since(['publication.added'], {}, { of: own }).events;
    expect(event?.data).toMatchObject({ title: 'AB [2J <script>', source: 'https://example.org/page' });
    own.close();
  });
});
