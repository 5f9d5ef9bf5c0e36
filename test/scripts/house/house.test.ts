import { describe, expect, it } from 'vitest';
import { measure } from '../../../scripts/house/figures.ts';
import { judge, tighten } from '../../../scripts/house/judge.ts';
import { readSourceFile } from '../../../scripts/house/source-file.ts';

/** The figures of a tree of these files. */
function figuresOf(tree: Readonly<Record<string, string>>) {
  const files = Object.entries(tree).map(([path, text]) => readSourceFile(path, `${text}\n`));
  const figures = measure(files);
  return (name: string) => figures.find((figure) => figure.name === name);
}

const decisions = (count: number) =>
  `export const f = (x: number) => {\n${'if (x) x += 1;\n'.repeat(count)}return x;\n};`;

describe('measures functions', () => {
  it('takes the longest one outside .tsx', () => {
    const figure = figuresOf({
      'src/a.ts': 'class A {\n  m() {\n    return 1;\n  }\n}',
      'src/b.tsx': `const f = () => {\n${'\n'.repeat(20)}};`,
      'scripts/c.ts': `const f = () => {\n${'\n'.repeat(20)}};`,
    })('lines of the longest function outside .tsx');
    expect(figure).toMatchObject({ value: 3, where: ['src/a.ts:2 3 lines'] });
  });

  it.each([
    ['ten decisions', decisions(9), 0],
    ['eleven', decisions(10), 1],
    [
      'each kind',
      'const f = (a: any) => { for (const b of a) while (b ? 1 : 2) try { a ??= b && a || b } catch { switch (a) { case 1: case 2: default: } } if (a) do { for (;;) {} } while (a) };',
      1,
    ],
    [
      'two functions, one in the other',
      `const f = (x: number) => {\n${'if (x) x += 1;\n'.repeat(6)}return () => {\n${'if (x) x += 1;\n'.repeat(6)} }; };`,
      0,
    ],
  ])('counts decisions: %s', (_, text, count) => {
    const figure = figuresOf({ 'src/a.ts': text })('functions with a cyclomatic complexity above 10');
    expect(figure?.value).toBe(count);
  });
});

describe('measures what is exported', () => {
  const needless = 'exports that nobody imports';
  const tree = {
    'src/lib/a.ts':
      'export const [one, two] = [1, 2]; export interface Three {} export function four() {} export { one as five };',
    'src/lib/b.ts': `import { one, type Three } from './a.ts'; const { four } = await import('./a.ts');`,
    'test/lib/a.test.ts': `import { two as second } from '../../src/lib/a.ts'; export const six = '';`,
  };

  it('finds what nobody imports, in tests too', () => {
    expect(figuresOf(tree)(needless)?.where).toEqual(['src/lib/a.ts:1 five', 'test/lib/a.test.ts:1 six']);
  });

  it('knows what is loaded by the name of its file', () => {
    const named = { ...tree, 'vitest.config.ts': `const setup = ['test/lib/a.test.ts', 'src/lib/a.ts'];` };
    expect(figuresOf(named)(needless)?.where).toEqual(['src/lib/a.ts:1 five']);
  });

  it('finds what tests alone import', () => {
    expect(figuresOf(tree)('exports of src/ that tests alone import')?.where).toEqual(['src/lib/a.ts:1 two']);
  });

  it('finds types of one name', () => {
    const figure = figuresOf({
      'src/a.ts': 'export type Row = 1; export const Cell = 1; export type Own = 1;',
      'src/b.ts': 'export interface Row {} export type Cell = 1; type Own = 1;',
    })('names that several exported types have');
    expect(figure?.where).toEqual(['Row: src/a.ts:1, src/b.ts:1']);
  });
});

describe('measures files', () => {
  it('counts those with one importer', () => {
    const figure = figuresOf({
      'src/a.ts': `import './b.ts'; import type { C } from './c.ts';`,
      'src/b.ts': `import './c.ts';`,
      'src/c.ts': '',
      'test/b.test.ts': `import '../src/b.ts';`,
    })('% of the files with one importer');
    expect(figure).toMatchObject({ value: 33.3, where: ['src/b.ts by src/a.ts'] });
  });

  it('counts lines of comment alone, and lines by folder', () => {
    const figures = figuresOf({
      'src/lib/a.ts': `/**\n * Two.\n */\n// four\nconst x = '// none'; // beside code`,
      'src/text/b.ts': `${'x;\n'.repeat(14)}x;`,
      'test/lib/a.test.ts': 'x;',
    });
    expect(figures('% of the lines that are comments')?.value).toBe(20);
    expect(figures('lines of src/lib')?.value).toBe(5);
    expect(figures('lines of src/text')?.value).toBe(15);
    expect(figures('lines of test')?.value).toBe(1);
  });

  it('counts folders together that are to become one', () => {
    const figures = figuresOf({ 'src/http/a.ts': 'x;', 'src/stdio/b.ts': 'x;', 'src/server/c.ts': 'x;' });
    expect(figures('lines of src/server')?.value).toBe(3);
  });

  it('finds those that tell what was read, not those that only mention it', () => {
    const figure = figuresOf({
      'src/a.ts': 'const note = `Read "$'.concat('{x}" as a period.`;'),
      'src/b.ts': `const note = 'Read "it".';`,
      'src/c.ts': '// Read "it".',
    })('files that write `Read "`');
    expect(figure?.where).toEqual(['src/a.ts', 'src/b.ts']);
  });
});

describe('holds figures against bounds', () => {
  const figures = [{ name: 'lines', value: 12, where: ['src/a.ts'] }];

  it.each([
    ['within', [{ figure: 'lines', atLeast: 12, atMost: 12 }], []],
    ['above', [{ figure: 'lines', atMost: 11 }], ['lines: 12 (at most 11)\n  src/a.ts']],
    ['below', [{ figure: 'lines', atLeast: 13 }], ['lines: 12 (at least 13)\n  src/a.ts']],
    [
      'grown',
      [{ figure: 'lines', atMost: 11, target: 5 }],
      ['lines: 12 (at most 11; must not grow, shall be 5)\n  src/a.ts'],
    ],
    ['unbound', [], ['lines: 12, and scripts/house/bounds.json has no bound for it.']],
    [
      'gone',
      [
        { figure: 'lines', atMost: 12 },
        { figure: 'files', atMost: 1 },
      ],
      ['files: there is no such figure any more. Take its bound out of scripts/house/bounds.json.'],
    ],
  ])('%s', (_, bounds, broken) => {
    expect(judge(figures, bounds).broken).toEqual(broken);
  });

  it('tightens what has a target, no other, and loosens nothing', () => {
    const bounds = [
      { figure: 'lines', atMost: 20, target: 5 },
      { figure: 'lines', atMost: 20, target: 12 },
      { figure: 'lines', atMost: 20 },
      { figure: 'lines', atMost: 10, target: 5 },
    ];
    expect(tighten(bounds, figures)).toEqual([
      { figure: 'lines', atMost: 12, target: 5 },
      { figure: 'lines', atMost: 12 },
      { figure: 'lines', atMost: 20 },
      { figure: 'lines', atMost: 10, target: 5 },
    ]);
  });
});
