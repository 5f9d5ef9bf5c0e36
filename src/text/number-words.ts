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
/** These are read as scales of sums. */
const big = 'thousand|million|billion';
const scale = `hundred|${big}`;
/** `twenty-five`, `a hundred`, `two and a half`. */
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

const measures =
  'kilos?|kilograms?|kgs?|kg|grams?|pounds?|lbs?|tons?|tonnes?|metres?|meters?|m|cm|centimet(?:re|er)s?|mm|millimet(?:re|er)s?|inch(?:es)?|feet|foot|km|kilomet(?:re|er)s?|miles?|hours?|minutes?|days?|weeks?|months?|years?|dollars?|bucks|usd|euros?|axis|axes|dof|degrees of freedom';
const measured = String.raw`[\s-](?:${measures})\b`;
const pattern = new RegExp(
  [
    // `half a million`, `a quarter of a billion`, `three quarters of an hour`
    String.raw`\b(?<part>half|(?:a )?quarter|three[- ]quarters)(?: of)? (?:an? )?(?=(?:${scale}|${measures})\b)`,
    // `two and a half million`, `fifty thousand`, `a hundred and twenty`, `a couple of thousand`
    String.raw`\b(?<count>a couple(?: of)?|${simple}|an?|\d+(?:\.\d+)?)(?<half> and a half)?(?<hundreds>[\s-]hundred\b(?: and)?(?: ${simple}\b)?)?(?<scales>(?:[\s-](?:${big})\b)*)(?![\w-]*\w)`,
  ].join('|'),
  'gi',
);
/** What is counted is told behind the number, or behind the other end of a range. */
const isMeasured = new RegExp(`^(?: (?:and|to|or) ${simple})?${measured}`, 'i');
const isComparing =
  /\b(?:than|under|over|above|below|least|most|about|around|up to|within|exceeding|between|carry|carries|lift|lifts)\s+(?:\$\s*)?$/i;
const mayBe = new RegExp(`\\b(?:half|quarters?|${ten}|${scale}|${unit}|an?)\\b`, 'i');

/**
 * A text with numbers in words written in digits, where they count something that is measured: `under fifty thousand
 * dollars`, `half a metre`, `more than an hour`. Others may be names (`Six Robotics`).
 */
export function inDigits(text: string): string {
  if (!mayBe.test(text)) return text;
  return text.replace(pattern, (match: string, ...rest: unknown[]) => {
    const groups = rest.at(-1) as Readonly<Record<string, string | undefined>>;
    const [at, whole] = rest.slice(-3) as [number, string];
    const { part, count = '', half, hundreds = '', scales = '' } = groups;
    if (part !== undefined) return `${shareIn(part)} `;
    if (/^\d/.test(count) && half === undefined) return match;
    const isScaled = hundreds !== '' || scales !== '';
    if (!isScaled && !isCounted(count, whole.slice(0, at), whole.slice(at + match.length))) return match;
    const own = numberIn(count) + (half === undefined ? 0 : 0.5);
    const value = hundreds === '' ? own : 100 * own + numberIn(hundreds.replace(/hundred/i, ''));
    return `${value}${scales}`;
  });
}

/** `a kilo of` counts nothing, `more than an hour` does. */
function isCounted(count: string, before: string, behind: string): boolean {
  return isMeasured.test(behind) && (!/^an?$/i.test(count) || isComparing.test(before));
}

function shareIn(words: string): number {
  if (/three/i.test(words)) return 0.75;
  return /quarter/i.test(words) ? 0.25 : 0.5;
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
