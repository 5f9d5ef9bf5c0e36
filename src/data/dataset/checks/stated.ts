import grammar from '../../../../dataset/taxonomy/grammar.json' with { type: 'json' };
import { type Robot, robotKind } from '../../../kinds/robots/robot.ts';
import { type DatasetCheck, placeOf } from './check.ts';

/** Values are rounded from what a page says in another unit. */
const TOLERANCE = 0.006;

/** What a figure says is what its evidence states, converted. */
export const statedFigures: DatasetCheck = {
  name: 'stated-figures',
  *check({ records }) {
    for (const robot of records.robots) {
      const where = placeOf('robots', robot.id);
      const keys = robot.sources.flatMap(({ key }) => key ?? []);
      if (new Set(keys).size < keys.length) yield { where, message: 'has two sources with one key' };
      for (const [path, { source, as_stated }] of Object.entries(robot.evidence ?? {})) {
        if (!keys.includes(source)) {
          yield { where, message: `evidence.${path} names ${source}, the key of no source` };
        }
        const fault = disagreement(robot, path, as_stated);
        if (fault !== undefined) yield { where, message: `evidence.${path} ${fault}` };
      }
    }
  },
};

/** What is wrong with what a page is said to state of a fact; undefined if it is the recorded value. */
function disagreement(robot: Robot, path: string, stated: string): string | undefined {
  if (path === 'status') return undefined;
  if (path === 'released') {
    const { released } = robot;
    if (released === undefined) return 'is of no value';
    return stated.includes(released.slice(0, 4)) ? undefined : `states "${stated}", but it is ${released}`;
  }
  const values = valuesAt(robot, path);
  if (values.length === 0) return 'is of no value';
  if (values.some((value) => says(path, stated, value))) return undefined;
  return `states "${stated}", but it is ${values.join(' to ')}`;
}

function valuesAt({ specs, price }: Robot, path: string): (number | string)[] {
  if (path === 'price') {
    return [price?.usd_min, price?.usd_max, price?.original?.amount].flatMap((value) => value ?? []);
  }
  const value = (specs as Readonly<Record<string, number | string | undefined>>)[path.slice('specs.'.length)];
  return value === undefined ? [] : [value];
}

function says(path: string, stated: string, value: number | string): boolean {
  if (typeof value === 'string') return stated.replace(/\s/g, '').toUpperCase().includes(value);
  const dimension = dimensionOf(path);
  if (dimension !== undefined) return inUnits(stated, dimension).some((number) => isRounded(number, value));
  const scale = path === 'price' ? scaleOf(stated) : 1;
  if (value === 1 && countsOne(path, stated)) return true;
  const numbers = [...stated.matchAll(new RegExp(NUMBER, 'giu'))].map(([number]) => numberOf(number));
  return numbers.some((number) => isRounded(number, value) || isRounded(number * scale, value));
}

/** The factor that a sum is written in, as in `$16k`, `$1.5 million` and `$1.4M`. */
function scaleOf(stated: string): number {
  if (/\d(?:[\s-]*[Mm]illion|M\b)/.test(stated)) return 1_000_000;
  return /\dk\b|k(?:usd|eur)\b/i.test(stated) ? 1000 : 1;
}

/** Whether a page says of one thing that is counted, as in `includes a robotic arm`. */
function countsOne(path: string, stated: string): boolean {
  const counted = robotKind.quantities?.find(({ column }) => column === path)?.dimension;
  const table: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = grammar.units;
  const nouns = Object.values(table[counted ?? ''] ?? {}).flat();
  const singular = nouns.filter((noun) => nouns.includes(`${noun}s`));
  if (singular.length === 0) return false;
  const noun = `(?:${singular.map(escaped).join('|')})(?!\\p{L})`;
  return new RegExp(`(?<!\\p{L})(?:an?|single)(?:[\\s-]+[\\p{L}®™]+){0,3}?[\\s-]+${noun}`, 'iu').test(stated);
}

/** The dimension of a spec, and the factor from its base unit to that of the spec; undefined for counts and prices. */
function dimensionOf(path: string): { readonly units: Units; readonly factor: number } | undefined {
  const quantity = robotKind.quantities?.find(({ column }) => column === path);
  const units = quantity && unitsOf(quantity.dimension);
  return quantity && units && { units, factor: quantity.factor };
}

type Units = ReadonlyMap<string, number>;

/** By each of its words the unit in base units; what is counted has none. */
function unitsOf(dimension: string): Units | undefined {
  if (dimension === 'axes' || dimension === 'arms' || dimension === 'money') return undefined;
  const table: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = grammar.units;
  const own = Object.entries(table[dimension] ?? {});
  return new Map(own.flatMap(([factor, words]) => words.map((word) => [word.toLowerCase(), ratio(factor)])));
}

/** `1/60` or `0.001`. */
function ratio(text: string): number {
  const [above = '', below = '1'] = text.split('/');
  return Number(above) / Number(below);
}

const numberWords: ReadonlyMap<string, number> = new Map(Object.entries(grammar.numbers));

/** Counts are often written out, as in `four-armed`, and thousands set off by a space, as SI and the French do. */
const NUMBER = `(?<![\\p{L}\\d]|\\d[.,])\\d{1,3}(?:[ \\u00a0\\u202f]\\d{3})+(?!\\d)|\\d+(?:,\\d{3})+(?:\\.\\d+)?|\\d+(?:[.,]\\d+)?|(?<!\\p{L})(?:${[...numberWords.keys()].join('|')})(?!\\p{L})`;

function numberOf(text: string): number {
  const word = numberWords.get(text.toLowerCase());
  if (word !== undefined) return word;
  if (/\s/.test(text)) return Number(text.replace(/\s/g, ''));
  return Number(/,\d{3}(?!\d)/.test(text) ? text.replaceAll(',', '') : text.replace(',', '.'));
}

/** The numbers of a text in the unit of a spec: each in the unit behind it, as in `10 x 20 cm`, or else in that before it. */
function inUnits(text: string, { units, factor }: { readonly units: Units; readonly factor: number }) {
  const marks = [...text.matchAll(new RegExp(`${NUMBER}|${unitPattern(units)}`, 'giu'))];
  return marks.flatMap(([mark], i) => {
    if (!/^\d/.test(mark) && !numberWords.has(mark.toLowerCase())) return [];
    const unit = [...marks.slice(i + 1), ...marks.slice(0, i).reverse()].flatMap(
      ([word]) => units.get(word.toLowerCase()) ?? [],
    )[0];
    return unit === undefined ? [] : [numberOf(mark) * unit * factor];
  });
}

/** The longest first: `mm` is not `m`, and a letter ends no unit. */
function unitPattern(units: Units): string {
  const words = [...units.keys()].sort((a, b) => b.length - a.length);
  return `(?<!\\p{L})(?:${words.map(escaped).join('|')})(?![\\p{L}²³])`;
}

function escaped(word: string): string {
  return word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

/** True where a value is a number within the digits that it is written with. */
function isRounded(number: number, value: number): boolean {
  const [, decimals = ''] = String(value).split('.');
  const digit = 0.5 * 10 ** -decimals.length + 1e-9;
  return Math.abs(number - value) <= Math.max(decimals === '' ? 0 : digit, TOLERANCE * Math.abs(value));
}
