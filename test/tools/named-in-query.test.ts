import { describe, expect, it } from 'vitest';
import { fullTools } from '../helpers/full-tools.ts';

const { tools } = await fullTools();

describe('a venue in the words of a query', () => {
  it.each([
    ['cable-driven parallel robots in IEEE Transactions on Robotics', 'T-RO'],
    ['cable-driven parallel robots in TRO', 'T-RO'],
    ['IEEE Robotics and Automation Letters papers on tactile sensing', 'RA-L'],
    ['manipulators published in Soft Robotics', 'Soft Robotics'],
    ['grasping at CoRL', 'CoRL'],
  ])('%s: papers of %s', async (query, venue) => {
    const { results, notes } = await tools.ask('search_publications', { query });
    expect(results.length).toBeGreaterThan(0);
    for (const { journal } of results) expect(String(journal).replace(/ \d{4}$/, '')).toBe(venue);
    expect(notes?.join(' ')).toContain('Read as journal');
  });

  it('with its year', async () => {
    const { results } = await tools.ask('search_publications', { query: 'grasping at ICRA 2023' });
    const { results: same } = await tools.ask('search_publications', {
      query: 'grasping',
      journal: 'ICRA 2023',
    });
    // Some papers of a conference are dated in the year before: places behind them differ, and of those that are nearly even.
    const first = (all: typeof same) => new Set(all.slice(0, 3).map(({ id }) => id));
    expect(first(results)).toEqual(first(same));
  });

  it.each([
    'soft robotics grippers',
    'trust in HRI',
    'planning in autonomous robots',
    'learning from demonstration',
  ])('%s names none', async (query) => {
    expect((await tools.ask('search_publications', { query })).notes?.join(' ') ?? '').not.toContain(
      'as journal',
    );
  });
});

describe('short names of papers', () => {
  it.each(['LIO-SAM FAST-LIO', 'LIO-SAM, FAST-LIO, FAST-LIO2', 'compare LIO-SAM and FAST-LIO'])(
    '%s: the papers so called, and nothing else',
    async (query) => {
      const { results } = await tools.ask('search_publications', { query });
      expect(results).toHaveLength(3);
      for (const { title } of results) expect(title).toMatch(/^(?:LIO-SAM|FAST-LIO2?)\s?:/);
    },
  );

  it('are taken as ids', async () => {
    const { results } = await tools.ask('search_publications', { ids: ['OpenVLA', 'LIO-SAM'] });
    expect(results.map(({ title }) => String(title).split(':')[0])).toEqual(['OpenVLA', 'LIO-SAM']);
  });

  it('but no ordinary phrases', async () => {
    const { total } = await tools.ask('search_publications', { query: 'localization and mapping' });
    expect(total).toBeGreaterThan(100);
  });
});

describe('a keyword that few records have', () => {
  it('is searched for too, those that have it first', async () => {
    const { total, results, notes } = await tools.ask('search_startups', { focus: 'cooking' });
    expect(total).toBeGreaterThan(3);
    expect(results[0]?.id).toBe('botinkit');
    expect(notes).toContain('Only 1 has focus "cooking": searched for the words too.');
  });
});

describe('phrases', () => {
  it('that deny something find nothing that has it', async () => {
    const { total, results } = await tools.ask('search_robots', {
      category: 'lawn_garden',
      query: 'no boundary wire',
      limit: 50,
    });
    expect(total).toBeGreaterThan(20);
    expect(results.map(({ id }) => id)).not.toContain('worx-landroid-m');
  });

  it('are matched by the word that they are about, not by the others', async () => {
    const { total, notes } = await tools.ask('search_manufacturers', { capability: 'meat cutting' });
    expect(total).toBe(0);
    expect(notes.join()).toContain('No record has "meat"');
  });
});

describe('a heading of ours that leaves none', () => {
  it('does not keep back what stands under another', async () => {
    const { total, results, notes } = await tools.ask('search_robots', {
      category: 'agricultural',
      query: 'spraying drone',
      country: 'US',
    });
    expect(total).toBe(0);
    expect(results.map(({ id }) => id)).toContain('hylio-ag-230');
    expect(notes?.[0]).toMatch(/^None of this category has every word: without category there would be \d+/);
  });

  it('is kept where it is all that is asked for, or the words find nothing', async () => {
    for (const query of ['qqzzx', undefined]) {
      const { results } = await tools.ask('search_robots', {
        category: 'space',
        country: 'KE',
        ...(query && { query }),
      });
      expect(results).toEqual([]);
    }
  });
});

describe('a region in the words of a query', () => {
  it.each(['humanoid startups in Europe', 'European humanoid startups'])(
    '%s: is where they are',
    async (query) => {
      const { results } = await tools.ask('search_startups', { query });
      const { results: same } = await tools.ask('search_startups', {
        query: 'humanoid startups',
        country: 'Europe',
      });
      expect(results.length).toBeGreaterThan(2);
      expect(results.map(({ id }) => id)).toEqual(same.map(({ id }) => id));
    },
  );
});

describe('a robot that a question names, kept out by what is asked of it', () => {
  it('is said to be there, without strangers beside it', async () => {
    const answer = await tools.ask('search_robots', { query: 'Is the Unitree G1 waterproof?' });
    expect(answer.total).toBe(0);
    expect(answer.results).toEqual([]);
    expect(answer.notes.join(' ')).toContain('unitree-g1');
  });
});
