import type { Kind } from '../../kinds/kinds.ts';
import type { KindStore } from '../../search/kind-store.ts';
import { type Dimension, type Reading, readingOf } from './axes.ts';
import { withParts } from './coverage.ts';
import type { Axis, ShownChart } from './shape.ts';

type Point = ShownChart['points'][number];

/** Of categories beside each other a reader tells no more apart. */
const MOST_CATEGORIES = 30;
/** And of colours. */
export const MOST_COLOURS = 7;
/** Months of more years are drawn as years. */
const MOST_MONTHS = 60;

export interface Axes {
  readonly x: Dimension;
  readonly y: Dimension;
  readonly by: Dimension | undefined;
}

/** What of the records is drawn, and what is not. */
export type Drawn = Pick<ShownChart, 'form' | 'points' | 'unknown' | 'left_out'> & {
  readonly x?: Axis;
  readonly notes?: readonly string[];
};

/** What the words beyond the commonest are called. */
export const OTHER = 'other';

/** The commonest words of some rows, with how many have each. */
export function commonest(
  reading: Reading | undefined,
  rows: Int32Array,
  most: number,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const row of rows) {
    for (const word of wordsAt(reading, row)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const sorted = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  return new Map(sorted.slice(0, most));
}

/** The words of a row, or its period as the only one. */
export function wordsAt(reading: Reading | undefined, row: number): readonly string[] {
  if (reading?.type === 'words') return reading.at(row);
  const value = reading?.at(row);
  return value === undefined ? [] : [String(value)];
}

/** A category, month or year each, with a count or the median of a number. */
export function counted(
  kind: Kind,
  { x, y, by }: Axes,
  rows: Int32Array,
  store: KindStore<Kind>,
  date: string,
): Drawn {
  const axis = periodAxis(kind, x, rows, store);
  const isTime = axis.axis.type !== 'category';
  const place = readingOf(store, kind, axis);
  const value = readingOf(store, kind, y);
  const colour = by && readingOf(store, kind, by);
  const places = isTime ? undefined : commonest(place, rows, MOST_CATEGORIES);
  const groups = commonest(colour, rows, MOST_COLOURS);
  const { cells, unknown, leftOut } = gather(rows, { place, value, colour, places, groups });
  const isCount = value === undefined;
  const drawn = cells.map(
    ({ x: word, by: group, values }): Point => ({
      x: word,
      y: isCount ? values.length : median(values),
      ...(group !== undefined && { by: group }),
      ...(!isCount && { records: values.length }),
    }),
  );
  const ordered =
    places === undefined ? inTime(drawn, axis.axis, isCount) : largestFirst(drawn, [...places.keys()]);
  const { points, notes } = isCount
    ? withParts({ kind, x: axis.axis, by: by?.axis, points: ordered, rows, store, date })
    : { points: ordered, notes: [] };
  return {
    form: isTime ? 'lines' : 'bars',
    x: axis.axis,
    points: [...points],
    unknown: {
      x: unknown.x,
      ...(!isCount && { y: unknown.y }),
      ...(by !== undefined && { by: unknown.by }),
    },
    left_out: leftOut,
    notes: [
      ...(axis.axis.type === x.axis.type ? [] : [`${x.axis.label} is counted by ${axis.axis.name}.`]),
      ...(isCount ? notes : [`${y.axis.label} is the median of the records that state it.`]),
    ],
  };
}

/** A date, or months of many years, as periods that a chart can hold. */
function periodAxis(kind: Kind, x: Dimension, rows: Int32Array, store: KindStore<Kind>): Dimension {
  if (x.axis.type !== 'date' && x.axis.type !== 'month') return x;
  const as = (type: 'month' | 'year', label: string): Dimension => {
    return { axis: { name: type, label, type }, column: x.column };
  };
  const months = readingOf(store, kind, as('month', 'Month'));
  let [first, last] = ['9999-12', ''];
  for (const row of rows) {
    const month = months?.at(row) as string | undefined;
    if (month === undefined) continue;
    if (month < first) first = month;
    if (month > last) last = month;
  }
  const isShort = last === '' || monthNumber(last) - monthNumber(first) < MOST_MONTHS;
  return isShort ? as('month', 'Month') : as('year', 'Year');
}

interface Reader {
  readonly place: Reading | undefined;
  readonly value: Reading | undefined;
  readonly colour: Reading | undefined;
  /** The categories that are drawn; all periods are. */
  readonly places: ReadonlyMap<string, number> | undefined;
  readonly groups: ReadonlyMap<string, number>;
}

interface Cell {
  readonly x: string;
  readonly by: string | undefined;
  readonly values: number[];
}

function gather(rows: Int32Array, reader: Reader) {
  const cells = new Map<string, Cell>();
  const unknown = { x: 0, y: 0, by: 0 };
  let leftOut = 0;
  for (const row of rows) {
    const { words, groups, number } = readRow(row, reader);
    if (words.length === 0) unknown.x += 1;
    if (number === undefined) unknown.y += 1;
    if (groups.length === 0) unknown.by += 1;
    if (words.length === 0 || groups.length === 0 || number === undefined) continue;
    const drawn = words.filter((word) => reader.places?.has(word) ?? true);
    if (drawn.length === 0) leftOut += 1;
    for (const x of drawn) for (const by of groups) add(cells, x, by, number);
  }
  return { cells: [...cells.values()], unknown, leftOut };
}

function readRow(row: number, { place, value, colour, groups }: Reader) {
  const own = [...new Set(wordsAt(colour, row).map((word) => (groups.has(word) ? word : OTHER)))];
  return {
    words: wordsAt(place, row),
    groups: colour === undefined ? [undefined] : own,
    number: value === undefined ? 1 : (value.at(row) as number | undefined),
  };
}

function add(cells: Map<string, Cell>, x: string, by: string | undefined, value: number): void {
  const key = `${x}\n${by ?? ''}`;
  const cell = cells.get(key);
  if (cell === undefined) cells.set(key, { x, by, values: [value] });
  else cell.values.push(value);
}

/** Oldest first; where records are counted, a period without any is 0. */
function inTime(points: readonly Point[], { type }: Axis, isCount: boolean): Point[] {
  const sorted = points.toSorted((a, b) => compare(String(a.x), String(b.x)) || compare(a.by, b.by));
  const [first, last] = [sorted[0]?.x, sorted.at(-1)?.x];
  if (!isCount || first === undefined || last === undefined) return sorted;
  const periods = (type === 'year' ? yearsFrom : monthsFrom)(String(first), String(last));
  const groups = [...new Set(sorted.map(({ by }) => by))];
  const byKey = new Map(sorted.map((point) => [`${point.x} ${point.by ?? ''}`, point]));
  return periods.flatMap((x) =>
    groups.map((by): Point => byKey.get(`${x} ${by ?? ''}`) ?? { x, y: 0, ...(by !== undefined && { by }) }),
  );
}

function compare(a = '', b = ''): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function yearsFrom(first: string, last: string): string[] {
  return Array.from({ length: Number(last) - Number(first) + 1 }, (_, i) => String(Number(first) + i));
}

function monthsFrom(first: string, last: string): string[] {
  const from = monthNumber(first);
  return Array.from({ length: monthNumber(last) - from + 1 }, (_, i) => {
    const month = from + i;
    return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`;
  });
}

function monthNumber(month: string): number {
  return Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1;
}

function largestFirst(points: readonly Point[], places: readonly string[]): Point[] {
  const order = new Map(places.map((word, i) => [word, i]));
  const at = ({ x }: Point) => order.get(String(x)) ?? 0;
  return points.toSorted((a, b) => at(a) - at(b) || b.y - a.y || compare(a.by, b.by));
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}
