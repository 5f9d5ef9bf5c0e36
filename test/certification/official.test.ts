import { describe, expect, it } from 'vitest';
import { officialTexts } from '../../src/certification/official.ts';

describe('the official texts that a basis names', () => {
  it.each([
    ['Regulation (EU) 2024/2847, Article 14', ['https://eur-lex.europa.eu/eli/reg/2024/2847/oj']],
    ['Directive 2006/42/EC Article 13', ['https://eur-lex.europa.eu/eli/dir/2006/42/oj']],
    ['Directive (EU) 2024/1799', ['https://eur-lex.europa.eu/eli/dir/2024/1799/oj']],
    // Numbered in the old way: the year stands last.
    [
      'Regulation (EC) 1935/2004; Regulation (EC) 2023/2006; Regulation (EU) 10/2011',
      [
        'https://eur-lex.europa.eu/eli/reg/2004/1935/oj',
        'https://eur-lex.europa.eu/eli/reg/2006/2023/oj',
        'https://eur-lex.europa.eu/eli/reg/2011/10/oj',
      ],
    ],
    [
      'Directive 2014/53/EU; Delegated Regulation (EU) 2022/30; EN 18031-1',
      ['https://eur-lex.europa.eu/eli/dir/2014/53/oj', 'https://eur-lex.europa.eu/eli/reg_del/2022/30/oj'],
    ],
    ['21 CFR 876.1500; class II', ['https://www.ecfr.gov/current/title-21/section-876.1500']],
    ['47 CFR Part 8', ['https://www.ecfr.gov/current/title-47/part-8']],
    ['ISO 10218-1:2025', []],
  ])('of %s', (basis, urls) => {
    expect(officialTexts(basis).map(({ url }) => url)).toEqual(urls);
  });
});
