import { fold, words } from '../text/fold.ts';

/** How the rows of a kind are found by a name. */
export interface NameLookup {
  /** Rows whose name is exactly the text. */
  exactly(text: string): readonly number[];
  /** The few rows that the word is a part of the name of, if it is hardly used otherwise: `ANYmal` of ANYmal C. */
  inPart(word: string): readonly number[];
}

/** A list of names has at most so many words, and each name so many. */
const MAX_LISTED_WORDS = 16;
const LONGEST_NAME = 5;

/** Words that stand before and between names. */
const betweenNames = new Set(
  'compare comparison difference differences between and or vs versus with to the of'.split(' '),
);

/** Who compares records may say in what: `Wayve vs Waabi funding`. */
const isComparison = /\b(?:compare|comparison|differences?|vs|versus)\b/;

/** The rows of two names and more, if the text is nothing but names: `compare UR5e and UR10e`. */
export function severalNamed(text: string, { exactly, inPart }: NameLookup): number[] {
  const folded = fold(text);
  const list = words(folded).filter((word) => !betweenNames.has(word));
  if (list.length < 2 || list.length > MAX_LISTED_WORDS) return [];
  const whole: (readonly number[])[] = [];
  const parts: (readonly number[])[] = [];
  let others = 0;
  for (let at = 0; at < list.length; ) {
    const { length, rows } = longestAt(list, at, exactly);
    const partly = length === 0 ? inPart(list[at] as string) : [];
    if (length > 0) whole.push(rows);
    else if (partly.length > 0) parts.push(partly);
    else others++;
    at += Math.max(1, length);
  }
  const isList = others === 0 && whole.length > 0 && whole.length + parts.length > 1;
  const isCompared = whole.length > 1 && isComparison.test(folded);
  return isList || isCompared ? [...new Set([...whole, ...(isList ? parts : [])].flat())] : [];
}

/** The longest name that begins at this word, in words, and its rows; 0 if none does. */
function longestAt(list: readonly string[], at: number, exactly: NameLookup['exactly']) {
  for (let length = Math.min(LONGEST_NAME, list.length - at); length > 0; length--) {
    const rows = exactly(list.slice(at, at + length).join(' '));
    if (rows.length > 0) return { length, rows };
  }
  return { length: 0, rows: [] };
}
