import type { Kind } from '../../kinds/kinds.ts';
import type { KindStore } from '../../search/kind-store.ts';
import {
  type AxisDimension,
  type AxisReading,
  type Categories,
  categoriesOf,
  monthName,
  readingOf,
} from './axes.ts';
import { withParts } from './coverage.ts';
import type { Axis, ShownChart } from './shape.ts';

type Point = ShownChart['points'][number];

/** Of categories beside each other a reader tells no more apart. */
const MOST_CATEGORIES = 30;
/** And of colours. */
export const MOST_COLOURS = 7;
/** With the one for all other words. */
const GROUPS = MOST_COLOURS + 1;
/** Months of more years are drawn as years. */
const MOST_MONTHS = 60;

export interface Axes {
  readonly x: AxisDimension;
  readonly y: AxisDimension;
  readonly by: AxisDimension | undefined;
}

/** What of the records is drawn, and what is not. */
export type Drawn = Pick<ShownChart, 'form' | 'points' | 'unknown' | 'left_out'> & {
  readonly x?: Axis;
  readonly notes?: readonly string[];
};

/** What the words beyond the commonest are called. */
export const OTHER = 'other';

/** The codes that most of some rows have, most first. */
export function commonest(categories: Categories, rows: Int32Array, most: number): readonly number[] {
  const counts = new Uint32Array(categories.size);
  categories.count(rows, counts);
  const found: number[] = [];
  for (let code = 0; code < counts.length; code++) if (counts[code] !== 0) found.push(code);
  const name = (code: number) => categories.nameOf(code);
  found.sort((a, b) => (counts[b] as number) - (counts[a] as number) || (name(a) < name(b) ? -1 : 1));
  return found.slice(0, most);
}

/** The commonest words of some rows, as many as there are colours, and one group for all others. */
interface Groups {
  readonly names: readonly string[];
  /** The number of a word's group, by its code. */
  readonly byCode: Uint8Array;
}

function groupsOf(colour: Categories, rows: Int32Array): Groups {
  const codes = commonest(colour, rows, MOST_COLOURS);
  const names = codes.map((code) => colour.nameOf(code));
  // A word may itself be called so.
  const other = names.includes(OTHER) ? names.indexOf(OTHER) : names.length;
  const byCode = new Uint8Array(colour.size).fill(other);
  for (const [group, code] of codes.entries()) byCode[code] = group;
  return { names, byCode };
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
  const place = categoriesOf(store, kind, axis);
  const value = readingOf(store, kind, y) as NumberReading | undefined;
  const colour = by && categoriesOf(store, kind, by);
  const places = isTime ? undefined : commonest(place, rows, MOST_CATEGORIES);
  const groups = colour && groupsOf(colour, rows);
  const { cells, unknown, leftOut } = gather(rows, { place, value, places, colour, groups });
  const isCount = value === undefined;
  const drawn = cells.map(
    ({ place: code, group, count, values }): Point => ({
      x: place.nameOf(code),
      y: isCount ? count : median(values),
      ...(groups !== undefined && { by: groups.names[group] ?? OTHER }),
      ...(!isCount && { records: count }),
    }),
  );
  const names = places?.map((code) => place.nameOf(code));
  const ordered = names === undefined ? inTime(drawn, axis.axis, isCount) : largestFirst(drawn, names);
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
function periodAxis(kind: Kind, x: AxisDimension, rows: Int32Array, store: KindStore<Kind>): AxisDimension {
  if (x.axis.type !== 'date' && x.axis.type !== 'month') return x;
  const as = (type: 'month' | 'year', label: string): AxisDimension => {
    return { axis: { name: type, label, type }, column: x.column };
  };
  const months = categoriesOf(store, kind, as('month', 'Month'));
  let [first, last] = [Number.POSITIVE_INFINITY, 0];
  const own: number[] = [];
  for (let r = 0; r < rows.length; r++) {
    if (months.read(rows[r] as number, own) === 0) continue;
    first = Math.min(first, own[0] as number);
    last = Math.max(last, own[0] as number);
  }
  return last === 0 || last - first < MOST_MONTHS ? as('month', 'Month') : as('year', 'Year');
}

type NumberReading = Extract<AxisReading, { readonly type: 'number' }>;

interface Reader {
  readonly place: Categories;
  readonly value: NumberReading | undefined;
  /** The categories that are drawn; all periods are. */
  readonly places: readonly number[] | undefined;
  readonly colour: Categories | undefined;
  readonly groups: Groups | undefined;
}

interface Cell {
  readonly place: number;
  /** Its number among the groups. */
  readonly group: number;
  count: number;
  readonly values: number[];
}

function gather(rows: Int32Array, { place, value, places, colour, groups }: Reader) {
  const cells = new Cells(place.size);
  const unknown = { x: 0, y: 0, by: 0 };
  let leftOut = 0;
  const isDrawn = places && maskOf(place, places);
  const [words, own]: [number[], number[]] = [[], []];
  for (let r = 0; r < rows.length; r++) {
    const row = rows[r] as number;
    const wordCount = place.read(row, words);
    const groupCount = readGroups(row, colour, groups, own);
    const number = value === undefined ? 1 : value.at(row);
    unknown.x += Number(wordCount === 0);
    unknown.y += Number(number === undefined);
    unknown.by += Number(groupCount === 0);
    if (wordCount === 0 || groupCount === 0 || number === undefined) continue;
    const drawn = isDrawn === undefined ? wordCount : keepDrawn(words, wordCount, isDrawn);
    if (drawn === 0) leftOut += 1;
    for (let i = 0; i < drawn; i++) {
      for (let g = 0; g < groupCount; g++) cells.add(words[i] as number, own[g] as number, value && number);
    }
  }
  return { cells: cells.all, unknown, leftOut };
}

/** The cells that have records, in the order in which they first have one. */
class Cells {
  readonly all: Cell[] = [];
  /** By place and group the number of their cell, counted from 1: a map would be asked for every word of every row. */
  readonly #numbers: Int32Array;

  /** All places are less than `places`. */
  constructor(places: number) {
    this.#numbers = new Int32Array(places * GROUPS);
  }

  add(place: number, group: number, value: number | undefined): void {
    const key = place * GROUPS + group;
    if (this.#numbers[key] === 0) this.#numbers[key] = this.all.push({ place, group, count: 0, values: [] });
    const cell = this.all[(this.#numbers[key] as number) - 1] as Cell;
    cell.count += 1;
    if (value !== undefined) cell.values.push(value);
  }
}

function maskOf({ size }: Categories, codes: readonly number[]): Uint8Array {
  const mask = new Uint8Array(size);
  for (const code of codes) mask[code] = 1;
  return mask;
}

/** Moves the codes that are drawn to the front of a list, and says how many they are. */
function keepDrawn(codes: number[], count: number, isDrawn: Uint8Array): number {
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const code = codes[i] as number;
    if (isDrawn[code] === 1) codes[kept++] = code;
  }
  return kept;
}

/** Writes the groups of a row into a list, each once, and says how many they are; without colours all are of one. */
function readGroups(
  row: number,
  colour: Categories | undefined,
  groups: Groups | undefined,
  into: number[],
): number {
  if (colour === undefined || groups === undefined) {
    into[0] = 0;
    return 1;
  }
  const length = colour.read(row, into);
  let count = 0;
  // A bit for each group that is there.
  let found = 0;
  for (let i = 0; i < length; i++) {
    const group = groups.byCode[into[i] as number] as number;
    if ((found & (1 << group)) !== 0) continue;
    found |= 1 << group;
    into[count++] = group;
  }
  return count;
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
    return monthName(from + i);
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
