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
export interface Dimension {
  readonly axis: Axis;
  /** The column's name; undefined for the count of records. */
  readonly column: string | undefined;
}

/** Columns that serve orders and filters, and say nothing to a reader. */
const unshown: ReadonlySet<string> = new Set([
  ...['confidence', 'unavailable', 'specs_known', 'price_known', 'certification_count', 'capability_count'],
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
export function dimensionsOf(kind: Kind): Dimension[] {
  const columns = Object.entries(kindIndexes[kind].columns).flatMap(([column, { type }]): Dimension[] => {
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
  const count: Dimension = {
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
): Dimension {
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

function dimensionNamed(kind: Kind, text: string, all: readonly Dimension[]): Dimension | undefined {
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

/** A value of each row: a number, words, or a partial date; undefined where it is unknown. */
export type Reading =
  | { readonly type: 'number'; at(row: number): number | undefined }
  | { readonly type: 'words'; at(row: number): readonly string[] }
  | { readonly type: 'date'; at(row: number): string | undefined };

/** Reads a dimension from the columns; undefined for the count. A leased robot has no price that others compare with. */
export function readingOf(
  store: KindStore<Kind>,
  kind: Kind,
  { axis, column }: Dimension,
): Reading | undefined {
  if (column === undefined) return undefined;
  const { type } = kindIndexes[kind].columns[column] ?? {};
  if (type === 'words') {
    const words = store.words(column);
    return { type, at: (row) => words.at(row) };
  }
  if (type === 'date') {
    const dates = store.dates(column);
    const length = axis.type === 'year' ? 4 : axis.type === 'month' ? 7 : 10;
    return { type, at: (row) => periodOf(dates.at(row), length) };
  }
  const numbers = store.numbers(column);
  if (axis.type === 'year') {
    const years = (row: number) => (Number.isNaN(numbers.at(row)) ? undefined : String(numbers.at(row)));
    return { type: 'date', at: years };
  }
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

/** `20260300` as `2026-03`, or its first characters; undefined where less is known than is wanted. */
function periodOf(date: number, length: number): string | undefined {
  if (date === 0) return undefined;
  const digits = String(date);
  const known = [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6)];
  const parts = known.slice(0, known[1] === '00' ? 1 : known[2] === '00' ? 2 : 3);
  const text = parts.join('-');
  if (length === 10) return text;
  return text.length < length ? undefined : text.slice(0, length);
}
