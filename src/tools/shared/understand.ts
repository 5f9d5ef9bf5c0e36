import type { numericSpecs } from '../../kinds/robots/robot.ts';
import { lazily } from '../../lib/lazily.ts';
import { amount, comparator, number, orLess, orMore, sumIn } from '../../text/sums.ts';

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

/** The upper end of `10 to 20 kg`. */
const upTo = String.raw`(?:\s*(?:-|–|to|and)\s*(?<end>\d[\d,]*(?:\.\d+)?))?`;

/** A quantity: its unit, the words around it that say what is measured, and what one of the unit is. */
interface Quantity {
  readonly spec: SpecName;
  readonly unit: string;
  readonly before?: string;
  readonly after?: string;
  readonly factor: number;
  /** What a bare number means: `carry 10 kg` at least, `weighs 10 kg` at most. */
  readonly bare: 'min' | 'max' | 'exact';
  /** What must be said of the bound, where the unit alone does not tell: `under 20 kilos`, `taller than 180 cm`. */
  readonly only?: (bound: RegExpExecArray) => boolean;
}

const kg = 'kg|kgs|kilos?|kilograms?';
const pounds = 'lbs?|pounds(?! sterling)';
const grams = 'g|grams?';
const tonnes = 't|tons?|tonnes?';
const carrying =
  'carry|carries|carrying|lift|lifts|lifting|payloads?(?: of)?|handle|handles|handling|haul|hauls|transport|transports|hold|holds|move|moves';
const weighing = 'weigh|weighs|weighing|weight(?: of)?|mass(?: of)?';

/** Lengths, with what one is in metres. */
const lengths: readonly (readonly [unit: string, metres: number])[] = [
  ['m|met(?:er|re)s?', 1],
  ['cm|centimet(?:re|er)s?', 0.01],
  ['mm|millimet(?:re|er)s?', 0.001],
  ['ft|feet|foot', 0.3048],
  ['inch(?:es)?', 0.0254],
];
const distances: readonly (readonly [unit: string, kilometres: number])[] = [
  ['km|kilomet(?:re|er)s?', 1],
  ['miles?|mi', 1.609344],
];

const minutes = 'min|mins|minutes?';
const running =
  '(?:fly|flies|flying|runs?|running|lasts?)(?: for)?|(?:flight time|battery life|runtime|endurance)(?: of)?';

const quantities: readonly Quantity[] = [
  { spec: 'payload_kg', unit: kg, before: carrying, factor: 1, bare: 'min' },
  { spec: 'payload_kg', unit: kg, after: 'payload', factor: 1, bare: 'min' },
  { spec: 'payload_kg', unit: pounds, before: carrying, factor: 0.45359237, bare: 'min' },
  { spec: 'payload_kg', unit: tonnes, before: carrying, factor: 1000, bare: 'min' },
  { spec: 'payload_kg', unit: tonnes, after: 'payload|loads?', factor: 1000, bare: 'min' },
  { spec: 'payload_kg', unit: grams, before: carrying, factor: 0.001, bare: 'min' },
  { spec: 'mass_kg', unit: kg, before: weighing, factor: 1, bare: 'max' },
  { spec: 'mass_kg', unit: pounds, before: weighing, factor: 0.45359237, bare: 'max' },
  { spec: 'mass_kg', unit: grams, before: weighing, factor: 0.001, bare: 'max' },
  // Who says no more means what a thing weighs.
  { spec: 'mass_kg', unit: kg, factor: 1, bare: 'max', only: isMass },
  { spec: 'mass_kg', unit: pounds, factor: 0.45359237, bare: 'max', only: isMass },
  { spec: 'mass_kg', unit: grams, factor: 0.001, bare: 'max', only: isMass },
  { spec: 'speed_m_s', unit: String.raw`m\/s|meters? per second|metres? per second`, factor: 1, bare: 'min' },
  { spec: 'speed_m_s', unit: String.raw`km\/h|kph|kmh`, factor: 1 / 3.6, bare: 'min' },
  { spec: 'speed_m_s', unit: 'mph|miles (?:an|per) hour', factor: 0.44704, bare: 'min' },
  { spec: 'suction_pa', unit: 'pa|pascals?', factor: 1, bare: 'min' },
  { spec: 'suction_pa', unit: 'kpa', factor: 1000, bare: 'min' },
  { spec: 'repeatability_mm', unit: 'mm', after: 'repeatability|precision|accuracy', factor: 1, bare: 'max' },
  {
    spec: 'repeatability_mm',
    unit: 'mm',
    before: '(?:repeatability|precision|accuracy)(?: of)?(?: (?:better|finer) than)?',
    factor: 1,
    bare: 'max',
  },
  { spec: 'arms', unit: 'arms?', before: 'with|having|has|have', factor: 1, bare: 'exact' },
  ...lengths.flatMap(([unit, metres]) => ofLength(unit, metres)),
  { spec: 'runtime_h', unit: 'h|hrs?|hours?', factor: 1, bare: 'min' },
  { spec: 'runtime_h', unit: minutes, before: running, factor: 1 / 60, bare: 'min' },
  {
    spec: 'runtime_h',
    unit: minutes,
    after: 'flight|flight time|battery life|runtime',
    factor: 1 / 60,
    bare: 'min',
  },
  ...distances.flatMap(([unit, kilometres]): Quantity[] => [
    { spec: 'range_km', unit, after: 'range', factor: kilometres, bare: 'min' },
    { spec: 'range_km', unit, before: 'range(?: of)?', factor: kilometres, bare: 'min' },
  ]),
  ...areas(),
  { spec: 'dof', unit: 'dof|degrees of freedom|axis|axes', factor: 1, bare: 'exact' },
];

/** What is measured by a length. */
function ofLength(unit: string, metres: number): Quantity[] {
  const reach = { spec: 'reach_mm', unit, factor: 1000 * metres, bare: 'min' } as const;
  const height = { spec: 'height_cm', unit, factor: 100 * metres, bare: 'exact' } as const;
  const depth = { spec: 'depth_m', unit, factor: metres, bare: 'min' } as const;
  const ceiling = { spec: 'ceiling_m', unit, factor: metres, bare: 'min' } as const;
  return [
    { ...reach, before: 'reach(?:es|ing)?(?: of)?' },
    { ...reach, after: 'reach' },
    { ...ceiling, before: '(?:service )?ceiling(?: of)?|altitudes?(?: of)?' },
    { ...ceiling, after: '(?:service )?ceiling|altitude' },
    { ...depth, before: 'div(?:es?|ing)(?: to)?|depths?(?: of)?' },
    { ...depth, after: 'deep|depth|underwater' },
    { ...height, before: 'height(?: of)?' },
    // Shelves are metres high.
    { ...height, after: metres < 0.1 ? 'tall|high|in height|height' : 'tall|in height|height' },
    { ...height, only: isTallness },
  ];
}

/** An area is that of the lawn, floor or pool: a robot for a larger one does too. */
function areas(): Quantity[] {
  const area = (unit: string, factor: number): Quantity => ({ spec: 'area_m2', unit, factor, bare: 'min' });
  return [
    area(String.raw`m\^?2|sq\.? ?m|sqm|square (?:met(?:er|re)s?|m)`, 1),
    area('acres?', 4046.856),
    area('ha|hectares?', 10_000),
    area(String.raw`sq\.? ?ft|ft2|square (?:feet|foot)`, 0.092903),
  ];
}

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

/** Under this a bare number is no price. */
const LEAST_PRICE = 500;

/** Reads quantities out of a question: `carry 10 kg up stairs under 50k` asks for payload, price, and stairs. */
export function understand(query: string): Understood {
  let rest = query.replaceAll('²', '2');
  const phrases: string[] = [];
  const specs: Partial<Record<SpecName, Bounds>> = {};
  // Compiling so many patterns takes longer than a search, and most questions have no number.
  const hasNumber = /\d/.test(query);
  for (const { quantity, pattern } of hasNumber ? patterns() : []) {
    const match = pattern.exec(rest);
    if (match === null || specs[quantity.spec] !== undefined) continue;
    if (quantity.only?.(match) === false) continue;
    specs[quantity.spec] = boundsOf(match, quantity);
    phrases.push(match[0]);
    rest = rest.replace(match[0], ' ');
  }
  const price = sumIn(rest, LEAST_PRICE);
  if (price !== undefined) {
    phrases.push(price.phrase);
    rest = rest.replace(price.phrase, ' ');
  }
  return {
    rest: rest.replace(/\s+/g, ' ').trim(),
    specs,
    phrases,
    ...(price?.min !== undefined && { min_price_usd: price.min }),
    ...(price?.max !== undefined && { max_price_usd: price.max }),
  };
}

function isMass({ 0: phrase, groups = {} }: RegExpExecArray): boolean {
  const { atMost = '', below, orLess } = groups;
  if (/^(?:(?:no|not) )?(?:lighter|heavier) /i.test(phrase)) return true;
  return below !== undefined || orLess !== undefined || (atMost !== '' && !/up to|within/i.test(atMost));
}

function isTallness([phrase]: RegExpExecArray): boolean {
  return /^(?:(?:no|not) )?(?:taller|shorter) /i.test(phrase);
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
