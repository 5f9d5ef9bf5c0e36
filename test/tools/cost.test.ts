import { describe, expect, it, vi } from 'vitest';
import { authorFinder } from '../../src/search/filters/authors.ts';
import { TermDictionary } from '../../src/search/term-dictionary.ts';
import { MAX_PREFIX_WORDS } from '../../src/search/term-index.ts';
import { parseQuery } from '../../src/text/query.ts';
import { fullTools } from '../helpers/full-tools.ts';

const { catalogue, tools } = await fullTools();

const letters = [...'abcdefghijklmnopqrstuvwxyz'];

describe('what a call may cost is bounded by counts, and the answer says what was left out', () => {
  it('of prefixes: the first few, each by its commonest words', async () => {
    const { notes } = await tools.ask('search_publications', {
      query: letters.map((one) => `${one}*`).join(' '),
    });
    expect(notes.join(' ')).toContain('4 prefixes');
    expect(notes.join(' ')).toContain('e*');
    expect(notes.join(' ')).toContain(`only the ${MAX_PREFIX_WORDS} commonest words`);
  });

  it('of exclusions', async () => {
    const query = `robot ${letters.map((one) => `-${one}${one}x`).join(' ')}`;
    const { notes } = await tools.ask('search_publications', { query });
    expect(notes.join(' ')).toMatch(/Not read: (?:"\w+", )+"\w+"/);
  });

  it('of postings: the commonest words beside the others are left out', () => {
    const words =
      'robot and for learning vision computer control manipulation motion based model system planning';
    const quoted = words.split(' ').map((word) => `"${word} ${word}"`);
    const { leftOut, rows } = catalogue
      .store('publications')
      .match(parseQuery(`quadruped ${quoted.join(' ')}`));
    expect(leftOut.tooCommon.length).toBeGreaterThan(0);
    expect([...rows]).toEqual([]);
  });

  it('of characters as they unfold', async () => {
    const unfolding = '\ufdfa'.repeat(190);
    const { error } = await tools.ask('get_certification_info', { features: Array(40).fill(unfolding) });
    expect(error).toMatchObject({ code: 'INVALID_ARGUMENT' });
    expect(error?.message).toContain('written out');
    // Hangul unfolds to three letters a syllable, and is as long as it looks.
    const korean = await tools.ask('search_manufacturers', { query: '두산로보틱스'.repeat(30) });
    expect(korean.error).toBeUndefined();
  });

  it('of lists and objects written as text', async () => {
    const deep = `${'['.repeat(4_000)}${']'.repeat(4_000)}`;
    for (const args of [{ ids: 'a,'.repeat(10_000) }, { specs: `{"a":${deep}}` }, { specs: deep }]) {
      const { error } = await tools.ask('search_robots', args);
      expect(error?.code).toBe('INVALID_ARGUMENT');
    }
    const { error } = await tools.ask('show', { view: 'table', arguments: `{"a":${deep}}` });
    expect(error?.code).toBe('INVALID_ARGUMENT');
  });

  it('of names that no record carries: near ones are sought of a few', async () => {
    const sought = vi.spyOn(catalogue, 'namesLike');
    const ids = letters.slice(0, 10).map((one) => `${one}-quux-${one}`);
    const { structured } = await tools.ask('search_robots', { ids });
    expect(structured.not_found).toEqual(ids);
    expect(sought).toHaveBeenCalledTimes(4);
    sought.mockClear();
    const { error } = await tools.ask('show', { view: 'compare', ids });
    expect(error?.code).toBe('NOT_FOUND');
    expect(sought.mock.calls.length).toBeLessThanOrEqual(4 * 7);
    sought.mockRestore();
  });

  it('of words of an argument that names no value', async () => {
    const store = catalogue.store('publications');
    const matched = vi.spyOn(store, 'match');
    const topic = Array.from({ length: 30 }, (_, i) => `grip${i}`).join(' ');
    await tools.ask('search_publications', { topic });
    expect(matched.mock.calls.map(([{ required }]) => required.length)).toEqual([12]);
    matched.mockRestore();
  });

  it('of places where a long word could be two', () => {
    const counted = vi.spyOn(TermDictionary.prototype, 'count');
    const timesFor = (letters: number) => {
      counted.mockClear();
      const word = `quux${'ab'.repeat(letters / 2)}`;
      catalogue.store('robots').match(parseQuery(word));
      return counted.mock.calls.length;
    };
    expect(timesFor(900)).toBeLessThan(40);
    counted.mockRestore();
  });

  it('of papers of a list of names', () => {
    const store = catalogue.store('publications');
    const listed = vi.spyOn(store, 'rowsListing');
    const finder = authorFinder(store);
    for (const name of 'Wang Zhang Li Liu Chen Kim Lee Yang Huang Zhao'.split(' ')) {
      for (const initial of ['J', 'Y']) finder.find(`${initial} ${name}`);
      finder.find(`J ${name}`);
    }
    const read = listed.mock.calls.map(([, rows]) => [...rows].length);
    expect(Math.max(...read)).toBe(600);
    expect(read.reduce((sum, rows) => sum + rows, 0)).toBeLessThanOrEqual(3600);
    listed.mockRestore();
  });

  it('of features that nobody knows', async () => {
    const features = letters.map((one) => `${one}-quux-${one}`);
    const { error } = await tools.ask('get_certification_info', { features });
    expect(error?.message.length).toBeLessThan(2_000);
  });
});

describe('what is excluded never comes, whatever else it matches', () => {
  it.each([
    ['search_robots', 'unitree -g1', 'unitree-g1'],
    ['search_robots', '-unitree-g1', 'unitree-g1'],
    ['search_robots', '-spot', 'boston-dynamics-spot'],
    ['search_startups', 'figure -ai', 'figure-ai'],
    ['search_manufacturers', '-kuka', 'kuka'],
  ])('%s %s', async (tool, query, id) => {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const reply = await tools.ask(tool, { query, limit: 50, ...(cursor !== undefined && { cursor }) });
      seen.push(...reply.ids);
      cursor = reply.cursor;
    } while (cursor !== undefined);
    expect(seen).not.toContain(id);
    expect(new Set(seen).size).toBe(seen.length);
  });
});
