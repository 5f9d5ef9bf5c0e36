import type { numericSpecs } from '../../kinds/robots/robot.ts';
import { lazily } from '../../lib/lazily.ts';

type SpecName = (typeof numericSpecs)[number];

export interface Bounds {
  readonly min?: number;
  readonly max?: number;
}

/** What a question in plain words asks for by number, and the words that are left to search for. */
export interface Understood {
  readonly rest: string;
  readonly specs: Readonly<Partial<Record<SpecName, Bounds>>>;
  readonly max_price_usd?: number;
  readonly min_price_usd?: number;
  /** The phrases that were read so, as they were written. */
  readonly phrases: readonly string[];
}

/** By what is said: a bound that is met by the number itself, and one that is not. */
const atMost =
  'at most|up to|max(?:imum)?(?: of)?|within|(?:no|not) (?:more|heavier|longer|higher) than|≤|<=';
const atLeast = 'at least|min(?:imum)?(?: of)?|from|(?:no|not) (?:less|fewer|lower) than|≥|>=';
const below =
  'under|below|less than|fewer than|cheaper than|lighter than|shorter than|slower than|smaller than|<';
const above =
  'over|above|more than|greater than|heavier than|faster than|longer than|higher than|exceeding|upwards of|>';
const comparator = `(?:(?<atMost>${atMost})|(?<atLeast>${atLeast})|(?<below>${below})|(?<above>${above})|(?<between>between))`;
const number = String.raw`(?<number>\d[\d,]*(?:\.\d+)?)`;
/** The upper end of `10 to 20 kg`. */
const upTo = String.raw`(?:\s*(?:-|–|to|and)\s*(?<end>\d[\d,]*(?:\.\d+)?))?`;
const priceUpTo = String.raw`(?:\s*(?:-|–|to|and)\s*(?:\$\s*)?(?<end>\d[\d,]*(?:\.\d+)?)(?<endScale>\s*(?:k|thousand|m|million)\b)?)?`;
const orMore = String.raw`(?<orMore>\s*(?:\+|or (?:more|better|above|higher|longer)|and (?:more|up|above)|plus\b))?`;
const orLess = String.raw`(?<orLess>\s*(?:or (?:less|fewer|under|below|lighter)|and (?:less|under|below)|max(?:imum)?\b))?`;

/** A quantity: its unit, the words around it that say what is measured, and what one of the unit is. */
interface Quantity {
  readonly spec: SpecName;
  readonly unit: string;
  readonly before?: string;
  readonly after?: string;
  readonly factor: number;
  /** What a bare number means: `carry 10 kg` at least, `weighs 10 kg` at most. */
  readonly bare: 'min' | 'max' | 'exact';
}

const kg = 'kg|kgs|kilos?|kilograms?';
const carrying =
  'carry|carries|carrying|lift|lifts|lifting|payloads?(?: of)?|handle|handles|handling|haul|hauls|transport|transports|hold|holds|move|moves';
const weighing = 'weigh|weighs|weighing|weight(?: of)?|mass(?: of)?';

const quantities: readonly Quantity[] = [
  { spec: 'payload_kg', unit: kg, before: carrying, factor: 1, bare: 'min' },
  { spec: 'payload_kg', unit: kg, after: 'payload', factor: 1, bare: 'min' },
  { spec: 'payload_kg', unit: 'lbs?|pounds', before: carrying, factor: 0.45359237, bare: 'min' },
  { spec: 'mass_kg', unit: kg, before: weighing, factor: 1, bare: 'max' },
  { spec: 'speed_m_s', unit: String.raw`m\/s|meters? per second|metres? per second`, factor: 1, bare: 'min' },
  { spec: 'speed_m_s', unit: String.raw`km\/h|kph|kmh`, factor: 1 / 3.6, bare: 'min' },
  { spec: 'reach_mm', unit: 'mm', before: 'reach(?:es|ing)?(?: of)?', factor: 1, bare: 'min' },
  { spec: 'reach_mm', unit: 'mm', after: 'reach', factor: 1, bare: 'min' },
  { spec: 'reach_mm', unit: 'm|meters?|metres?', after: 'reach', factor: 1000, bare: 'min' },
  {
    spec: 'reach_mm',
    unit: 'm|meters?|metres?',
    before: 'reach(?:es|ing)?(?: of)?',
    factor: 1000,
    bare: 'min',
  },
  { spec: 'depth_m', unit: 'm|meters?|metres?', after: 'deep|depth|underwater', factor: 1, bare: 'min' },
  {
    spec: 'depth_m',
    unit: 'm|meters?|metres?',
    before: 'dives?(?: to)?|depth(?: of)?',
    factor: 1,
    bare: 'min',
  },
  { spec: 'runtime_h', unit: 'h|hrs?|hours?', factor: 1, bare: 'min' },
  { spec: 'range_km', unit: 'km', after: 'range', factor: 1, bare: 'min' },
  { spec: 'range_km', unit: 'km', before: 'range(?: of)?', factor: 1, bare: 'min' },
  { spec: 'dof', unit: 'dof|degrees of freedom|axis|axes', factor: 1, bare: 'exact' },
];

const patterns = lazily(() =>
  quantities.map((quantity) => ({ quantity, pattern: quantityPattern(quantity) })),
);

function quantityPattern({ unit, before, after }: Quantity): RegExp {
  const lead = before === undefined ? '' : String.raw`(?:${before})\s+`;
  const trail = after === undefined ? '' : String.raw`\s+(?:of\s+)?(?:${after})`;
  return new RegExp(
    String.raw`(?<!\w)${lead}(?:${comparator}\s*)?(?<![\w.])${number}${upTo}(?<plus>\+)?[\s-]*(?:${unit})\b${trail}${orMore}${orLess}`,
    'i',
  );
}

const price = lazily(
  () =>
    new RegExp(
      String.raw`(?<!\w)${comparator}\s*(?:(?<sign>\$|us\$|usd)\s*)?${number}(?<scale>\s*(?:k|thousand|m|million))?${priceUpTo}\b(?:\s*(?<word>\$|usd|dollars?|bucks))?(?!\s*(?:${kg}|mm|cm|m|km|h|hours?|lbs?|dof|axis)\b)`,
      'i',
    ),
);

/** Under this a bare number is no price. */
const LEAST_PRICE = 500;

/** Reads quantities out of a question: `carry 10 kg up stairs under 50k` asks for payload, price, and stairs. */
export function understand(query: string): Understood {
  let rest = query;
  const phrases: string[] = [];
  const specs: Partial<Record<SpecName, Bounds>> = {};
  // Compiling so many patterns takes longer than a search, and most questions have no number.
  const hasNumber = /\d/.test(query);
  for (const { quantity, pattern } of hasNumber ? patterns() : []) {
    const match = pattern.exec(rest);
    if (match === null || specs[quantity.spec] !== undefined) continue;
    specs[quantity.spec] = boundsOf(match, quantity);
    phrases.push(match[0]);
    rest = rest.replace(match[0], ' ');
  }
  const asked = hasNumber ? priceOf(price().exec(rest)) : undefined;
  if (asked !== undefined) {
    phrases.push(asked.phrase);
    rest = rest.replace(asked.phrase, ' ');
  }
  return {
    rest: rest.replace(/\s+/g, ' ').trim(),
    specs,
    phrases,
    ...asked?.bounds,
  };
}

function boundsOf({ groups = {} }: RegExpExecArray, { factor, bare }: Quantity): Bounds {
  const value = rounded(amount(groups.number) * factor);
  if (groups.end !== undefined) return { min: value, max: rounded(amount(groups.end) * factor) };
  // What carries up to 10 kg carries 10 kg.
  if (groups.atMost !== undefined && bare === 'min' && /up to/i.test(groups.atMost)) return { min: value };
  if (groups.atMost !== undefined || groups.orLess !== undefined) return { max: value };
  if (groups.below !== undefined) return { max: rounded(value - STEP) };
  if (groups.above !== undefined) return { min: rounded(value + STEP) };
  if ([groups.atLeast, groups.orMore, groups.plus].some((said) => said !== undefined)) return { min: value };
  if (bare === 'min') return { min: value };
  return bare === 'max' ? { max: value } : { min: value, max: value };
}

/** Specs have no more decimals: over 20 kg is at least 20.001. */
const STEP = 0.001;

function rounded(value: number): number {
  return Number(value.toFixed(3));
}

function priceOf(match: RegExpExecArray | null) {
  if (match === null) return undefined;
  const { groups = {} } = match;
  const scaled = groups.endScale ?? groups.scale;
  const scale = scaleOf(groups.scale ?? groups.endScale);
  const value = amount(groups.number) * scale;
  // `1.3M` is money, `1.3 m` is a length.
  if (/^\s+m$/i.test(scaled ?? '') && groups.sign === undefined && groups.word === undefined)
    return undefined;
  const isMoney = groups.sign !== undefined || groups.word !== undefined || scaled !== undefined;
  if (!isMoney && value < LEAST_PRICE) return undefined;
  const end = groups.end === undefined ? {} : { max_price_usd: amount(groups.end) * scaleOf(scaled) };
  return { phrase: match[0], bounds: { ...priceBounds(groups, value), ...end } };
}

function scaleOf(scale: string | undefined): number {
  if (scale === undefined) return 1;
  return /^\s*(k|thousand)$/i.test(scale) ? 1e3 : 1e6;
}

/** Strictly as it is said: under $20,000 is at most $19,999.99. */
function priceBounds({ atMost, below, above }: Readonly<Record<string, string | undefined>>, value: number) {
  if (atMost !== undefined) return { max_price_usd: value };
  if (below !== undefined) return { max_price_usd: value - CENT };
  return { min_price_usd: above === undefined ? value : value + CENT };
}

const CENT = 0.01;

function amount(text: string | undefined): number {
  return Number((text ?? '').replaceAll(',', ''));
}
