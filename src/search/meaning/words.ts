import { fold, singular, words } from '../../text/fold.ts';

/** Scripts that put no spaces between words: each two letters next to each other stand for a word. */
const unspaced = /([\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+)/u;
/** A longer text has said by then what it is about. */
const MOST_WORDS = 400;

/** The words of a text as the table has them: folded, singular, and pairs of letters in scripts without spaces. */
export function meaningWords(text: string): string[] {
  return words(fold(text))
    .flatMap((word) => word.split(unspaced).flatMap(cut))
    .slice(0, MOST_WORDS);
}

function cut(part: string, place: number): string[] {
  // What a pattern with a group splits is, at odd places, what the group has found.
  if (place % 2 === 0) return part === '' ? [] : [singular(part)];
  if (part.length <= 2) return [part];
  return Array.from({ length: part.length - 1 }, (_, i) => part.slice(i, i + 2));
}
