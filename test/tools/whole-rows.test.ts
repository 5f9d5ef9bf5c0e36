import { describe, expect, it } from 'vitest';
import { fullTools } from '../helpers/full-tools.ts';

const { tools } = await fullTools();

describe('whoever asks for one thing gets all that is known of it', () => {
  it.each([
    ['by its name', { query: 'Spot' }],
    ['by ids', { ids: ['boston-dynamics-spot'] }],
  ])('of a robot %s', async (_, args) => {
    const { text, results } = await tools.ask('search_robots', args);
    const [row] = results;
    expect(Object.keys(row?.specs as object).length).toBeGreaterThan(7);
    expect(row?.conditions).toBeDefined();
    expect(row?.description).toMatch(/^Agile quadruped/);
    expect(text).toContain('url: https://bostondynamics.com');
    expect(text).toContain('certifications: none recorded');
    expect(row?.not_stated).toContain('certifications');
  });

  it('of a startup whose funding is asked for in other words', async () => {
    const { total, text } = await tools.ask('search_startups', { query: 'How much has Apptronik raised?' });
    expect([total, text]).toEqual([1, expect.stringContaining('total_funding_usd: not stated')]);
  });

  it('with a price that is not stated said so', async () => {
    const { text } = await tools.ask('search_robots', { query: 'Atlas', ids: undefined });
    expect(text).toMatch(/^price: (?:\$|not stated)/m);
  });

  it('of a paper with all of its authors', async () => {
    const { results, text } = await tools.ask('search_publications', { query: 'arXiv:2303.04137' });
    expect(results[0]?.authors).toHaveLength(7);
    expect(text).toContain('Shuran Song');
  });

  it('while others that only have the words stand compactly behind it', async () => {
    const { results } = await tools.ask('search_publications', { query: 'Diffusion Policy' });
    expect(results[0]?.authors).toHaveLength(7);
    expect(results[5]?.authors).not.toHaveLength(7);
    expect(results[5]).not.toHaveProperty('affiliations');
  });

  it('but not of a list', async () => {
    const { results } = await tools.ask('search_robots', { category: 'humanoid' });
    expect(results.every(({ description }) => description === undefined)).toBe(true);
  });

  it('also of several side by side', async () => {
    const { results } = await tools.ask('search_robots', {
      ids: ['ur3e', 'ur5e', 'ur10e', 'ur16e', 'ur20'],
    });
    expect(results).toHaveLength(5);
    expect(results.every(({ description }) => description !== undefined)).toBe(true);
  });
});

describe('what was asked for and is not stated', () => {
  it('is said in its cell', async () => {
    const { text, results } = await tools.ask('search_robots', {
      query: 'price of humanoids',
      sort: 'name',
      limit: 30,
    });
    expect(results.some(({ price }) => price !== undefined)).toBe(true);
    expect(results.some(({ not_stated }) => (not_stated as string[] | undefined)?.includes('price'))).toBe(
      true,
    );
    expect(text).toContain('| not stated |');
  });

  it('is said once where no row has it', async () => {
    const { notes, text } = await tools.ask('search_robots', { query: 'humanoids depth rating' });
    expect(notes.join(' ')).toMatch(/depth_m: stated for none of \d+\./);
    expect(text.match(/depth_m/g)).toHaveLength(1);
  });
});
