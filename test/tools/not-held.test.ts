import { describe, expect, it } from 'vitest';
import { fullTools } from '../helpers/full-tools.ts';

const { tools } = await fullTools();

describe('what no field holds', () => {
  it.each([
    ['search_robots', 'warranty of the UR5e', 'universal-robots-ur5e', 'warranties'],
    ['search_robots', 'UR5e SDK support and lead time', 'universal-robots-ur5e', 'lead times'],
    ['search_robots', 'lead time and ROS 2 support of Spot', 'boston-dynamics-spot', 'lead times'],
    ['search_startups', 'Who are the investors of Figure AI?', 'figure-ai', 'investors'],
    ['search_manufacturers', 'Fanuc lead times', 'fanuc', 'lead times'],
  ])('%s: "%s" is %s, and is named once', async (tool, query, id, what) => {
    const { ids, notes, text } = await tools.ask(tool, { query });
    expect(ids[0]).toBe(id);
    expect(notes.filter((note) => note.includes(what))).toHaveLength(1);
    expect(text).not.toMatch(/Not read: [^.]*(?:warranty|lead|SDK|investors)/);
  });

  it('is searched for where texts tell of it', async () => {
    const { total, text } = await tools.ask('search_robots', { query: 'robots with an SDK' });
    expect(total).toBeGreaterThan(5);
    expect(text).toContain('No field of robots holds SDKs');
  });
});

describe('a period behind all dates', () => {
  it.each([
    ['get_latest_news', { since: '2026-11-01' }, 'Dates of news reach 2026-10-10: nothing in the period.'],
    ['get_latest_news', { query: 'news of November 2026' }, 'nothing in the period'],
    ['search_publications', { from: '2027' }, 'nothing in the period'],
  ])('%s %j says how far they reach', async (tool, args, said) => {
    expect((await tools.ask(tool, args)).notes.join(' ')).toContain(said);
  });

  it('is not told of one in which there are some', async () => {
    expect((await tools.ask('get_latest_news', { since: '2026-10' })).text).not.toContain('reach 20');
  });
});

it('an identifier that no record carries may be that of a paper without it', async () => {
  const { notes, text } = await tools.ask('search_publications', { query: '10.1109/TRO.2020.1234567' });
  expect(notes.join(' ')).toContain('search by title');
  expect(text).not.toContain('do not hold');
});
