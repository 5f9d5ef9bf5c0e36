import { describe, expect, it } from 'vitest';
import { fullCatalogue } from '../helpers/full-tools.ts';
import { ask, wordsAsked } from './asking.ts';
import { publicProducts } from './public-products.ts';
import { workProducts } from './work-products.ts';

const catalogue = await fullCatalogue();

describe.each([...publicProducts, ...workProducts])('$name', ({ args, must, mustNot, asks, asksNot }) => {
  it('meets the requirements that it must meet, and no others that it must not', () => {
    const { results, total } = ask(catalogue, args);
    const ids = results.map(({ id }) => id);
    expect(total).toBe(ids.length);
    expect(must.filter((id) => !ids.includes(id))).toEqual([]);
    expect(mustNot.filter((id) => ids.includes(id))).toEqual([]);
  });

  it('is asked what is open, and nothing that is settled', () => {
    const words = wordsAsked(catalogue, args);
    expect(asks.filter((word) => !words.has(word))).toEqual([]);
    expect(asksNot.filter((word) => words.has(word))).toEqual([]);
  });

  it('has a reason for each requirement', () => {
    const { results } = ask(catalogue, args);
    expect(results.filter(({ because = '' }) => because === '')).toEqual([]);
  });
});
