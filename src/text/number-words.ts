const small: Readonly<Record<string, number>> = Object.fromEntries(
  (
    'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen ' +
    'nineteen'
  )
    .split(' ')
    .map((word, i) => [word, i + 1]),
);
const tens: Readonly<Record<string, number>> = Object.fromEntries(
  'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ').map((word, i) => [word, 10 * (i + 2)]),
);

const unit = Object.keys(small).join('|');
const ten = Object.keys(tens).join('|');
/** `Twenty-five`. */
const simple = `(?:(?:${ten})(?:[\\s-](?:${unit}))?|${unit})`;

/** How many, in digits or words, as a group of an expression without regard to case. */
export const COUNT = String.raw`(\d{1,4}|(?:a )?few|(?:a )?couple(?: of)?|${simple}|an?)`;

/** The number of what COUNT takes. A few are three. */
export function countOf(words: string): number {
  return /few$/i.test(words) ? 3 : numberIn(words);
}

const ordinals = ['first', 'second', 'third', 'fourth'];
/** The ordinal numbers that quarters and halves have. */
export const ORDINAL = ordinals.join('|');

/** The number of what ORDINAL takes. */
export function ordinalOf(word = ''): number {
  return ordinals.indexOf(word.toLowerCase()) + 1;
}

function numberIn(words: string): number {
  if (/^\d/.test(words)) return Number(words);
  if (/couple/i.test(words)) return 2;
  if (/^an?$/i.test(words)) return 1;
  return wordsOf(words).reduce((sum, word) => sum + (small[word] ?? tens[word] ?? 0), 0);
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[\s-]+/)
    .filter((word) => word !== '');
}
