import { describe, expect, it } from 'vitest';
import { Random } from '../../../scripts/harness/random.ts';
import { renderAnswer, renderTable, showValue } from '../../../src/cli/render/answer.ts';
import { cut, PLAIN, pad, widthOfText, wrap } from '../../../src/cli/render/style.ts';

const robots = [
  {
    id: 'noetix-bumi',
    name: 'Bumi',
    country: 'CN',
    price: { usd: 1400, kind: 'list', as_of: '2025-10' },
    mass: 12,
  },
  { id: 'agility-digit', name: 'Digit', country: 'US', mass: 65.5 },
];

describe('a table', () => {
  it('has a line a record where there is room', () => {
    expect(renderTable(robots, 100, PLAIN)).toEqual([
      'id             name   country  price                        mass',
      'noetix-bumi    Bumi   CN       $1,400, list, as of 2025-10    12',
      'agility-digit  Digit  US                                    65.5',
    ]);
  });

  it('breaks long cells, never an id, and says which columns it has left out', () => {
    const rows = [
      {
        id: 'a-very-long-id-of-a-paper-2024',
        title: 'Learning to walk in minutes',
        authors: 'N. Rudin',
        journal: 'CoRL',
        url: 'https://example.org',
      },
    ];
    expect(renderTable(rows, 66, PLAIN)).toEqual([
      'id                              title                     authors',
      'a-very-long-id-of-a-paper-2024  Learning to walk in       N. Rudin',
      '                                minutes',
      'No room for journal, url.',
    ]);
  });

  it('is never wider than the terminal, whatever stands in it', () => {
    const random = new Random(7);
    const letters = ['a', 'é', '漢', '🤖', ' ', 'e\u0301', '-', 'wordwordwordword'];
    const text = () =>
      Array.from({ length: random.below(40) }, () => letters[random.below(letters.length)]).join('');
    for (let round = 0; round < 300; round++) {
      const rows = Array.from({ length: 1 + random.below(4) }, () =>
        Object.fromEntries(
          ['id', 'title', 'b', 'c', 'd', 'url'].map((name) => [name, name === 'id' ? 'x-1' : text()]),
        ),
      );
      const width = 60 + random.below(80);
      const lines = renderTable(rows, width, PLAIN);
      expect(Math.max(...lines.map(widthOfText)), JSON.stringify({ rows, width })).toBeLessThanOrEqual(width);
    }
  });
});

describe('an answer', () => {
  const dataset = { version: '2026.11.20', date: '2026-11-20', contributions: 0 };

  it('says how many there are, shows them, and what to know of them', () => {
    const text = renderAnswer(
      {
        results: robots,
        total: 1_234,
        facets: { country: { CN: 1_000, US: 234 }, kind: { one: 2 } },
        excluded_unknown_price: 3,
        notes: ['Read as a category.'],
        next_cursor: '1~2',
        dataset,
      },
      80,
      PLAIN,
    );
    const lines = text.split('\n');
    expect(lines[0]).toBe('1,234 matches, 2 shown (data of 2026-11-20)');
    expect(lines.slice(-4)).toEqual([
      'excluded unknown price: 3',
      'country: CN 1,000, US 234',
      'Read as a category.',
      "More: the same with --cursor '1~2'",
    ]);
  });

  it('shows whole records, and any on a narrow terminal, field by field', () => {
    const whole = [
      { id: 'r', name: 'R', certifications: [], sources: [{ url: 'https://example.org/page' }] },
    ];
    const text = renderAnswer({ results: whole, total: 1, facets: {}, dataset }, 100, PLAIN);
    expect(text).toContain('certifications: none recorded\nsources:\n  - url https://example.org/page');
    const narrow = renderAnswer({ results: robots, total: 2, facets: {}, dataset }, 40, PLAIN);
    expect(narrow).toContain('id: noetix-bumi\nname: Bumi\n');
  });

  it('of a tool that writes is its fields', () => {
    expect(renderAnswer({ status: 'queued', ticket: 'r-1' }, 80, PLAIN)).toBe('status: queued\nticket: r-1');
  });

  it('lets no text from outside steer the terminal', () => {
    const evil = [{ id: 'x', name: '\u001b[31mred\u0007\u202e' }];
    for (const width of [40, 100]) {
      const text = renderAnswer(
        { results: evil, total: 1, facets: { a: { '\u001b]0;x': 1, b: 2 } }, dataset },
        width,
        PLAIN,
      );
      for (const unseen of ['\u001b', '\u0007', '\u202e']) expect(text).not.toContain(unseen);
    }
  });
});

describe('text that has to fit', () => {
  it('is measured as a terminal shows it', () => {
    expect(['abc', 'é', 'e\u0301', '漢字', '🤖', ''].map(widthOfText)).toEqual([3, 1, 1, 4, 2, 0]);
  });

  it('is cut, padded and wrapped by that measure', () => {
    expect(cut('漢字漢字', 5)).toBe('漢字…');
    expect(pad('漢', 4)).toBe('漢  ');
    expect(wrap('one two three four', 9)).toEqual(['one two', 'three', 'four']);
    expect(wrap('one two three four', 9, 2)).toEqual(['one two', 'three fo…']);
    expect(wrap('abcdefgh', 3)).toEqual(['abc', 'def', 'gh']);
  });
});

describe('a value', () => {
  it.each([
    ['price', { usd: 1400, kind: 'list', as_of: '2025-10' }, '$1,400, list, as of 2025-10'],
    ['specs', { height_cm: 94, speed_m_s: 1.2, dof: 27 }, 'height 94 cm, speed 1.2 m/s, dof 27'],
    ['total_funding_usd', 1_900_000_000, '$1,900,000,000'],
    ['focus', ['a', 'b'], 'a, b'],
    ['open', true, 'true'],
    ['none', undefined, ''],
  ])('%s', (name, value, shown) => {
    expect(showValue(name, value)).toBe(shown);
  });
});
