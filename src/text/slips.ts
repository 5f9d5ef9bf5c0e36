import { lazily } from '../lib/lazily.ts';

/** What an edit costs that people and keyboards make often, relative to any other (1). */
const SWAPPED = 0.6;
/** A letter that stands elsewhere: `kathib` for `khatib`. */
const MOVED = 1;
const DOUBLED = 0.5;
const VOWEL_FOR_VOWEL = 0.6;
const LIKE_SOUND = 0.6;
const NEXT_KEY = 0.8;
/** First letters are seldom wrong. */
const AT_FIRST_LETTER = 0.5;

const vowels = 'aeiouy';
/** Letters that are written for one another since they sound alike. */
const alike = ['ckqx', 'szx', 'gj', 'fv', 'vw', 'mn', 'dt', 'bp'];
const keyRows = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'];

/**
 * How unlikely it is that a word was written for another, in edits (optimal string alignment): swaps, doubled letters,
 * vowels, letters that sound alike and neighbours on the keyboard cost less than 1, a fault in the first letter more.
 */
export function slipCost(written: string, meant: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: meant.length + 1 }, (_, i) => i);
  for (let column = 1; column <= meant.length; column++) {
    last[column] = (last[column - 1] as number) + strayCost(meant, column - 1);
  }
  for (let row = 1; row <= written.length; row++) {
    const current = [(last[0] as number) + strayCost(written, row - 1)];
    for (let column = 1; column <= meant.length; column++) {
      const [letter, other] = [written[row - 1] as string, meant[column - 1] as string];
      const isSwap = row > 1 && column > 1 && letter === meant[column - 2] && written[row - 2] === other;
      current[column] = Math.min(
        (last[column - 1] as number) + exchangeCost(letter, other),
        (last[column] as number) + strayCost(written, row - 1),
        (current[column - 1] as number) + strayCost(meant, column - 1),
        isSwap && letter !== other ? (beforeLast[column - 2] as number) + SWAPPED : Number.POSITIVE_INFINITY,
      );
    }
    [beforeLast, last] = [last, current];
  }
  const cost = last[meant.length] as number;
  const moved = cost > MOVED && lettersOf(written) === lettersOf(meant) ? MOVED : cost;
  return moved + (written[0] === meant[0] ? 0 : AT_FIRST_LETTER);
}

function lettersOf(word: string): string {
  return [...word].sort().join('');
}

/** Of a letter too many or too few. */
function strayCost(word: string, at: number): number {
  return word[at] === word[at - 1] || word[at] === word[at + 1] ? DOUBLED : 1;
}

function exchangeCost(written: string, meant: string): number {
  if (written === meant) return 0;
  const [left, right] = [written.charCodeAt(0) - FIRST, meant.charCodeAt(0) - FIRST];
  const isLetter = left >= 0 && left < LETTERS && right >= 0 && right < LETTERS;
  return isLetter ? (exchanges()[left * LETTERS + right] as number) : 1;
}

const FIRST = 'a'.charCodeAt(0);
const LETTERS = 26;

/** What it costs to write each letter for each other. */
const exchanges = lazily(() =>
  Float64Array.from({ length: LETTERS * LETTERS }, (_, pair) => {
    const letters = [Math.floor(pair / LETTERS), pair % LETTERS].map((at) => String.fromCharCode(FIRST + at));
    const both = (group: string) => letters.every((letter) => group.includes(letter));
    if (both(vowels)) return VOWEL_FOR_VOWEL;
    if (alike.some(both)) return LIKE_SOUND;
    const [written = '', meant = ''] = letters;
    return areNeighbours(written, meant) ? NEXT_KEY : 1;
  }),
);

function areNeighbours(a: string, b: string): boolean {
  return keyRows.some((row) => {
    const [left, right] = [row.indexOf(a), row.indexOf(b)];
    return left >= 0 && right >= 0 && Math.abs(left - right) === 1;
  });
}
