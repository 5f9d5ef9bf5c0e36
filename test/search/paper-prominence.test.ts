import { describe, expect, it } from 'vitest';
import { paperProminence } from '../../src/search/paper-prominence.ts';

const counted = (
  id: string,
  year: number,
  count: number,
  counter: 'google-scholar' | 'openalex' = 'openalex',
) => ({
  id,
  year,
  citations: { count, counter, as_of: '2026-07-01' },
});

describe('prominence of papers', () => {
  it('is the logarithm of one in how many of its year is cited as often', () => {
    const papers = [0, 0, 3, 3, 5, 8, 9, 700].map((count, i) => counted(`p${i}`, 2015, count));
    expect([...paperProminence(papers).values()]).toEqual([0, 0, 0.42, 0.42, 1, 1.42, 2, 3]);
  });

  it('never compares years, nor what two counted', () => {
    const known = paperProminence([
      counted('old', 1998, 900),
      counted('old-less', 1998, 40),
      counted('new', 2024, 5),
      counted('new-less', 2024, 2),
      counted('other', 2024, 3, 'google-scholar'),
      counted('other-less', 2024, 1, 'google-scholar'),
    ]);
    expect([known.get('new'), known.get('other')]).toEqual([known.get('old'), known.get('old')]);
  });

  it('of what nobody counted is what papers have on average', () => {
    const papers = Array.from({ length: 1000 }, (_, i) => counted(`p${i}`, 2020, i));
    const known = paperProminence([...papers, { id: 'uncounted', year: 2020 }]);
    const mean = papers.reduce((sum, { id }) => sum + (known.get(id) as number), 0) / papers.length;
    expect(known.get('uncounted')).toBeCloseTo(mean, 1);
  });
});
