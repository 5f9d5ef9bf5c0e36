import { describe, expect, it } from 'vitest';
import { dataJson } from '../../src/lib/data-json.ts';
import { escapedJson, inertLines, inertText } from '../../src/lib/inert.ts';

const hostile =
  'a\u001b[31mb\u009b31m\r\nc\u2028d\u202ee\u{e0041}f\u200bg\ufeffh\u00adi\u0000j\ud800k\u3164l';

describe('inertText', () => {
  it('has a blank for whatever steers a terminal or hides, and keeps columns', () => {
    expect(inertText(hostile)).toBe('a [31mb 31m  c d e f g h i j k l');
    expect(inertText('a  b\tc')).toBe('a  b c');
    expect(inertLines('a\u001b\nb\u2028c')).toBe('a \nb c');
  });

  it('keeps joiners, of which letters and emoji are made', () => {
    expect(inertText('👩‍🔬 می‌خواهم é')).toBe('👩‍🔬 می‌خواهم é');
  });
});

describe('escapedJson', () => {
  it('means the same, in characters that neither hide nor steer', () => {
    const value = { [hostile]: [hostile, 1, null, { é: '水' }] };
    for (const indent of [undefined, 2]) {
      const json = escapedJson(value, indent);
      expect(JSON.parse(json)).toEqual(value);
      expect(json.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\u3164]/u);
      expect(json).toContain('水');
    }
  });
});

describe('dataJson', () => {
  it('is the JSON of what has nothing to take out', () => {
    const plain = { results: [{ id: 'a', name: 'Ünï  水 "x"' }], total: 1 };
    expect(dataJson(plain)).toBe(JSON.stringify(plain));
  });

  it('has one line without hidden characters for each text and each name of a member', () => {
    const given = { results: [{ id: 'a', [`n\n${hostile}`]: hostile }], facets: { 'x\ny': 1 } };
    const clean = 'a [31mb 31m c defghi jkl';
    expect(JSON.parse(dataJson(given))).toEqual({
      results: [{ id: 'a', [`n ${clean}`]: clean }],
      facets: { 'x y': 1 },
    });
  });

  it('keeps the lines of notes, of a record as text and of entries, which are ours', () => {
    const results = [{ citation: '@misc{x,\n}', text: 'e\nf', notes: 'g\nh' }];
    expect(JSON.parse(dataJson({ text: 'a\nb', notes: ['c\nd\u202e'], results }))).toEqual({
      text: 'a\nb',
      notes: ['c\nd'],
      results: [{ citation: '@misc{x,\n}', text: 'e f', notes: 'g h' }],
    });
  });
});
