import { lazily } from './lazily.ts';

/**
 * The one way in for text from outside: what feeds, services, callers and contributors write becomes visible text, so
 * that nothing hides in it, ends a line, steers a terminal or turns the direction of what follows.
 */

/** Neither shows nor has a meaning of its own: format characters, surrogates without their half, private use, fillers. */
const HIDDEN = /[\p{Cf}\p{Cs}\p{Co}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}]/gu;

/** Control characters and all that is blank, also the blank of Braille. */
const BLANK = /[\p{Cc}\p{Z}\u2800]+/gu;
const BLANK_BUT_LINE_END = /[^\P{Cc}\n]|[\p{Z}\u2800]/gu;

/** Most text has nothing to take out, which is told far faster than by the properties of its characters. */
const PLAIN = /^[\x20-\x7e]*$/;

/** Blanks and hidden characters are let pass up to so many times the length that is wanted. */
const SURPLUS = 4;

/**
 * Text from outside as one line of visible characters, in Unicode's form NFC. What does not show is taken out; blanks
 * and control characters become one space each run. Longer text is cut to `most` UTF-16 units, see shorten(). What
 * lies far behind them is not looked at, however long the text.
 */
export function sanitizeLine(text: string, most = Number.POSITIVE_INFINITY): string {
  const given = text.slice(0, SURPLUS * most);
  const line = PLAIN.test(given)
    ? given.replace(/ {2,}/g, ' ')
    : visible(given).replace(BLANK, ' ').normalize('NFC');
  return shorten(line.trim(), most);
}

/** A value with every text inside it sanitized as one line. */
export function sanitizeTexts<T>(value: T): T {
  if (typeof value === 'string') return sanitizeLine(value) as T;
  if (Array.isArray(value)) return value.map(sanitizeTexts) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, sanitizeTexts(part)])) as T;
}

/** The same for text of several lines: line ends stay, as line feeds. */
export function sanitizeText(text: string, most = Number.POSITIVE_INFINITY): string {
  const lines = visible(text.slice(0, SURPLUS * most))
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(BLANK_BUT_LINE_END, ' ')
    .normalize('NFC');
  return shorten(lines.trim(), most);
}

/**
 * A text of at most so many UTF-16 units: cut at a word where that costs less than half, else between two letters as
 * readers see them, with a sign that it was cut.
 */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  const room = Math.max(0, most - 1);
  const space = text.lastIndexOf(' ', room);
  const cut = text.slice(0, space > room / 2 ? space : letterEnd(text, room));
  return `${withoutLooseEnd(cut)}\u2026`.slice(0, most);
}

/** What leads on to what was cut off: blanks, signs, joiners, half a keycap. */
const LOOSE_END = /(?:[\s,;:.\u2013\u200c-]|\u200d|[0-9#*]\ufe0f)$/;

function withoutLooseEnd(text: string): string {
  let end = text.length;
  while (end > 0 && LOOSE_END.test(text.slice(Math.max(0, end - 2), end))) end -= 1;
  return text.slice(0, end);
}

/** Where the last whole letter ends that fits into so many units; a letter of many marks is cut between two of them. */
function letterEnd(text: string, room: number): number {
  const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text);
  const end = letters.containing(room)?.index ?? 0;
  if (end > room / 2) return end;
  return /[\ud800-\udbff]/.test(text.charAt(room - 1)) ? room - 1 : room;
}

function visible(text: string): string {
  return text.replace(HIDDEN, (sign, at: number) => {
    // As much as the longest sequence needs: a letter with its marks.
    const before = text.slice(Math.max(0, at - 8), at);
    return isNeeded(sign, before, text.slice(at + sign.length, at + sign.length + 2)) ? sign : '';
  });
}

/**
 * Scripts that write a letter otherwise where an invisible joiner stands beside it: those of cursive letters and those
 * with a virama, as RFC 5892, appendix A, has them.
 */
const joinable = lazily(() => {
  const scripts =
    'Adlm Arab Bali Beng Deva Gujr Guru Java Khmr Knda Mand Mlym Mong Mymr Nkoo Orya Sinh Syrc Taml Telu Tibt';
  const own = scripts.split(' ').map((script) => `\\p{sc=${script}}`);
  const letter = `(?=[\\p{L}\\p{M}])(?!\\p{Default_Ignorable_Code_Point})[${own.join('')}]`;
  return { before: new RegExp(`${letter}\\p{M}{0,3}$`, 'u'), after: new RegExp(`^${letter}`, 'u') };
});

/** True for the few hidden characters that change how their neighbours look, where these are neighbours of theirs. */
function isNeeded(sign: string, before: string, after: string): boolean {
  switch (sign) {
    case '\u200c':
      return isJoined(before, after);
    case '\u200d':
      return isJoined(before, after) || isEmojiSequence(before, after);
    case '\ufe0e':
    case '\ufe0f':
      return /\p{Extended_Pictographic}$/u.test(before) || isKeycap(before, after);
    case '\u180b':
    case '\u180c':
    case '\u180d':
    case '\u180f':
      return /(?=\p{L})\p{Script=Mongolian}$/u.test(before);
    default:
      return false;
  }
}

function isJoined(before: string, after: string): boolean {
  return joinable().before.test(before) && joinable().after.test(after);
}

/** UTS 51, ED-16: pictographs, each with its modifier or selector, with joiners between them. */
function isEmojiSequence(before: string, after: string): boolean {
  return (
    /\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?$/u.test(before) &&
    /^\p{Extended_Pictographic}/u.test(after)
  );
}

function isKeycap(before: string, after: string): boolean {
  return /[0-9#*]$/.test(before) && after.startsWith('\u20e3');
}
