import { expect, it } from 'vitest';
import { columnsOf, csvText, flatten } from '../../src/lib/csv.ts';

it('names what is inside by its path, and joins lists of words', () => {
  const record = {
    id: 'a',
    price: { usd: 5, original: { currency: 'EUR' } },
    tags: ['x', 'y'],
    none: undefined,
  };
  expect(flatten(record)).toEqual({
    id: 'a',
    price_usd: 5,
    price_original_currency: 'EUR',
    tags: 'x; y',
  });
  expect(flatten({ sources: [{ url: 'u' }] })).toEqual({ sources: '[{"url":"u"}]' });
});

it('writes what RFC 4180 says', () => {
  const rows = [
    { a: 'x,y', b: 'say "hi"' },
    { a: 'two\nlines', c: -1 },
  ].map((row) => flatten(row));
  expect(csvText(columnsOf(rows), rows)).toBe('a,b,c\r\n"x,y","say ""hi""",\r\n"two\nlines",,-1\r\n');
});

it.each(['=1+1', '+1', '-1', '@sum', '\tx'])('makes no formula of the text %j', (text) => {
  expect(csvText(['a'], [{ a: text }]).split('\r\n')[1]).toBe(`'${text}`);
});
