import { BLANK, replaceHidden } from './hidden.ts';

/**
 * The one way in for text from outside: what feeds, services, callers and contributors write becomes visible text, so
 * that nothing hides in it, ends a line, steers a terminal or turns the direction of what follows.
 */

const BLANKS = new RegExp(`${BLANK}+`, 'gu');
const BLANK_BUT_LINE_END = new RegExp(`(?!\\n)${BLANK}`, 'gu');

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
    : visible(given).replace(BLANKS, ' ').normalize('NFC');
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

/** No script writes more of them over one letter; hundreds run over the lines around. */
const MARKS = /(\p{M}{8})\p{M}+/gu;

function visible(text: string): string {
  return replaceHidden(text, () => '').replace(MARKS, '$1');
}
