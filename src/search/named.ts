import { isEnglish } from '../text/english.ts';
import { fold, words } from '../text/fold.ts';

/** How the rows of a kind are found by a name. */
interface NameLookup {
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
  'compare comparison difference differences between and or vs versus with to the of for how what is'.split(
    ' ',
  ),
);

/** Rows by their names in a text. */
export interface NamedRows {
  /** Of the only name, if the text says beside it nothing but what is asked of it. */
  readonly one: readonly number[];
  /** Of two names and more. */
  readonly several: readonly number[];
}

export const noneNamed: NamedRows = { one: [], several: [] };

/** Signs and words of a list: only there is an ordinary word (`Black`) a part of a name by itself. */
const isListed = /[,;/&+\n]|\b(?:and|or|vs|versus)\b/;

/** Who compares records may say in what: `Wayve vs Waabi funding`. */
const isComparison = /\b(?:compare|comparison|differences?|vs|versus)\b/;

/**
 * The rows that a text names, if it is nothing but names: `compare UR5e and UR10e`. `bare` is the text without the
 * measures in it: `payload of UR5e` is a name, though `payload` is none.
 */
export function namedIn(text: string, bare: string, { exactly, inPart }: NameLookup): NamedRows {
  const folded = fold(text);
  const list = words(fold(bare)).filter((word) => !betweenNames.has(word));
  const fewest = bare === text ? 2 : 1;
  if (list.length < fewest || list.length > MAX_LISTED_WORDS) return noneNamed;
  const { whole, parts, others } = namesIn(list, isListed.test(folded), { exactly, inPart });
  const isList = others === 0 && whole.length > 0 && whole.length + parts.length > 1;
  const isCompared = whole.length > 1 && isComparison.test(folded);
  const several = isList || isCompared ? [...new Set([...whole, ...(isList ? parts : [])].flat())] : [];
  const [only = []] = whole;
  const isOne = others === 0 && whole.length === 1 && parts.length === 0 && bare !== text;
  return { one: isOne ? only : [], several };
}

/** What the words of a list name: rows by whole names, rows by parts of names, and how many words name nothing. */
function namesIn(list: readonly string[], mayBeOrdinary: boolean, { exactly, inPart }: NameLookup) {
  const whole: (readonly number[])[] = [];
  const parts: (readonly number[])[] = [];
  let others = 0;
  for (let at = 0; at < list.length; ) {
    const { length, rows } = longestAt(list, at, exactly);
    at += Math.max(1, length);
    if (length > 0) {
      whole.push(rows);
      continue;
    }
    const word = list[at - 1] as string;
    const partly = mayBeOrdinary || !isEnglish(word) ? inPart(word) : [];
    if (partly.length > 0) parts.push(partly);
    else others++;
  }
  return { whole, parts, others };
}

/** The longest name that begins at this word, in words, and its rows; 0 if none does. */
function longestAt(list: readonly string[], at: number, exactly: NameLookup['exactly']) {
  for (let length = Math.min(LONGEST_NAME, list.length - at); length > 0; length--) {
    const rows = exactly(list.slice(at, at + length).join(' '));
    if (rows.length > 0) return { length, rows };
  }
  return { length: 0, rows: [] };
}
