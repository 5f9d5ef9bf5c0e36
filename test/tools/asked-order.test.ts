import { describe, expect, it } from 'vitest';
import { fullTools } from '../helpers/full-tools.ts';

const { tools } = await fullTools();

const search = (query: string, more: object = {}) => tools.ask('search_robots', { query, ...more });

describe('an order that words ask for', () => {
  it('shows as many records as are asked for, and goes on where it ended', async () => {
    const whole = await search('tallest humanoids');
    const three = await search('three tallest humanoids');
    expect([three.total, three.ids]).toEqual([whole.total, whole.ids.slice(0, 3)]);
    const next = await search('three tallest humanoids', { cursor: three.cursor });
    expect(next.ids).toEqual(whole.ids.slice(3, 6));
  });

  it('shows no more than the page holds', async () => {
    expect((await search('ten tallest humanoids', { limit: 2 })).ids).toHaveLength(2);
  });

  it('names the record at a place that is asked for, which is on the first page', async () => {
    const { notes, results } = await search('third tallest humanoid', { limit: 1 });
    expect(results).toHaveLength(3);
    expect(notes[0]).toBe(`Ordered by height_cm_desc: ${results[2]?.id} is number 3.`);
  });

  it('says that there is none at that place', async () => {
    const { notes } = await search('fifth cheapest quadruped from Germany');
    expect(notes[0]).toBe('Ordered by price_asc: there is no number 5.');
  });

  it('orders those that are equal by what is asked for next', async () => {
    const { notes } = await search('cheapest and lightest quadruped');
    expect(notes[0]).toBe('Ordered by price_asc, then mass_kg_asc.');
  });

  it('gives way to an order given as an argument, with its page', async () => {
    expect((await search('three tallest humanoids', { sort: 'name', limit: 5 })).ids).toHaveLength(5);
  });
});
