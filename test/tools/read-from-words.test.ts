import { describe, expect, it } from 'vitest';
import { fullTools } from '../helpers/full-tools.ts';

const { tools } = await fullTools();

describe('what the words of a first call ask for is read, and said', () => {
  it.each([
    [
      'search_robots',
      { category: 'exoskeletons', query: 'least expensive' },
      'hypershell-pro-x',
      'Ordered by price_asc',
    ],
    [
      'search_robots',
      { query: 'French exoskeletons cleared by the FDA' },
      'atalante-x',
      'certification FDA cleared',
    ],
    ['search_startups', { query: 'Swiss startups series A' }, 'gravis-robotics', 'stage series_a'],
    [
      'get_latest_news',
      { query: 'drone regulation May 2026' },
      '2026-05-28-faa-sets-no-drone-zones-for-the-world-cup',
      'date 2026-05',
    ],
    [
      'search_publications',
      { author: 'Hawkes and Cutkosky' },
      'doi-10-1109-tro-2017-2776312',
      'as author Hawkes and author Cutkosky.',
    ],
    ['search_manufacturers', { query: 'Schmaltz' }, 'schmalz', 'searched for "schmalz" instead'],
  ])('%s %j', async (tool, args, first, note) => {
    const { ids, text } = await tools.ask(tool, args);
    expect(ids[0]).toBe(first);
    expect(text).toContain(note);
  });

  it('what is no longer sold is discontinued, and nothing else', async () => {
    const { text, total } = await tools.ask('search_robots', {
      category: 'humanoid',
      status: 'no longer sold',
    });
    expect(total).toBeGreaterThan(5);
    expect(text).not.toContain('available');
  });

  it('a measure of a name is that of the one which passes the filters', async () => {
    const args = { manufacturer: 'Serve Robotics', query: 'Gen3 top speed' };
    const { ids, text } = await tools.ask('search_robots', args);
    expect(ids).toEqual(['serve-gen3']);
    expect(text).toContain('4.9');
  });

  it('titles between commas are these papers', async () => {
    const { ids } = await tools.ask('search_publications', { query: 'CLIPort, Code as Policies, VoxPoser' });
    expect(ids.toSorted()).toEqual(['arxiv-2109-12098', 'arxiv-2209-07753', 'arxiv-2307-05973']);
  });

  it('a title with a slip behind its short name is that paper', async () => {
    const query = 'Diffusion Policy: Visuomotor Policy Learning via Action Chunking';
    const { ids } = await tools.ask('search_publications', { query });
    expect(ids).toEqual(['arxiv-2303-04137']);
  });
});

describe('what nobody holds finds no strangers', () => {
  it.each([
    ['search_publications', { query: '10.1109/TRO.2031.1234567' }, 'propose it with submit_publication'],
    ['search_publications', { author: 'Elon Musk' }, 'No author is called "Elon Musk"'],
    ['search_startups', { query: 'Brimstoke Actuation' }, 'No record has "brimstoke"'],
  ])('%s %j', async (tool, args, note) => {
    const { ids, text, total } = await tools.ask(tool, args);
    expect([total, ids]).toEqual([0, []]);
    expect(text).toContain(note);
  });

  it('a field that an everyday phrase hints at scores, and is no match', async () => {
    const { ids, total } = await tools.ask('search_publications', { query: 'laundry folding' });
    expect(ids.slice(0, 2).toSorted()).toEqual(['paper-9f1cf33d4dcc', 'paper-c364bb3fb57c']);
    // Not all 1,347 papers on humanoids.
    expect(total).toBeLessThan(300);
  });
});
