import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { Random } from '../../../scripts/harness/random.ts';
import { renderAnswer } from '../../../src/cli/render/answer.ts';
import { hyperlink, takesLinks } from '../../../src/cli/render/links.ts';
import { cut, PLAIN, pad, type Style, styleFor, widthOfText, wrap } from '../../../src/cli/render/style.ts';
import { renderRecords, renderTable } from '../../../src/cli/render/table.ts';
import { showValue } from '../../../src/cli/render/values.ts';

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

const ESC = '\u001b';
/** Links where the terminal makes them. */
const LINKED: Style = {
  ...PLAIN,
  link: (text, to) => (to === undefined ? text : hyperlink(text, to)),
  hasLinks: true,
};

describe('a table of records', () => {
  it('leads with the answer, ends with the id, and says once what all have alike', () => {
    expect(renderRecords(robots, { width: 80, style: PLAIN })).toEqual([
      'name   price                  country  mass  id',
      'Bumi   $1,400 list (2025-10)  CN         12  noetix-bumi',
      'Digit                         US       65.5  agility-digit',
    ]);
    const news = [1, 2].map((i) => ({
      id: `2026-10-0${i}-robots`,
      outlet: 'An outlet with a name that is longer than any column is',
      url: `https://example.org/${i}`,
      date: `2026-10-0${i}`,
      headline: `Robots, part ${i}`,
    }));
    expect(renderRecords(news, { width: 60, style: PLAIN })).toEqual([
      'headline        date        id',
      'Robots, part 1  2026-10-01  2026-10-01-robots',
      '  https://example.org/1',
      'Robots, part 2  2026-10-02  2026-10-02-robots',
      '  https://example.org/2',
      'All of these: outlet An outlet with a name that is longer',
      'than any column is',
    ]);
  });

  it('shows every field at any width, in a column or below its row, and shortens ids', () => {
    const record = {
      id: 'a-very-long-id-of-a-challenge-2026',
      title: 'Learning to walk in minutes on any ground that there is',
      deadline: '2026-12-01',
      organizer: 'The society for walking robots and their friends',
      prize_usd: 1_000_000,
      url: 'https://example.org/challenge',
    };
    const records = [record, { ...record, organizer: 'Another', deadline: '2027-01-01' }];
    for (const width of [20, 40, 60, 66, 80, 120, 200]) {
      const shorten = (id: string) => id.slice(0, 8);
      const text = renderRecords(records, { width, style: PLAIN, shorten }).join(' ').replace(/\s+/g, ' ');
      for (const value of [
        '2026-12-01',
        '2027-01-01',
        '$1M',
        'https://example.org/challenge',
        'friends',
        'Another',
        'a-very-l',
      ])
        expect(text, `${width}: ${value}`).toContain(value);
    }
  });

  it('is as wide as it must be with --wide: a line a record, whole ids and addresses', () => {
    const title = 'word '.repeat(60).trim();
    const wide = renderRecords([{ id: 'some-id-of-it', title, url: 'https://example.org/' }], {
      ...{ width: 60, style: PLAIN, isWide: true, shorten: () => 'some' },
    });
    expect(wide[1]).toBe(`${title}  https://example.org/  some-id-of-it`);
    expect(wide).toHaveLength(2);
  });

  it('is one field below the other where lines are read one by one', () => {
    expect(renderRecords(robots.slice(0, 1), { width: 80, style: { ...PLAIN, isLinear: true } })).toEqual([
      'name: Bumi',
      'price: $1,400 list (2025-10)',
      'country: CN',
      'mass: 12',
      'id: noetix-bumi',
    ]);
  });

  it('is never wider than the terminal but for addresses, whatever stands in it', () => {
    const random = new Random(7);
    const letters = ['a', 'é', '漢', '🤖', ' ', 'e\u0301', '-', 'wordwordwordword'];
    const text = () =>
      Array.from({ length: random.below(40) }, () => letters[random.below(letters.length)]).join('');
    for (let round = 0; round < 300; round++) {
      const rows = Array.from({ length: 1 + random.below(4) }, () =>
        Object.fromEntries(
          ['id', 'title', 'b', 'c', 'date', 'price'].map((name) => [name, name === 'id' ? 'x-1' : text()]),
        ),
      );
      const width = 60 + random.below(80);
      for (const render of [renderRecords, renderTable]) {
        const widest = Math.max(...render(rows, { width, style: PLAIN }).map(widthOfText));
        expect(widest, JSON.stringify({ rows, width })).toBeLessThanOrEqual(width);
      }
    }
  });

  it('names what it has no room for where only rows are wanted', () => {
    const lists = {
      expected_again: [{ id: 'x', title: 'T'.repeat(60), url: 'https://example.org/', last: '2026' }],
    };
    const text = renderAnswer(lists, { width: 60, style: PLAIN });
    const open = [{ question: 'Has it a battery?', features: ['x'.repeat(70)], more: 3 }];
    const asked = renderAnswer({ depends_on: open }, { width: 60, style: PLAIN });
    expect(asked).toMatch(/^depends on\nquestion +more\nHas it a battery\? +3\n {2}features\n {2}x/);
    expect(text).toContain('Not shown: url. --wide shows all.');
    expect(text).not.toContain('example.org');
  });
});

describe('a link', () => {
  const news = (url: string) => [{ id: 'x-1', headline: 'Robots walk', url }];

  it('is the title where the terminal makes links, and is written out where it does not', () => {
    const url = 'https://example.org/a?b=c';
    expect(renderRecords(news(url), { width: 80, style: LINKED })[1]).toBe(
      `${ESC}]8;;${url}${ESC}\\Robots walk${ESC}]8;;${ESC}\\  x-1`,
    );
    expect(renderRecords(news(url), { width: 80, style: PLAIN })).toContain(`  ${url}`);
  });

  it.each([
    'https://example.org/\u001b]0;title\u0007',
    'https://example.org/\u001b\\evil',
    'https://example.org/\u009c\u202e\u200b',
    'https://example.org/a\nb',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'https://[broken',
  ])('%j cannot end the sequence, nor steer the terminal', (url) => {
    const text = renderRecords(news(url), { width: 80, style: LINKED }).join('\n');
    const [before = '', address = '', ...behind] = text
      .split(`${ESC}]8;;`)
      .flatMap((part) => part.split(`${ESC}\\`));
    expect(address).toMatch(/^(https:\/\/[!-~]*)?$/);
    const shown = [before, ...behind].join('').replaceAll('\n', '');
    expect([...shown].filter((sign) => /[\p{Cc}\p{Cf}]/u.test(sign))).toEqual([]);
  });

  it.each<[boolean, Record<string, string>, boolean]>([
    [true, { TERM_PROGRAM: 'vscode' }, true],
    [true, { VTE_VERSION: '7006' }, true],
    [true, { VTE_VERSION: '4200' }, false],
    [true, { TERM: 'xterm-256color' }, false],
    [true, { FORCE_HYPERLINK: '1' }, true],
    [true, { FORCE_HYPERLINK: '0', TERM_PROGRAM: 'vscode' }, false],
    [true, { NO_COLOR: '1', FORCE_HYPERLINK: '1' }, false],
    [true, { TERM: 'dumb', FORCE_HYPERLINK: '1' }, false],
    [false, { FORCE_HYPERLINK: '1', FORCE_COLOR: '1', TERM_PROGRAM: 'vscode' }, false],
  ])('on a terminal: %s, with %j: %s', (isTTY, env, expected) => {
    const stdout = Object.assign(new PassThrough(), { isTTY });
    expect(takesLinks({ stdout, env })).toBe(expected);
    const style = styleFor({
      stdout,
      stdin: new PassThrough(),
      stderr: new PassThrough(),
      env,
      stopped: new Promise(() => {}),
    });
    expect(style.hasLinks).toBe(expected);
  });
});

describe('an answer', () => {
  const dataset = { version: '2026.11.20', date: '2026-11-20', contributions: 0 };

  it('says how many there are, how many of them can be had, and what to know of them', () => {
    const text = renderAnswer(
      {
        results: robots,
        total: 1_234,
        facets: { country: { CN: 1_000, US: 234 }, status: { available: 70, unknown: 2 } },
        excluded_unknown_price: 3,
        excluded_unknown_price_such_as: ['a-1', 'b-2'],
        notes: ['Read as a category.\nIn two lines.'],
        next_cursor: '1~2',
        dataset,
      },
      { width: 80, style: PLAIN },
    );
    const lines = text.split('\n');
    expect(lines[0]).toBe('1,234 matches, 70 available, 2 shown (data of 2026-11-20)');
    expect(lines.slice(-6)).toEqual([
      'excluded unknown price: 3, such as a-1, b-2',
      'country: CN 1,000, US 234',
      'status: available 70, unknown 2',
      'Read as a category.',
      'In two lines.',
      "More: the same with --cursor '1~2'",
    ]);
  });

  it('shows whole records, and any on a narrow terminal, field by field', () => {
    const whole = [
      { id: 'r', name: 'R', certifications: [], sources: [{ url: 'https://example.org/page' }] },
    ];
    const text = renderAnswer(
      { results: whole, total: 1, facets: {}, dataset },
      { width: 100, style: PLAIN },
    );
    expect(text).toContain('certifications: none recorded\nsources:\n  - url https://example.org/page');
    const narrow = renderAnswer(
      { results: robots, total: 2, facets: {}, dataset },
      { width: 40, style: PLAIN },
    );
    expect(narrow).toContain('name: Bumi\nprice: $1,400 list (2025-10)\n');
  });

  it('of a tool that writes is its fields', () => {
    expect(renderAnswer({ status: 'queued', ticket: 'r-1' }, { width: 80, style: PLAIN })).toBe(
      'status: queued\nticket: r-1',
    );
  });

  it('lets no text from outside steer the terminal', () => {
    const evil = [{ id: 'x', name: '\u001b[31mred\u0007\u202e' }];
    for (const width of [40, 100]) {
      const text = renderAnswer(
        { results: evil, total: 1, facets: { a: { '\u001b]0;x': 1, b: 2 } }, dataset },
        { width, style: PLAIN },
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
    ['price', { usd: 1400, kind: 'list', as_of: '2025-10' }, '$1,400 list (2025-10)'],
    ['price', { usd: '1300-5000', kind: 'estimate', of: 'parts' }, '$1,300 to $5,000 estimate of parts'],
    [
      'last_round',
      { stage: 'seed', amount_usd: 2_500_000, date: '2026-01', valuation_usd: 12_345_678 },
      '$2.5M seed (2026-01), valuation $12,345,678',
    ],
    ['specs', { height_cm: 94, speed_m_s: 1.2, dof: 27 }, 'height 94 cm, speed 1.2 m/s, dof 27'],
    ['total_funding_usd', 1_900_000_000, '$1.9B'],
    ['focus', ['a', 'b'], 'a, b'],
    ['open', true, 'true'],
    ['founded', 2015, '2015'],
    ['payload_kg', 2015, '2,015'],
    ['none', undefined, ''],
  ])('%s', (name, value, shown) => {
    expect(showValue(name, value)).toBe(shown);
  });
});
