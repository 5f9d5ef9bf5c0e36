import { describe, expect, it } from 'vitest';
import type { Contributions } from '../../src/contributions/contributions.ts';
import { keepInMemory } from '../../src/contributions/open.ts';
import { ANYONE, LOCAL_USER } from '../../src/lib/caller.ts';
import { AnswerCache } from '../../src/tools/answer-cache.ts';
import { createRegistry } from '../../src/tools/registry.ts';
import { openFull } from '../helpers/full-dataset.ts';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

describe('what is kept', () => {
  const limits = { entries: 3, bytes: 100_000 };

  it('is given again for the same question to the same state', () => {
    const cache = new AnswerCache(limits);
    expect(cache.get('1', 'q')).toBeUndefined();
    cache.set('1', 'q', 'answer');
    expect(cache.get('1', 'q')).toBe('answer');
    expect(cache.get('1', 'r')).toBeUndefined();
  });

  it('goes when the state changes, and an answer of the state before is not kept', () => {
    const cache = new AnswerCache(limits);
    cache.get('1', 'q');
    cache.set('1', 'q', 'old');
    expect(cache.get('2', 'q')).toBeUndefined();
    cache.set('1', 'q', 'old');
    expect(cache.get('2', 'q')).toBeUndefined();
    expect([cache.entries, cache.bytes]).toEqual([0, 0]);
  });

  it('is bounded in number: what was asked for longest ago goes first', () => {
    const cache = new AnswerCache(limits);
    cache.get('1', '');
    for (const name of ['a', 'b', 'c']) cache.set('1', name, name);
    cache.get('1', 'a');
    cache.set('1', 'd', 'd');
    expect(['a', 'b', 'c', 'd'].map((name) => cache.get('1', name))).toEqual(['a', undefined, 'c', 'd']);
  });

  it('is bounded in bytes, and counts what it holds', () => {
    const cache = new AnswerCache({ entries: 1000, bytes: 10_000 });
    cache.get('1', '');
    for (let i = 0; i < 100; i++) cache.set('1', `${i}`, 'x'.repeat(200));
    expect(cache.bytes).toBeLessThanOrEqual(10_000);
    expect(cache.entries).toBeGreaterThan(10);
    cache.set('1', '99', 'y');
    const before = cache.entries;
    cache.set('1', 'long', 'x'.repeat(5_000));
    expect([cache.get('1', 'long'), cache.entries]).toEqual([undefined, before]);
  });
});

describe('a registry', async () => {
  const catalogue = await openFull();
  let today = catalogue.info.date;
  const kept = keepInMemory(catalogue);
  const contributions: Mutable<Contributions> = {
    durable: false,
    count: 0,
    decisions: kept.decisions,
    submitPublication: (submission) => kept.submitPublication(submission, 'ana'),
    reportError: (report) => kept.reportError(report, 'ana'),
    submitRecord: (submission) => kept.submitRecord(submission),
  };
  const open = () =>
    createRegistry({
      select: 'all',
      readOnly: false,
      context: async () => ({ catalogue, contributions, today }),
      onInternalError: (_, error) => {
        throw error;
      },
    });

  const questions = [
    ['search_robots', { query: 'humanoid', max_price_usd: 90_000 }],
    ['search_publications', { query: 'legged locomotion', sort: 'newest', detail: 'full' }],
    ['search_publications', { author: 'Khatib', limit: 3 }],
    ['search_robots', { query: 'nothing is called so qqq' }],
    ['get_certification_info', { robot_category: 'humanoid', features: ['wifi'] }],
    ['get_latest_news', {}],
    ['get_open_challenges', {}],
    ['search_startups', { country: 'KR' }],
    ['search_manufacturers', { capability: 'actuators' }],
  ] as const;

  it.each(questions)('gives the same bytes from what is kept: %s %j', async (tool, args) => {
    const registry = open();
    const [first, again] = [
      await registry.answer(tool, args, ANYONE),
      await registry.answer(tool, args, ANYONE),
    ];
    expect([first.cached, again.cached]).toEqual([false, true]);
    expect(again.json).toBe(first.json);
    expect(again.json).toBe((await open().answer(tool, args, ANYONE)).json);
    expect(JSON.stringify(await registry.call(tool, args, ANYONE))).toBe(first.json);
  });

  it('knows a question again by its meaning, and tells others apart', async () => {
    const registry = open();
    await registry.answer('search_robots', { limit: 5, category: 'humanoid' }, ANYONE);
    const cached = async (args: object, caller = ANYONE) =>
      (await registry.answer('search_robots', args, caller)).cached;
    expect(await cached({ category: 'humanoid', limit: '5', query: null, detail: 'concise' })).toBe(true);
    expect(await cached({ category: 'humanoid', limit: 6 })).toBe(false);
    expect(await cached({ category: 'humanoid', limit: 5 }, LOCAL_USER)).toBe(false);
  });

  it('asks anew on another day, after a contribution, and when a record changes', async () => {
    const registry = open();
    const cached = async () => (await registry.answer('search_robots', { query: 'spot' }, ANYONE)).cached;
    expect([await cached(), await cached()]).toEqual([false, true]);
    today = '2031-01-01';
    expect([await cached(), await cached()]).toEqual([false, true]);
    contributions.count = 1;
    expect([await cached(), await cached()]).toEqual([false, true]);
    const robot = catalogue.find('robots', 'boston-dynamics-spot');
    if (robot === undefined) throw new Error('The dataset has no Spot.');
    catalogue.put('robots', { ...robot, description: `${robot.description} It was changed.` });
    expect([await cached(), await cached()]).toEqual([false, true]);
  });

  it('keeps no refusal and nothing that was written, and says what each call came to', async () => {
    const registry = open();
    const report = {
      resource_type: 'robot',
      resource_id: 'boston-dynamics-spot',
      problem: 'The price is old.',
    };
    for (const [tool, args, outcome] of [
      ['search_robots', { limit: 0 }, 'INVALID_ARGUMENT'],
      ['get_certification_info', { robot: 'no-such-robot' }, 'NOT_FOUND'],
      ['report_error', report, 'ok'],
    ] as const) {
      await registry.answer(tool, args, LOCAL_USER);
      expect(await registry.answer(tool, args, LOCAL_USER)).toMatchObject({ cached: false, outcome });
    }
  });
});
