import grammar from '../../dataset/taxonomy/grammar.json' with { type: 'json' };

const numbers: Readonly<Record<string, number>> = grammar.numbers;
const unit = Object.keys(numbers).filter((word) => (numbers[word] as number) < 20);
const ten = Object.keys(numbers).filter((word) => (numbers[word] as number) >= 20);
/** `Twenty-five`. */
const simple = `(?:(?:${ten.join('|')})(?:[\\s-](?:${unit.join('|')}))?|${unit.join('|')})`;

/** How many, in digits or words, as an expression without regard to case. */
export const COUNT = String.raw`\d{1,4}|(?:a )?few|(?:a )?couple(?: of)?|${simple}|an?`;

/** The number of what COUNT takes; one where nothing is said. A few are three. */
export function countOf(words = 'a'): number {
  if (/^\d/.test(words)) return Number(words);
  if (/few$/i.test(words)) return 3;
  if (/couple/i.test(words)) return 2;
  if (/^an?$/i.test(words)) return 1;
  return words
    .toLowerCase()
    .split(/[\s-]+/)
    .reduce((sum, word) => sum + (numbers[word] ?? 0), 0);
}

const ordinals = ['first', 'second', 'third', 'fourth'];
/** The ordinal numbers that quarters and halves have. */
export const ORDINAL = ordinals.join('|');

/** The number of what ORDINAL takes. */
export function ordinalOf(word = ''): number {
  return ordinals.indexOf(word.toLowerCase()) + 1;
}
