import type { Kind } from '../../src/kinds/kinds.ts';
import type { Random } from '../harness/random.ts';
import { numberOf, type Rows } from './records.ts';

/** A quantity that a question bounds. */
export interface Measure {
  /** Where records have it, and which. */
  readonly path: string;
  readonly of: Kind;
  /** As they are written; `$` stands for sums. */
  readonly units: readonly string[];
  /** Its noun; empty where the unit says it. */
  readonly said: string;
  /** Adjectives that compare it. */
  readonly more?: string;
  readonly less?: string;
  /** Arguments for its bounds, from below and from above, where `specs` has none. */
  readonly ask?: readonly string[];
}

/** What a question says in words, or in arguments. */
export interface Phrase {
  readonly words: string;
  readonly args?: Readonly<Record<string, unknown>>;
}

const spelled: Readonly<Record<string, string>> = {
  ...{ 1: 'one', 2: 'two', 3: 'three', 5: 'five', 6: 'six', 10: 'ten', 12: 'twelve', 20: 'twenty' },
  ...{ 30: 'thirty', 50: 'fifty', 100: 'a hundred', 200: 'two hundred', 500: 'five hundred' },
  ...{ 1000: 'a thousand', 5000: 'five thousand', 20000: 'twenty thousand', 100000: 'a hundred thousand' },
  ...{
    1e6: 'a million',
    5e6: 'five million',
    2e7: 'twenty million',
    1e8: 'a hundred million',
    1e9: 'a billion',
  },
};
const spelledNumbers = Object.keys(spelled).map(Number);

/** A bound near a value that some record has, with digits or without. */
export function drawBound(random: Random, rows: Rows, measure: Measure): Phrase {
  const value = numberOf(random, rows[measure.of], measure.path) * random.pick([0.5, 1, 1.5, 2]);
  const near = Number(value.toPrecision(random.pick([1, 2])));
  const [low, high] = [near, Number((near * random.pick([1.5, 2, 4])).toPrecision(2))];
  if (random.chance(0.15)) {
    const args = argumentsFor(random, measure, low, high);
    if (args !== undefined) return { words: '', args };
  }
  const unit = random.pick(measure.units);
  if (random.chance(0.25)) return { words: inNoun(random, measure, range(random, low, high, unit)) };
  const amount = random.chance(0.3) ? inWords(near, unit) : inDigits(random, near, unit);
  const { more, less } = measure;
  const compared = [more, less].filter((adjective) => adjective !== undefined);
  if (compared.length > 0 && random.chance(0.3)) return { words: `${random.pick(compared)} ${amount}` };
  const bound = random.pick([
    ...['under', 'less than', 'below', 'at most', 'up to', 'no more than', 'max.', '<'].map(before(amount)),
    ...['over', 'more than', 'above', 'at least', 'not under', 'min.', '>='].map(before(amount)),
    ...[`${amount} or more`, `${amount} or less`],
  ]);
  return { words: inNoun(random, measure, bound) };
}

const before = (amount: string) => (comparator: string) => `${comparator} ${amount}`;

function inNoun(random: Random, { said }: Measure, bound: string): string {
  if (said === '') return bound;
  return random.pick([
    bound,
    `${said} ${bound}`,
    said === 'raised' ? `that ${said} ${bound}` : `${bound} ${said}`,
  ]);
}

function range(random: Random, low: number, high: number, unit: string): string {
  const [from, to] =
    unit === '$' ? [inDigits(random, low, unit), inDigits(random, high, unit)] : [low, `${high} ${unit}`];
  return random.pick([
    `${from}-${to}`,
    `between ${from} and ${to}`,
    `${from} to ${to}`,
    `from ${from} up to ${to}`,
  ]);
}

function inDigits(random: Random, value: number, unit: string): string {
  if (unit !== '$') return random.pick([`${value} ${unit}`, `${value} ${unit}`, `${value}${unit}`]);
  const grouped = value.toLocaleString('en-US');
  if (value >= 1e6)
    return random.pick([
      `$${value / 1e6} million`,
      `$${value / 1e6}M`,
      `${value / 1e6}m dollars`,
      `$${grouped}`,
    ]);
  const short = value >= 1000 ? [`$${value / 1000}k`, `${value / 1000}k USD`] : [];
  return random.pick([...short, `$${grouped}`, `${value} dollars`, `${value} euros`]);
}

/** The nearest number that has a short name. */
function inWords(value: number, unit: string): string {
  const distance = (other: number) => Math.abs(Math.log(other / value));
  const nearest = spelledNumbers.reduce((best, one) => (distance(one) < distance(best) ? one : best));
  return `${spelled[nearest]} ${unit === '$' ? 'dollars' : unit}`;
}

function argumentsFor(random: Random, { path, ask }: Measure, low: number, high: number) {
  const sums = [low, `$${low}`, `${low / 1000}k`, `${low} dollars`];
  if (ask !== undefined) return ask.length === 0 ? undefined : { [random.pick(ask)]: random.pick(sums) };
  const [, spec] = path.split('specs.');
  if (spec === undefined) return undefined;
  return { specs: { [spec]: random.pick([{ min: low }, { max: low }, { min: low, max: high }]) } };
}
