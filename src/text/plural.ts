import { fold, words } from './fold.ts';

const keepsItsS = /(ss|us|is|ics)$/;
/** Words whose final s is no plural. */
const noPlurals = new Set(['atlas', 'chaos', 'lens', 'series', 'species']);

/** The singular of a folded English word, by rules only: `batteries` is `battery`, `boxes` is `box`. */
export function singular(word: string): string {
  if (word.length < 4 || !word.endsWith('s') || keepsItsS.test(word) || noPlurals.has(word)) return word;
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(x|ch|sh|ss|zz)es$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}

/** The words of a text folded and made singular: `Soft-Robot Hands` is `['soft', 'robot', 'hand']`. */
export function stems(text: string): string[] {
  return words(fold(text)).map(singular);
}
