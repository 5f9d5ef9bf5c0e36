import { type Kind, kindIndexes } from '../../kinds/kinds.ts';
import { sortNamed } from '../../kinds/vocabularies/measures.ts';
import { nearest } from '../../kinds/vocabularies/vocabulary.ts';
import { comparablePrices } from '../../search/filters/by-kind.ts';
import type { KindStore } from '../../search/kind-store.ts';
import { compact } from '../../text/fold.ts';
import { oneLine } from '../shared/answer.ts';
import { ToolError } from '../tool.ts';
import { labelOf } from './labels.ts';
import type { Axis } from './shape.ts';

/** What can be drawn of a kind: an axis, and the column that it is read from. */
export interface AxisDimension {
  readonly axis: Axis;
  /** The column's name; undefined for the count of records. */
  readonly column: string | undefined;
}

/** Columns that serve orders and filters, and say nothing to a reader. */
const unshown: ReadonlySet<string> = new Set([
  ...[
    'confidence',
    'unavailable',
    'prominence',
    'specs_known',
    'price_known',
    'certification_count',
    'capability_count',
  ],
  ...['obligation_order', 'phase', 'price_max', 'certifications', 'family', 'month', 'year'],
]);

/** How columns are called that have no name for people. */
const names: Readonly<Record<string, string>> = {
  price_min: 'price',
  schemes: 'certification',
  round: 'last_round',
  closing: 'deadline',
};

const sums: ReadonlySet<string> = new Set(['price_min', 'funding', 'valuation', 'prize']);

/** The date that months and years are of. */
const mainDates: Readonly<Partial<Record<Kind, string>>> = {
  robots: 'released',
  publications: 'published',
  startups: 'round',
  news: 'date',
  challenges: 'closing',
};

/** What else axes are called. */
const aliases: Readonly<Record<string, string>> = {
  venue: 'journal',
  conference: 'journal',
  maker: 'manufacturer',
  cost: 'price',
  papers: 'count',
  number: 'count',
  robots: 'count',
  time: 'date',
};

/** Everything that can be drawn of a kind. */
export function dimensionsOf(kind: Kind): AxisDimension[] {
  const columns = Object.entries(kindIndexes[kind].columns).flatMap(([column, { type }]): AxisDimension[] => {
    if (unshown.has(column) || type === 'text') return [];
    const name = names[column] ?? column.replace('specs.', '');
    if (sums.has(column))
      return [{ axis: { name, label: labelOf(name).label, unit: 'USD', type: 'usd' }, column }];
    const own = { number: 'number', date: 'date', words: 'category' } as const;
    return [{ axis: { name, ...labelOf(name), type: column === 'founded' ? 'year' : own[type] }, column }];
  });
  const date = mainDates[kind];
  const periods = (['month', 'year'] as const).map((type) => ({
    axis: { name: type, label: labelOf(type).label, type },
    column: date,
  }));
  const count: AxisDimension = {
    axis: { name: 'count', label: nameOfKind(kind), type: 'count' },
    column: undefined,
  };
  return [...columns, ...(date === undefined ? [] : periods), count];
}

function nameOfKind(kind: Kind): string {
  return kind === 'publications' ? 'Papers' : labelOf(kind).label;
}

/** The dimension that a word names. Throws INVALID_ARGUMENT with those that there are. */
export function readDimension(
  kind: Kind,
  field: 'x' | 'y' | 'by',
  text: string,
  takes: (axis: Axis) => boolean,
): AxisDimension {
  const all = dimensionsOf(kind);
  const found = dimensionNamed(kind, text, all);
  if (found !== undefined && takes(found.axis)) return found;
  const accepted = all.filter(({ axis }) => takes(axis)).map(({ axis }) => axis.name);
  if (found !== undefined) {
    const what = field === 'by' ? 'a category' : 'a number or count';
    throw new ToolError(
      'INVALID_ARGUMENT',
      `${field} is ${what}, which ${found.axis.name} is not. Of ${kind}: ${accepted.join(', ')}.`,
      { field, accepted },
    );
  }
  const near = nearest(text, accepted, 3);
  const hint = near.length > 0 ? `Did you mean ${near.join(' or ')}?` : `There are ${accepted.join(', ')}.`;
  throw new ToolError(
    'INVALID_ARGUMENT',
    `${field} "${oneLine(text)}" is nothing that ${kind} have. ${hint}`,
    {
      field,
      accepted,
    },
  );
}

function dimensionNamed(kind: Kind, text: string, all: readonly AxisDimension[]): AxisDimension | undefined {
  const key = compact(text);
  const byName = (name: string | undefined) =>
    name === undefined ? undefined : all.find(({ axis }) => axis.name === name);
  const date = all.find(({ axis, column }) => axis.type === 'date' && column === mainDates[kind]);
  return (
    all.find(({ axis }) => compact(axis.name) === key || compact(axis.label) === key) ??
    (aliases[key] === 'date' ? date : byName(aliases[key])) ??
    (key === 'date' ? date : undefined) ??
    byName(sortNamed(kind, text)?.replace(/_(asc|desc)$/, ''))
  );
}

/** A value of each row: a number, or a partial date; undefined where it is unknown. */
export type AxisReading =
  | { readonly type: 'number'; at(row: number): number | undefined }
  | { readonly type: 'date'; at(row: number): string | undefined };

/**
 * Reads a number or date from the columns; undefined for the count. A leased robot has no price that others compare
 * with.
 */
export function readingOf(
  store: KindStore<Kind>,
  kind: Kind,
  { column }: AxisDimension,
): AxisReading | undefined {
  if (column === undefined) return undefined;
  if (kindIndexes[kind].columns[column]?.type === 'date') {
    const dates = store.dates(column);
    return { type: 'date', at: (row) => textOf(dates.at(row)) };
  }
  const numbers = store.numbers(column);
  const isPrice = kind === 'robots' && column === 'price_min';
  const pass = isPrice ? comparablePrices(store as unknown as KindStore<'robots'>, false) : undefined;
  return {
    type: 'number',
    at: (row) => {
      const value = numbers.at(row);
      return Number.isNaN(value) || pass?.[row] === 0 ? undefined : value;
    },
  };
}

/** The words, months or years of rows as codes, which are counted faster than texts. */
export interface Categories {
  /** All codes are less. */
  readonly size: number;
  /** Writes the codes of a row into a list from its beginning on, and says how many they are. */
  read(row: number, into: number[]): number;
  /** Adds one to `counts[code]` for every code of every row. */
  count(rows: Int32Array, counts: Uint32Array): void;
  nameOf(code: number): string;
}

/** Reads categories, months or years from the columns. */
export function categoriesOf(
  store: KindStore<Kind>,
  kind: Kind,
  { axis, column = '' }: AxisDimension,
): Categories {
  const { type } = kindIndexes[kind].columns[column] ?? {};
  if (type === 'words') {
    const words = store.words(column);
    const { dictionary } = words;
    return {
      size: dictionary.length,
      read: (row, into) => words.readCodes(row, into),
      count: (rows, counts) => words.count(rows, counts),
      nameOf: (code) => dictionary[code] ?? '',
    };
  }
  if (type === 'number') {
    const numbers = store.numbers(column);
    return periods(YEARS, String, (row) => numbers.at(row) || 0);
  }
  const dates = store.dates(column);
  if (axis.type === 'year') return periods(YEARS, String, (row) => Math.floor(dates.at(row) / 10_000));
  return periods(YEARS * 12, monthName, (row) => monthOf(dates.at(row)));
}

const YEARS = 10_000;

/** One code a row, or 0 where there is none. */
function periods(
  size: number,
  nameOf: (code: number) => string,
  codeOf: (row: number) => number,
): Categories {
  const read = (row: number, into: number[]) => {
    const code = codeOf(row);
    if (code === 0) return 0;
    into[0] = code;
    return 1;
  };
  const count = (rows: Int32Array, counts: Uint32Array) => {
    for (let r = 0; r < rows.length; r++) {
      const code = codeOf(rows[r] as number);
      if (code !== 0) counts[code] = (counts[code] as number) + 1;
    }
  };
  return { size, read, count, nameOf };
}

/** The months before one since the year 0; 0 where the month is unknown. */
function monthOf(date: number): number {
  const month = Math.floor(date / 100) % 100;
  return month === 0 ? 0 : Math.floor(date / 10_000) * 12 + month - 1;
}

/** `YYYY-MM`. */
export function monthName(code: number): string {
  return `${String(Math.floor(code / 12)).padStart(4, '0')}-${String((code % 12) + 1).padStart(2, '0')}`;
}

/** `20260300` as `2026-03`; undefined where there is no date. */
function textOf(date: number): string | undefined {
  if (date === 0) return undefined;
  const digits = String(date);
  const known = [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6)];
  return known.slice(0, known[1] === '00' ? 1 : known[2] === '00' ? 2 : 3).join('-');
}
