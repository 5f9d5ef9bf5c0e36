/** What could end a line, hide text or turn its direction; of what does not show, joiners alone make letters. */
const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u115f\u1160\u3164\uffa0]|(?![\u200c\u200d])\p{Cf}/gu;

/** Text for a terminal, with a blank for each character that could steer it; its blanks stay, so that columns do. */
export function inertText(text: string): string {
  return text.replace(UNSAFE, ' ');
}

/** The same for text of several lines. */
export function inertLines(text: string): string {
  return text.split('\n').map(inertText).join('\n');
}

/** JSON in which no character steers a terminal or hides: as escapes they mean the same. */
export function escapedJson(value: unknown, indent?: number): string {
  // Line ends between the members are JSON's own; those inside texts are escapes already.
  const lines = (JSON.stringify(value, null, indent) ?? 'null').split('\n');
  return lines.map((line) => line.replace(UNSAFE, escapes)).join('\n');
}

function escapes(character: string): string {
  const units = Array.from({ length: character.length }, (_, i) => character.charCodeAt(i));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}
