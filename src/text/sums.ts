/** What is said of a bound: one that is met by the number itself, and one that is not. */
const atMost =
  'at most|up to|max(?:imum)?(?: of)?|within|(?:no|not) (?:more|heavier|longer|higher|taller|faster|deeper|greater) than|not (?:over|above|exceeding)|≤|<=';
const atLeast =
  'at least|min(?:imum)?(?: of)?|from|(?:no|not) (?:less|fewer|lower|lighter|shorter|slower|smaller|cheaper) than|not (?:under|below)|≥|>=';
const below =
  'under|below|less than|fewer than|cheaper than|lighter than|shorter than|slower than|smaller than|<';
const above =
  'over|above|more than|greater than|heavier than|faster than|longer than|higher than|taller than|deeper than|exceeding|upwards of|>';

// Parts of patterns for quantities and sums; each names its groups.
export const comparator = `(?:(?<atMost>${atMost})|(?<atLeast>${atLeast})|(?<below>${below})|(?<above>${above})|(?<between>between))`;
export const number = String.raw`(?<number>\d[\d,]*(?:\.\d+)?)`;
export const orMore = String.raw`(?<orMore>\s*(?:\+|or (?:more|better|above|higher|longer)|and (?:more|up|above)|plus\b))?`;
export const orLess = String.raw`(?<orLess>\s*(?:or (?:less|fewer|under|below|lighter)|and (?:less|under|below)|max(?:imum)?\b))?`;

/** A sum of US dollars that a text bounds. */
export interface SumRead {
  /** As it was written. */
  readonly phrase: string;
  readonly min?: number;
  readonly max?: number;
}

const scales = 'k|thousand|mm|mn|mln|million|m|bn|billion|b';
const sign = String.raw`\$|us\$|usd`;
/** Numbers with such a unit are no sums. */
const units = [
  'kgs?|kilos?|kilograms?|grams?|g|mg|t|tons?|tonnes?|lbs?|pounds?|oz|mm|cm|m|m2|km|ft|feet|foot|inch(?:es)?|yards?|miles?|mi|acres?|ha|hectares?',
  'h|hours?|minutes?|mins?|seconds?|secs?|ms|days?|weeks?|months?|years?|mph|kph|kmh|rpm|[kmg]?hz|m?ah|k?wh?|watts?|volts?|v|amps?|nm|n|db',
  'k?pa|psi|bar|degrees?|deg|percent|fps|px|pixels|mp|megapixels?|[kmgt]b|tops|lit(?:er|re)s?|ml|gallons?|dof|axis|axes|times',
  'employees|people|robots|units|users|customers|workers|picks|parcels|boxes|steps',
  // No rate of exchange is known here.
  'euros?|eur|yen|jpy|yuan|rmb|cny|won|krw|sterling|gbp|rupees?|inr|francs?|chf',
].join('|');
const pattern = new RegExp(
  String.raw`(?<!\w)(?:${comparator}\s*)?(?:(?<sign>${sign})\s*)?(?<![\w.]|[€£¥₩₹]\s?)${number}(?<scale>\s*(?:${scales}))?(?:\s*(?:-|–|to|and)\s*(?:\$\s*)?(?<end>\d[\d,]*(?:\.\d+)?)(?<endScale>\s*(?:${scales}))?)?(?![\w.,]\d|[\p{L}\p{N}])(?:\s*(?<word>\$|usd|dollars?|bucks)(?!\w))?(?!\s*(?:(?:${units})\b|[€£¥₩₹%°]))${orMore}${orLess}`,
  'giu',
);

/**
 * The first sum that a text bounds: `over $50M`, `at least 20 million`, `$1B or more`, `between $5k and $10k`. A bare number
 * is a sum from `least` on, where things have prices; without it only what has a sign, a scale or a currency is.
 */
export function sumIn(text: string, least?: number): SumRead | undefined {
  if (!/\d/.test(text)) return undefined;
  for (const match of text.matchAll(pattern)) {
    const { groups = {} } = match;
    const bounds = isSum(groups, least) ? boundsOf(groups) : undefined;
    if (bounds !== undefined) return { phrase: match[0].trim(), ...bounds };
  }
  return undefined;
}

type Groups = Readonly<Record<string, string | undefined>>;

function isSum({ sign, word, scale, endScale, number }: Groups, least: number | undefined): boolean {
  if (sign !== undefined || word !== undefined) return true;
  // `1.3M` is money, `1.3 m` and `900 mm` are lengths where things have both.
  if (least !== undefined && /^(?:\s+m|\s*mm)$/i.test(endScale ?? scale ?? '')) return false;
  return scale !== undefined || endScale !== undefined || (least !== undefined && amount(number) >= least);
}

/** Strictly as it is said: under $20,000 is at most $19,999.99. Undefined for a sum that bounds nothing. */
function boundsOf(groups: Groups): Omit<SumRead, 'phrase'> | undefined {
  const { number, scale, end, endScale, atMost, atLeast, below, above, between, orMore, orLess } = groups;
  const value = amount(number) * scaleOf(scale ?? endScale);
  const isSaid = [atMost, atLeast, below, above, between].some((said) => said !== undefined);
  if (end !== undefined)
    return isSaid ? { min: value, max: amount(end) * scaleOf(endScale ?? scale) } : undefined;
  if (atMost !== undefined || orLess !== undefined) return { max: value };
  if (below !== undefined) return { max: value - CENT };
  if (above !== undefined) return { min: value + CENT };
  return atLeast !== undefined || orMore !== undefined ? { min: value } : undefined;
}

const CENT = 0.01;

function scaleOf(scale = ''): number {
  const key = scale.trim().toLowerCase();
  if (key === '') return 1;
  if (key.startsWith('b')) return 1e9;
  return key.startsWith('m') ? 1e6 : 1e3;
}

/** The number of digits with commas between thousands. */
export function amount(text: string | undefined): number {
  return Number((text ?? '').replaceAll(',', ''));
}
