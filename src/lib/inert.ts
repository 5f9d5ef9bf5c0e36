import { HIDDEN, replaceHidden, STRANGE_BLANK } from './hidden.ts';

/** What could end a line, hide text or turn its direction: nearly all text has nothing of it. */
const mayBeUnsafe = new RegExp(`${HIDDEN}|${STRANGE_BLANK}`, 'u');
const strangeBlank = new RegExp(STRANGE_BLANK, 'gu');

/** Text for a terminal, with a blank for each character that could steer it; its blanks stay, so that columns do. */
export function inertText(text: string): string {
  return replaceUnsafe(text, () => ' ');
}

function replaceUnsafe(text: string, by: (sign: string) => string): string {
  return mayBeUnsafe.test(text) ? replaceHidden(text, by).replace(strangeBlank, by) : text;
}

/** The same for text of several lines. */
export function inertLines(text: string): string {
  return text.split('\n').map(inertText).join('\n');
}

/** JSON in which no character steers a terminal or hides: as escapes they mean the same. */
export function escapedJson(value: unknown, indent?: number): string {
  // Line ends between the members are JSON's own; those inside texts are escapes already.
  const lines = (JSON.stringify(value, null, indent) ?? 'null').split('\n');
  return lines.map((line) => replaceUnsafe(line, escapes)).join('\n');
}

function escapes(character: string): string {
  const units = Array.from({ length: character.length }, (_, i) => character.charCodeAt(i));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}
