import { describe, expect, it, vi } from 'vitest';
import { Random } from '../../scripts/harness/random.ts';
import { sanitizeLine, sanitizeText, shorten } from '../../src/lib/sanitize.ts';

const UNSEEN =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]/u;

/** What is true of every text that was sanitized, whatever it was. */
function expectClean(line: string, given: string): void {
  const said = JSON.stringify(given);
  expect(line, said).not.toMatch(/\p{Cs}/u);
  expect(line, said).toBe(line.normalize('NFC'));
  expect(line, said).not.toMatch(/^\s|\s$|[^\S ]| {2}/);
  expect(sanitizeLine(line), said).toBe(line);
}

/** Signs that stay where their neighbours need them. */
const NEEDED = /^(?:[\u180b-\u180d\u180f\u200c]|\u200d|\ufe0e|\ufe0f)$/;

describe('one line', () => {
  it('keeps no code point of Unicode that does not show, between letters of any script', () => {
    const faults: string[] = [];
    // Nothing is assigned in the planes 4 to 13, nor told apart in 15 and 16: of them each 61st is enough.
    const step = (code: number) => (code < 0x40000 || code >> 16 === 14 ? 1 : 61);
    for (let code = 0; code <= 0x10ffff; code += step(code)) {
      const sign = code > 0xffff ? String.fromCodePoint(code) : String.fromCharCode(code);
      const line = sanitizeLine(`a${sign}b | ب${sign}ب | क${sign}ष | 😀${sign}😀 | ᠠ${sign}ᠠ`);
      const hides = UNSEEN.test(NEEDED.test(sign) ? line.slice(0, 3) : line);
      const isClean = line === line.normalize('NFC') && sanitizeLine(line) === line;
      if (hides || !isClean || line.includes('  ')) faults.push(code.toString(16));
    }
    expect(faults).toEqual([]);
  }, 60_000);

  it('is in order whatever is drawn, and no longer than it may be', () => {
    const random = new Random(20261127);
    const signs = [
      ...'aZ0 #*.,-\t\n\r\u0000\u001b\u009b\u00a0\u00ad\u034f\u061c\u180b\u200b\u200c\u200d\u200e\u202e\u2028\u2066\u2800',
      ...'\u20e3\u3164\ufe0e\ufe0f\ufeff\ufff9\ufffe\ue000\u{e0041}\u{e0100}\u{f0000}\u{1fffe}',
      ...[
        '\ud83d',
        '\ude00',
        '😀',
        '👩',
        '🏽',
        '❤',
        'ä',
        'a\u0308',
        '\u0301',
        '\u0327',
        'ب',
        'क',
        '्',
        'ᠠ',
        '한',
        'ᄒ',
        'ᅡ',
      ],
    ];
    for (let i = 0; i < 5_000; i += 1) {
      const given = Array.from({ length: random.below(40) }, () => random.pick(signs)).join('');
      const most = random.below(30);
      const line = sanitizeLine(given, most);
      expectClean(line, given);
      expect(line.length, JSON.stringify(given)).toBeLessThanOrEqual(most);
      expectClean(sanitizeLine(given), given);
      expectClean(sanitizeText(given).replaceAll('\n', ' ').replace(/ {2,}/g, ' ').trim(), given);
    }
  }, 60_000);

  it.each([
    ['a\u001b[2J\r\nb\u2028c\u009bd', 'a [2J b c d'],
    ['data\u{e0069}\u{e0067}\u{e006e}', 'data'],
    ['hu\u00admanoid ro\u200bbot', 'humanoid robot'],
    ['\u202etobor\u202c \u2066x\u2069', 'tobor x'],
    ['Mu\u0308ller\u00a0 AG', 'Müller AG'],
    ['a\u200db', 'ab'],
    ['x\ufe0f\u{e0100}\u180b', 'x'],
    ['lone \ud83d half', 'lone half'],
    ['\ufeff  title \ue000', 'title'],
  ])('%j becomes %j', (given, line) => {
    expect(sanitizeLine(given)).toBe(line);
  });

  it.each([
    'Größe 机器人 エレベーター',
    'می‌خواهم',
    'क्‍ष ශ්‍රී',
    '👩‍🔬 👩🏽‍❤️‍💋‍👨🏿 🏳️‍🌈 1️⃣ ☎️ ☎︎',
    'ᠠ᠋ᠨᠠ',
    '≤ 5 °C, 10 × 20 µm — “quoted”',
  ])('%j stays as it is', (text) => {
    expect(sanitizeLine(text)).toBe(text);
    expect(sanitizeText(text)).toBe(text);
  });

  it('is cut at a word, or between two letters as readers see them, with a sign that it was', () => {
    expect(sanitizeLine('A robot that walks on ice', 16)).toBe('A robot that…');
    expect(sanitizeLine('x'.repeat(1_000), 10)).toBe(`${'x'.repeat(9)}…`);
    expect(shorten('👩‍🔬👩‍🔬👩‍🔬', 12)).toBe('👩‍🔬👩‍🔬…');
    expect(shorten(`${'a'.repeat(8)}e\u0301\u0327`, 10)).toBe('aaaaaaaa…');
    expect(shorten('unchanged', 9)).toBe('unchanged');
  });

  it('keeps so many marks over a letter as scripts write, and no pile of them', () => {
    const vowels = '\u05e9\u05c1\u05b8\u05bd\u0596';
    expect(sanitizeLine(vowels).normalize('NFD')).toBe(vowels.normalize('NFD'));
    expect([...sanitizeLine(`x${'\u0301'.repeat(1_899)}y`)]).toHaveLength(10);
  });

  it.each([
    'a',
    ' ',
    '\u0000',
    '\u200d',
    '\u{e0041}',
    '\u0301',
    '😀\u200d',
    'ب\u200d',
    ', ',
    '1\ufe0f',
    '\ud83d',
  ])('of 8 MB of %j what lies far behind the end is not looked at', (sign) => {
    const text = sign.repeat(8_000_000 / sign.length);
    const normalize = vi.spyOn(String.prototype, 'normalize');
    const replace = vi.spyOn(String.prototype, 'replace');
    const lengths: number[] = [];
    for (const most of [1, 400, 4_000]) {
      sanitizeLine(text, most);
      const read = [...normalize.mock.contexts, ...replace.mock.contexts].map(
        (given) => String(given).length,
      );
      lengths.push(Math.max(...read) / most);
      normalize.mockClear();
      replace.mockClear();
    }
    vi.restoreAllMocks();
    expect(Math.max(...lengths)).toBeLessThan(10);
  });
});

describe('several lines', () => {
  it('keep their line ends and nothing else that steers', () => {
    expect(sanitizeText('\ufeffone\r\ntwo\u2028three\rfour\tx\u0000\u202e')).toBe('one\ntwo\nthree\nfour x');
  });
});
