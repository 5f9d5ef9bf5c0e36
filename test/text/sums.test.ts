import { describe, expect, it } from 'vitest';
import { sumIn } from '../../src/text/sums.ts';

describe('sumIn', () => {
  it.each([
    ['raised over $50M', 'over $50M', 50_000_000.01, undefined],
    ['at least 20 million dollars in funding', 'at least 20 million dollars', 20_000_000, undefined],
    ['valued at $1.5bn or more', '$1.5bn or more', 1_500_000_000, undefined],
    ['prizes under $10k', 'under $10k', undefined, 9_999.99],
    ['between $5M and $10M', 'between $5M and $10M', 5_000_000, 10_000_000],
    ['between 5 and 10 million', 'between 5 and 10 million', 5_000_000, 10_000_000],
    ['more than 50 employees that raised more than $5M', 'more than $5M', 5_000_000.01, undefined],
  ])('%s', (text, phrase, min, max) => {
    expect(sumIn(text)).toEqual({ phrase, ...(min && { min }), ...(max && { max }) });
  });

  it.each(['over 500 robots', 'series A of $20M', 'founded after 2015', 'over 10 kg'])(
    '%s bounds none',
    (text) => {
      expect(sumIn(text)).toBeUndefined();
    },
  );

  it('a bare number is one only where things have prices, and a length never', () => {
    expect(sumIn('humanoid under 20000', 500)).toMatchObject({ max: 19_999.99 });
    expect(sumIn('humanoid under 20', 500)).toBeUndefined();
    expect(sumIn('arm over 1.3 m', 500)).toBeUndefined();
  });
});
