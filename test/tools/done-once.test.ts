import { afterEach, describe, expect, it, vi } from 'vitest';
import { featureWords, nearestFeatures } from '../../src/certification/features.ts';
import { authorFinder } from '../../src/search/filters/authors.ts';
import { FullText } from '../../src/search/full-text.ts';
import { IndexTermReader } from '../../src/search/index-terms.ts';
import { Ranking } from '../../src/search/ranking.ts';
import { fullTools } from '../helpers/full-tools.ts';

const { catalogue, tools } = await fullTools();
afterEach(() => vi.restoreAllMocks());

describe('a call does what costs much once', () => {
  it('searches once for a table and the order it is in', async () => {
    const searched = vi.spyOn(catalogue, 'search');
    const { structured } = await tools.ask('show', {
      view: 'table',
      tool: 'search_publications',
      arguments: { query: 'cheapest gripper', limit: 5 },
    });
    expect(structured.sort).toBe('relevance');
    expect(searched).toHaveBeenCalledTimes(1);
  });

  it('searches once for a checklist of more requirements than a page has', async () => {
    const searched = vi.spyOn(catalogue, 'search');
    const { structured } = await tools.ask('show', {
      view: 'checklist',
      robot_category: 'surgical',
      features: featureWords.slice(0, 40),
    });
    expect(structured.total).toBeGreaterThan(50);
    const phases = structured.phases as { requirements: object[] }[];
    expect(phases.flatMap(({ requirements }) => requirements).length).toBe(structured.total);
    expect(searched).toHaveBeenCalledTimes(1);
  });

  it('searches once for an answer that is cut, and reads no record beyond what fits', async () => {
    const searched = vi.spyOn(catalogue, 'search');
    const read = vi.spyOn(catalogue.store('robots'), 'record');
    const args = { query: 'robot', detail: 'full', limit: 50 };
    const { ids, notes, cursor } = await tools.ask('search_robots', args);
    expect(ids.length).toBeLessThan(50);
    expect(notes.join(' ')).toContain(`Cut to ${ids.length} records`);
    expect(searched).toHaveBeenCalledTimes(1);
    expect(read.mock.calls.length).toBeLessThanOrEqual(ids.length + 1);
    const next = await tools.ask('search_robots', { ...args, cursor });
    expect(next.ids).not.toContain(ids.at(-1));
  });

  it('finds the rows of its words once, whichever filters are lifted where nothing is found', async () => {
    const every = vi.spyOn(FullText.prototype, 'every');
    const some = vi.spyOn(Ranking.prototype, 'some');
    const { ids, notes } = await tools.ask('search_publications', {
      query: 'quadruped locomotion learning',
      from: '1950',
      to: '1960',
      arxiv_category: 'cs.RO',
      journal: 'ICRA',
    });
    expect(ids).toEqual([]);
    expect(notes.join(' ')).toContain('Nearest');
    expect(every).toHaveBeenCalledTimes(1);
    expect(some.mock.calls.length).toBeLessThanOrEqual(2);
  });

  it('looks up the words of abstracts once, however many records a page has', async () => {
    const looked = vi.spyOn(IndexTermReader.prototype, 'postings');
    const timesFor = async (limit: number) => {
      looked.mockClear();
      await tools.ask('search_publications', { query: 'impedance control of prosthetic hands', limit });
      return looked.mock.calls.length;
    };
    expect(await timesFor(50)).toBe(await timesFor(1));
  });

  it('looks for a venue that is none once', async () => {
    const matched = vi.spyOn(catalogue.store('publications'), 'match');
    const { notes } = await tools.ask('search_publications', { journal: 'gripper of nowhere' });
    expect(notes.join(' ')).toContain('No journal is called "gripper of nowhere"');
    // For the argument, and for the words that it then is.
    expect(matched).toHaveBeenCalledTimes(2);
  });

  it('reads the names of a record once, however many names lead to it', async () => {
    const ids = ['humanoid arm robot 1', 'humanoid arm robot 2', 'humanoid arm robot 3'];
    await tools.ask('search_robots', { ids });
    const read = vi.spyOn(catalogue.store('robots'), 'record');
    await tools.ask('search_robots', { ids });
    expect(read).not.toHaveBeenCalled();
  });

  it('looks for the other words once, whatever the number of names', () => {
    let asked = 0;
    const finder = authorFinder(catalogue.store('publications'), () => {
      asked++;
      return [1];
    });
    expect(finder.find('J Wang')).toEqual([]);
    expect(finder.find('Y Zhang')).toEqual([]);
    expect(asked).toBe(1);
  });
});

it('folds the names that a word may be a slip of once', () => {
  nearestFeatures('wifii', 3);
  const folded = vi.spyOn(String.prototype, 'toLowerCase');
  expect(nearestFeatures('wifii', 3)).toContain('wifi');
  expect(folded.mock.calls.length).toBeLessThan(10);
});
