import { describe, expect, it } from 'vitest';
import { dataJson } from '../../src/lib/data-json.ts';
import { escapedJson, inertLines, inertText } from '../../src/lib/inert.ts';
import { sanitizeLine } from '../../src/lib/sanitize.ts';

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

/** Of each kind that does not show: fillers, selectors, joiners, tags, private use, blanks that are no space. */
const UNSEEN = [
  ...'\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b\u180e\u200b\u200c\u200d\u200e\u2028\u202e',
  ...'\u2060\u2065\u206f\u2800\u3000\u3164\ue000\uf8ff\ufe00\ufe0f\ufeff\uffa0\ufff0\ufffb\uffff',
  ...'\u{1bca0}\u{1d173}\u{e0001}\u{e0041}\u{e0101}\u{e01ef}\u{e0fff}\u{f0000}\u{10fffd}',
];

describe('one definition of what does not show', () => {
  it.each(UNSEEN.map((sign) => [sign.codePointAt(0)?.toString(16), sign]))('has U+%s', (_, sign) => {
    const text = `qq${sign}ww`;
    const plain = /^qq ?ww$/;
    expect(inertText(text)).toBe('qq ww');
    expect(sanitizeLine(text)).toMatch(plain);
    const answer = JSON.parse(dataJson({ error: { field: text }, notes: [text], more: { [text]: 1 } }));
    expect([answer.error.field, answer.notes[0], Object.keys(answer.more)[0]]).toEqual([
      expect.stringMatching(plain),
      expect.stringMatching(/^qq[ \n]?ww$/),
      expect.stringMatching(plain),
    ]);
    const escaped = escapedJson(text);
    expect(escaped).not.toContain(sign);
    expect(JSON.parse(escaped)).toBe(text);
  });

  it('leaves what letters and emoji are made of', () => {
    const text = '❤️ 1️⃣ 👩‍🔬 می‌خواهم क्‍ष ᠬ᠋';
    const all = [inertText(text), sanitizeLine(text), JSON.parse(dataJson({ text: [text] })).text[0]];
    expect(all).toEqual([text, text, text]);
    expect(escapedJson(text)).toBe(JSON.stringify(text));
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
