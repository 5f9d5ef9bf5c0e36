import { describe, expect, it } from 'vitest';
import { fullTools } from '../helpers/full-tools.ts';

const { tools } = await fullTools();

/** What a robot says of itself, and not what is said of all of its category. */
async function saying(query: string, word: RegExp): Promise<number> {
  let count = 0;
  let cursor: string | undefined;
  do {
    const reply = await tools.ask('search_robots', { query, detail: 'full', limit: 50, cursor });
    count += reply.results.filter(({ name, tags, description, category }) =>
      word.test(JSON.stringify([name, tags, description, category])),
    ).length;
    cursor = reply.cursor;
  } while (cursor !== undefined);
  return count;
}

describe('a total counts records that say what was asked for', () => {
  it.each([
    ['painting', /paint/i],
    ['welding', /weld/i],
    ['hospital', /hospital|clinic|medical/i],
    ['palletizing', /pallet/i],
    ['pet hair vacuum', /\bpets?\b|hair/i],
  ])('%s', async (query, word) => {
    const { total, structured, notes } = await tools.ask('search_robots', { query });
    expect(total).toBeLessThan(40);
    expect(total).toBeLessThanOrEqual(await saying(query, word));
    // What all of a category are used for is counted apart, in one line.
    expect(structured.related).toBeGreaterThan(50);
    expect(notes.filter((note) => note.includes('more are of a category that is used for it'))).toHaveLength(
      1,
    );
  });

  it('of a name none that only rank', async () => {
    expect((await tools.ask('search_robots', { query: 'spot' })).total).toBeLessThan(10);
  });

  it('and a category that is used for a thing is not excluded with it', async () => {
    const { facets } = await tools.ask('search_robots', { query: 'arm -welding' });
    const { facets: all } = await tools.ask('search_robots', { query: 'arm' });
    const arms = (all.category?.industrial_arm ?? 0) - (facets.category?.industrial_arm ?? 0);
    expect(arms).toBeLessThan(20);
  });

  it('a superlative orders those that say it', async () => {
    const { total, ids } = await tools.ask('search_robots', { query: 'strongest welding robot' });
    expect([total < 20, ids[0]]).toEqual([true, 'abb-irb-6640-185']);
  });
});

describe('no name becomes another in silence', () => {
  it('a name is not that of another that begins so', async () => {
    const { ids, structured, notes } = await tools.ask('search_publications', { ids: ['FastSLAM'] });
    expect([ids, structured.not_found]).toEqual([[], ['FastSLAM']]);
    expect(notes.join(' ')).toContain('Near to it');
  });

  it.each([
    ['search_publications', 'SayCam'],
    ['search_publications', 'VoxPoserX'],
    ['search_robots', 'ANYmall'],
  ])('%s: a word with capitals within is no slip: %s', async (tool, query) => {
    const { total, notes } = await tools.ask(tool, { query });
    expect(total).toBe(0);
    expect(notes.join(' ')).toContain('Nearest names');
    expect(notes.join(' ')).not.toContain('instead');
  });

  it('a slip in small letters is mended, and said', async () => {
    const { ids, notes } = await tools.ask('search_robots', { query: 'anymall' });
    expect(ids[0]).toBe('anybotics-anymal');
    expect(notes.join(' ')).toContain('searched for "anymal" instead');
  });
});

it.each([
  ['search_robots', 'orthopaedic knees rails'],
  ['search_publications', 'humanoid traversability gutter'],
])('%s says which word keeps "%s" from matching, and how many match without it', async (name, query) => {
  const { total, notes } = await tools.ask(name, { query });
  expect(total).toBe(0);
  const said = notes.flatMap((note) => {
    const [, word = '', count] = /^Without "(.+)" there would be (\d+)\.$/.exec(note) ?? [];
    return word === '' ? [] : [[word, Number(count)] as const];
  });
  expect(said.length).toBeGreaterThan(0);
  for (const [word, count] of said)
    expect((await tools.ask(name, { query: query.replace(word, '') })).total).toBe(count);
});

describe('a measure that is asked for', () => {
  it.each([
    ['search_robots', 'cobots payload and reach', 'cobot'],
    ['search_robots', 'humanoids battery life and top speed', 'humanoid'],
    ['search_robots', 'quadruped IP rating', 'quadruped'],
  ])('%s "%s" is a column of all of the category', async (name, query, category) => {
    const { total, notes } = await tools.ask(name, { query });
    expect(total).toBe((await tools.ask(name, { query: category })).total);
    expect(notes.join(' ')).not.toContain('Searched without');
  });

  it('is a word before the thing that it belongs to', async () => {
    const { total } = await tools.ask('search_robots', { query: 'reach truck' });
    expect(total).toBeLessThan(20);
  });
});

describe('words that no record meeting the conditions has', () => {
  it.each([
    ['search_robots', 'crop spraying drones with a tank payload of 30 kg, DJI or XAG', 'crop'],
    ['get_latest_news', 'Figure or 1X news, neither funding nor product releases', 'releases'],
  ])('%s "%s" are left out, said', async (name, query, word) => {
    const { total, notes } = await tools.ask(name, { query });
    expect(total).toBeGreaterThan(0);
    expect(notes[0]).toContain('Searched without');
    expect(notes[0]).toContain(`"${word}"`);
  });

  it.each([
    ['search_publications', { query: 'algorithm selection robot', author: 'Tim Nguyen' }],
    ['get_open_challenges', { query: 'cheap tactile banana', kind: 'grant' }],
  ])('%s %j: not where nothing of the query would be left', async (name, args) => {
    const { total } = await tools.ask(name, args);
    expect(total).toBe(0);
  });

  it('not where a name is the cause', async () => {
    const { total } = await tools.ask('search_robots', { query: 'cobots for a machine shop in Ohio' });
    expect(total).toBe(0);
  });

  it('are counted by every page and every view', async () => {
    const args = { query: 'crop spraying drones with a tank payload of 30 kg, DJI or XAG', limit: 2 };
    const first = await tools.ask('search_robots', args);
    const second = await tools.ask('search_robots', { ...args, cursor: first.cursor });
    expect(second.total).toBe(first.total);
    expect(second.ids).not.toContain(first.ids[0]);
  });
});
