import { describe, expect, it } from 'vitest';
import { isEmpty, readAnswer } from '../../src/view/answer.ts';
import { placeLabels } from '../../src/view/chart/labels.ts';
import { placeOf, valueText } from '../../src/view/chart/values.ts';
import { checklistCsv, checklistMarkdown } from '../../src/view/checklist/checklist-files.ts';
import { compareCsv, compareMarkdown } from '../../src/view/compare/compare-files.ts';
import { csv, fileName, markdownLink, markdownTable, markdownText } from '../../src/view/files/formats.ts';
import { beginWith, next } from '../../src/view/state.ts';
import { sortedHere } from '../../src/view/table/sorted-here.ts';
import { tableCsv } from '../../src/view/table/table-files.ts';
import { example } from '../helpers/saved-view.ts';

describe('what is handed out', () => {
  it('quotes CSV, and makes no formula of text', () => {
    expect(
      csv(
        ['a', 'b'],
        [
          ['x,"y"', -3],
          ['=HYPERLINK("http://x")', '+1'],
          ['two\nlines', '@a'],
        ],
      ),
    ).toBe('a,b\r\n"x,""y""",-3\r\n"\'=HYPERLINK(""http://x"")",\'+1\r\n"two\nlines",\'@a\r\n');
  });

  it.each([
    ...['=1+1', '+1', '-1+2', '@sum', '\t=1', '\r=1', ' =1', '\u00a0=1', '"=1', "'=1", '“=1', '\n=1'],
    ...['＝1', '＋1', '－1', '＠sum', ' ＝1', '\u200b=1', '\ufeff@x', '\u202e-1', ' "\u00a0＝1'],
    ...['\u0001=1', '\u0000=1', '\ud800=1', '\u2028=1', '\u001b\u0085 -1', '\u0001\n\u0002@x'],
    ...['\ufe66', '\ufe62', '\ufe63', '\ufe6b', '\u207a', '\u207b', '\u208c', '\u2212'].map(
      (sign) => `${sign}1`,
    ),
    ...['\uff02', '\uff07', '\u201a', '\u2039', '\u203a', '\u201b', '\u201f', '\u300c'].map(
      (mark) => `${mark}=1`,
    ),
    "=cmd|' /C calc'!A0",
  ])('no cell of CSV is a formula: %j', (text) => {
    const [, cell = ''] = csv(['a'], [[text]]).split(/\r\n/);
    expect(cell).toMatch(/^"?'/);
    expect(cell).not.toMatch(/[\t\r\p{Cf}]/u);
  });

  it('numbers stay numbers in CSV, and text that only holds a sign stays as it is', () => {
    const row = [-3, 1.5, 'a=b', 'e-mail@x', '5 - 3', 'two\nlines', 'a;b'];
    expect(csv(['a'], [row])).toBe('a\r\n-3,1.5,a=b,e-mail@x,5 - 3,"two\nlines","a;b"\r\n');
    expect(csv(['a'], [['\tx'], ['\u0001a=b'], ['\u2260 0', '']])).toBe('a\r\n x\r\n a=b\r\n\u2260 0,\r\n');
  });

  it.each([
    ['- a', '\\- a'],
    ['+ a', '\\+ a'],
    ['1. a', '1\\. a'],
    ['12) a', '12\\) a'],
    ['===', '\\==='],
    ['---', '\\---'],
    ['# a', '\\# a'],
    ['~~~', '\\~\\~\\~'],
    ['![a](b)', '!\\[a\\](b)'],
    ['&lt; &#x202e; A&B', '\\&lt; \\&\\#x202e; A&B'],
    ['-3 kg, 1.5 m, $5', '-3 kg, 1.5 m, $5'],
    ['a\u202e\u001b\r\n\u{e0041}b', 'a b'],
  ])('text begins nothing in Markdown: %j', (text, markdown) => {
    expect(markdownText(text)).toBe(markdown);
  });

  it('Markdown links to pages alone', () => {
    expect(markdownLink('x', 'javascript:alert(1)')).toBe('x');
    expect(markdownLink('x', 'https://a.example/b)c\\')).toBe('[x](<https://a.example/b)c%5C>)');
  });

  it('keeps text out of the markup of Markdown', () => {
    expect(markdownTable(['a'], [['<b>|`x`\n[y](z)']])).toBe(
      '| a |\n| --- |\n| \\<b\\>\\|\\`x\\` \\[y\\](z) |',
    );
    expect(markdownLink('a]b', 'https://x.example/> <script>')).toBe(
      '[a\\]b](<https://x.example/%3E%20%3Cscript%3E>)',
    );
    expect(fileName('../../Robots: "a" / b', 'csv')).toBe('robots-a-b.csv');
    expect(fileName('机器人', 'csv')).toBe('robotics.csv');
  });

  it('has a comparison as Markdown and CSV: what is best, unknown, and where it comes from', () => {
    const shown = example('compare');
    if (shown.view !== 'compare') throw new Error('The example is another view.');
    const { text } = compareMarkdown(shown);
    expect(text).toContain('| Payload, kg | 7 | 14, best | 10 |');
    expect(text).toContain('| Speed, m/s | unknown | 1.6 | 2.4, best |');
    for (const { sources } of shown.records)
      for (const { url } of sources) expect(text).toContain(`(<${url}>)`);
    expect(compareCsv(shown).text).toContain('Payload,kg,7,14,10\r\n');
  });

  it('has a table and a checklist line by line, with ticks and notes', () => {
    const [table, checklist] = [example('table'), example('checklist')];
    if (table.view !== 'table' || checklist.view !== 'checklist')
      throw new Error('The examples are other views.');
    expect(tableCsv(table).text.split('\r\n')).toHaveLength(table.rows.length + 2);
    const progress = { ticked: ['fcc-sdoc#0'], notes: { 'fcc-sdoc': 'ask *Ann*' } };
    const markdown = checklistMarkdown(checklist, progress).text;
    expect(markdown).toContain('  - [x] Name the responsible party');
    expect(markdown).toContain('  - Note: ask \\*Ann\\*');
    const lines = checklistCsv(checklist, progress)
      .text.split('\r\n')
      .filter((line) => line.includes(',fcc-sdoc,'));
    expect(lines.map((line) => /,(yes|no),/.exec(line)?.[1])).toEqual([
      'yes',
      'no',
      'no',
      'no',
      'no',
      'no',
      'no',
    ]);
  });
});

describe('what comes in', () => {
  it('is read with its failure, and without characters that hide or turn text', () => {
    const content = [{ type: 'text', text: 'No\u202e such\u0000 view.' }];
    expect(readAnswer({ isError: true, content })).toEqual({ problem: 'No  such  view.' });
    expect(readAnswer({ structuredContent: { view: 'pie' }, content: [] }).problem).toContain(
      'nothing that this view',
    );
    const { shown } = readAnswer({ structuredContent: { view: 'table', title: 'a\u2066b' } });
    expect(shown?.title).toBe('a b');
    expect([isEmpty({ content }), isEmpty({ isError: true })]).toEqual([true, false]);
  });

  it('keeps what is shown while another answer fails, and goes back to what was before', () => {
    const [table, compare] = [example('table'), example('compare')];
    const shown = next(beginWith(undefined), { type: 'result', result: { structuredContent: table } });
    const asking = next(shown, { type: 'asking', asked: compare.asked });
    expect(asking).toMatchObject({ stage: 'shown', isBusy: true });
    const failed = next(asking, { type: 'answered', answer: { problem: 'Not now.' }, keep: true });
    expect(failed).toMatchObject({
      stage: 'shown',
      problem: 'Not now.',
      isBusy: false,
      pending: compare.asked,
    });
    const onward = next(asking, { type: 'answered', answer: { shown: compare }, keep: true });
    expect(onward.shown).toBe(compare);
    expect(next(onward, { type: 'back' }).shown).toEqual(table);
    expect(next(beginWith(undefined), { type: 'failed', message: 'Silent.' })).toMatchObject({
      stage: 'failed',
    });
    expect(next(shown, { type: 'failed', message: 'Silent.' })).toBe(shown);
  });
});

describe('what is drawn', () => {
  it('places names beside their points, over no other name or point, and no more than were asked for', () => {
    const spots = [
      { x: 10, y: 10, text: 'first' },
      { x: 24, y: 12, text: 'second' },
      { x: 98, y: 50, text: 'at the edge' },
      { x: 50, y: 90, text: 'far' },
    ];
    const place = { left: 0, right: 110, most: 10 };
    expect(placeLabels(spots, place).map(({ text, anchor }) => [text, anchor])).toEqual([
      ['second', 'start'],
      ['at the edge', 'end'],
      ['far', 'start'],
    ]);
    expect(placeLabels(spots, { ...place, most: 1 })).toHaveLength(1);
  });

  it('reads months, years and dates as their first day, and dollars as such', () => {
    const at = (type: 'month' | 'year' | 'date', value: string | number) =>
      (placeOf({ name: 'x', label: 'X', type }, value) as Date).toISOString().slice(0, 10);
    expect([at('month', '2026-03'), at('year', 2026), at('year', '2026'), at('date', '2026-03-09')]).toEqual([
      '2026-03-01',
      '2026-01-01',
      '2026-01-01',
      '2026-03-09',
    ]);
    expect(valueText({ name: 'price', label: 'Price', type: 'usd' }, 1234.5)).toBe('$1,234.5');
  });

  it('sorts rows by itself, unknown ones last both ways', () => {
    const table = example('table');
    if (table.view !== 'table') throw new Error('The example is another view.');
    const payloads = (order: string) =>
      sortedHere(table, order).rows.map(({ cells }) => cells[5]?.text ?? '');
    expect(payloads('payload_kg_asc')).toEqual(['10', '14', '20', '30', '', '', '', '']);
    expect(payloads('payload_kg_desc')).toEqual(['30', '20', '14', '10', '', '', '', '']);
  });
});
