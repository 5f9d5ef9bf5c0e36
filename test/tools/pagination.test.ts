import { describe, expect, it } from 'vitest';
import { Catalogue } from '../../src/search/catalogue.ts';
import { writeDatabase } from '../../src/search/write-database.ts';
import { robotWith, smallInfo, smallRecords, sqlite } from '../helpers/catalogue.ts';
import { fullTools } from '../helpers/full-tools.ts';
import { searches, toolsOver } from '../helpers/tools.ts';

const { tools } = await fullTools();

/** The ids of every page, by following cursors. */
async function walk(tool: string, args: object, limit: number): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const reply = await tools.ask(tool, { ...args, limit, ...(cursor !== undefined && { cursor }) });
    expect(reply.error).toBeUndefined();
    ids.push(...reply.ids);
    cursor = reply.cursor;
    // Behind the matches come the nearest that lack a word.
    if (cursor === undefined) expect(ids.length).toBeGreaterThanOrEqual(reply.total);
    if (cursor === undefined && !('query' in args)) expect(ids).toHaveLength(reply.total);
  } while (cursor !== undefined);
  return ids;
}

describe('walking all pages gives every match once, in the order of larger pages', () => {
  it.each([
    ['search_robots', {}, 17, 50],
    ['search_robots', { query: 'robot arm' }, 7, 50],
    ['search_robots', { category: 'humanoid', sort: 'price_desc' }, 3, 50],
    ['search_robots', { sort: 'newest', country: 'US' }, 9, 50],
    ['search_robots', { sort: 'name', specs: { payload_kg: { min: 1 } } }, 11, 50],
    ['search_publications', { query: 'soft gripper' }, 13, 50],
    ['search_publications', { author: 'Khatib', sort: 'oldest' }, 2, 7],
    ['search_publications', { topic: 'exoskeletons', sort: 'newest' }, 31, 50],
    ['search_publications', { query: 'humanoid', journal: 'ICRA', sort: 'title' }, 12, 50],
    ['search_startups', { sort: 'funding_desc' }, 21, 50],
    ['search_startups', { sort: 'newest_round', query: 'humanoid' }, 4, 50],
    ['get_latest_news', { topic: 'funding' }, 19, 50],
    ['get_open_challenges', { include_closed: true }, 5, 50],
    ['search_manufacturers', { sort: 'name' }, 47, 50],
    ['get_certification_info', { robot_category: 'amr', features: ['wifi'] }, 2, 50],
  ])('%s %j', async (tool, args, small, large) => {
    const ids = await walk(tool, args, small);
    expect(ids.length).toBeGreaterThan(small);
    expect(new Set(ids).size).toBe(ids.length);
    expect(await walk(tool, args, large)).toEqual(ids);
  });

  it('holds in full detail, where an answer may be cut to keep it small', async () => {
    const ids = await walk('get_certification_info', {}, 50);
    expect(await walk('get_certification_info', { detail: 'full' }, 50)).toEqual(ids);
  });
});

describe('a cursor', () => {
  it.each(searches)('of %s %j belongs to its arguments', async (tool, args) => {
    const { cursor } = await tools.ask(tool, { ...args, limit: 1 });
    expect(cursor).toBeTypeOf('string');
    const other = await tools.ask(tool, { ...args, query: 'other', limit: 1, cursor });
    expect(other.error).toMatchObject({ code: 'INVALID_ARGUMENT', field: 'cursor' });
    expect(other.error?.message).toContain('other arguments');
    const more = await tools.ask(tool, { ...args, limit: 5, detail: 'full', cursor });
    expect(more.error).toBeUndefined();
  });

  it('that was cut or changed in any place never gives a page', async () => {
    const args = { query: 'robot arm', limit: 1 };
    const { cursor = '' } = await tools.ask('search_robots', args);
    const damaged = [...cursor].flatMap((sign, at) => [
      cursor.slice(0, at),
      `${cursor.slice(0, at)}${cursor.slice(at + 1)}`,
      `${cursor.slice(0, at)}${sign === '1' ? '2' : '1'}${cursor.slice(at + 1)}`,
    ]);
    for (const one of damaged.filter((text) => text !== '')) {
      const { error } = await tools.ask('search_robots', { ...args, cursor: one });
      expect(error?.field, one).toBe('cursor');
    }
    expect((await tools.ask('search_robots', { ...args, cursor })).ids).toHaveLength(1);
  });

  it('that is none is told at once, whatever is in it', async () => {
    // Twice as long, it would have taken the old pattern years.
    const cursor = `.~00a00aaa~.,-${'.,-.,-'.repeat(14)}.`;
    const ask = () => tools.ask('search_robots', { cursor });
    expect((await ask()).error?.field).toBe('cursor');
    const before = process.cpuUsage();
    await ask();
    const { user } = process.cpuUsage(before);
    expect(user / 1000).toBeLessThan(500);
  });

  it('belongs to its tool', async () => {
    const { cursor } = await tools.ask('search_robots', { country: 'US', limit: 1 });
    const { error } = await tools.ask('search_startups', { country: 'US', limit: 1, cursor });
    expect(error).toMatchObject({ code: 'INVALID_ARGUMENT', field: 'cursor' });
  });

  it('expires with the version of the data, and says so', async () => {
    const engine = await sqlite();
    const open = (version: string) => {
      const marks = { applicationId: 1, format: 1 };
      return new Catalogue(
        new engine.Database(writeDatabase(engine, smallRecords, { ...smallInfo, version }, marks)),
      );
    };
    const [today, tomorrow] = [open('2026.11.20'), open('2026.11.20.1')];
    const { cursor } = await toolsOver(today).ask('search_robots', { limit: 1 });
    const { error } = await toolsOver(tomorrow).ask('search_robots', { limit: 1, cursor });
    expect(error).toMatchObject({ code: 'CURSOR_EXPIRED', field: 'cursor' });
    expect(error?.message).toContain('2026.11.20 then, 2026.11.20.1 now');
    expect((await toolsOver(tomorrow).ask('search_robots', { limit: 1 })).cursor).toBeTypeOf('string');
    today.close();
    tomorrow.close();
  });

  it('goes on where it was when records are contributed, or its own record changes', async () => {
    const engine = await sqlite();
    const bytes = writeDatabase(engine, smallRecords, smallInfo, { applicationId: 1, format: 1 });
    const small = new Catalogue(new engine.Database(bytes));
    const page = toolsOver(small);
    const before = await page.ask('search_robots', { sort: 'name', limit: 50 });
    const { ids, cursor } = await page.ask('search_robots', { sort: 'name', limit: 5 });
    small.put('robots', robotWith({ id: 'aaa-new', name: 'AAA' }));
    const [last] = smallRecords.robots.filter(({ id }) => id === ids.at(-1));
    if (last !== undefined) small.put('robots', { ...last, tags: ['changed'] });
    const rest = await page.ask('search_robots', { sort: 'name', limit: 50, cursor });
    expect([...ids, ...rest.ids]).toEqual(before.ids);
    small.close();
  });
});
