import { numericSpecs, type Robot } from '../../kinds/robots/robot.ts';
import { vocabularies } from '../../kinds/vocabularies/vocabulary.ts';
import { readQuestion } from '../../question/read.ts';
import { comparablePrices } from '../../search/filters/by-kind.ts';
import type { KindStore } from '../../search/kind-store.ts';
import { rowsIn, rowsOutside } from '../../search/masks.ts';
import type { ToolContext } from '../tool.ts';
import { labelOf } from './labels.ts';
import type { ShownTable } from './shape.ts';

type SpecName = keyof Robot['specs'];
type Given = Readonly<Record<string, unknown>>;

/** Compared where a category has no list of its own, or there are several. */
const USUAL: readonly SpecName[] = ['payload_kg', 'height_cm', 'mass_kg', 'runtime_h', 'speed_m_s'];
/** A table has room for so many beside name, price and status. */
const COLUMNS = 5;

/** The category that all of some robots are of; undefined for robots of several. */
export function categoryOf(store: KindStore<'robots'>, rows: Int32Array): string | undefined {
  const column = store.words('category');
  const codes: number[] = [];
  let found: number | undefined;
  for (const row of rows) {
    column.readCodes(row, codes);
    if (found !== undefined && codes[0] !== found) return undefined;
    found = codes[0];
  }
  return found === undefined ? undefined : column.dictionary[found];
}

/**
 * The specs that a table of robots shows: those that are filtered and sorted by, then those that buyers of the category
 * compare, whatever the robots on the page have of them.
 */
export function specColumns(
  category: string | undefined,
  given: Given,
  said: readonly string[] = [],
): readonly SpecName[] {
  const term = vocabularies.robot_category.terms.find(({ id }) => id === category);
  const compared = (term?.compare ?? []) as readonly SpecName[];
  const named = [
    ...said,
    ...Object.keys(specsIn(given)),
    String(given.sort ?? '').replace(/_(asc|desc)$/, ''),
  ];
  const asked = numericSpecs.filter((name) => named.includes(name));
  return [
    ...new Set<SpecName>([
      ...asked,
      ...compared,
      ...(category === undefined ? USUAL : compared.length > 2 ? [] : USUAL),
    ]),
  ].slice(0, Math.max(COLUMNS, asked.length));
}

interface Bounds {
  readonly min?: number;
  readonly max?: number;
}

/** The ranges of specs in arguments, which may be JSON as addresses have them. */
export function specsIn({ specs }: Given): Readonly<Record<string, Bounds>> {
  try {
    const read: unknown = typeof specs === 'string' ? JSON.parse(specs) : specs;
    return typeof read === 'object' && read !== null ? (read as Record<string, Bounds>) : {};
  } catch {
    return {};
  }
}

/** The bounds that the words of a query set, by the names of their fields; those of a denial or an alternative are none. */
export function boundsSaid(query: unknown, { catalogue, today }: ToolContext): ReadonlyMap<string, Bounds> {
  if (typeof query !== 'string' || query.trim() === '') return new Map();
  const data = { store: catalogue.store('robots'), makers: catalogue.store('manufacturers'), today };
  const { clauses } = readQuestion('robots', query, data);
  return new Map(
    clauses.flatMap((clause) => {
      if (clause.is !== 'leaf' || clause.op !== 'range') return [];
      const { min = clause.range.above, max = clause.range.below } = clause.range;
      const bounds = { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
      return [[clause.field === 'price_usd' ? 'price' : clause.field, bounds] as const];
    }),
  );
}

/** Price and the category's numbers to narrow a search by, with their ends and how many do not state them. */
export function rangesOf(
  store: KindStore<'robots'>,
  category: string | undefined,
  given: Given,
  said: ReadonlyMap<string, Bounds> = new Map(),
): ShownTable['ranges'] {
  const rows =
    category === undefined
      ? rowsOutside(undefined, store.size)
      : rowsIn(store.words('category').having([category]));
  const live = rows.filter((row) => store.isLive(row));
  const specs = specsIn(given);
  const isComparable = comparablePrices(store, false);
  const price = store.numbers('price_min');
  const number = (value: unknown) =>
    value === undefined || value === '' || Number.isNaN(Number(value)) ? undefined : Number(value);
  // An argument holds before the words.
  const bounds = (name: string, min: unknown, max: unknown) => {
    const own = [number(min), number(max)];
    const isGiven = own.some((end) => end !== undefined);
    const [from, to] = isGiven ? own : [said.get(name)?.min, said.get(name)?.max];
    return { ...(from !== undefined && { min: from }), ...(to !== undefined && { max: to }) };
  };
  const all = [
    {
      name: 'price',
      ...labelOf('price'),
      unit: 'USD',
      ...extent(live, (row) => (isComparable[row] === 0 ? Number.NaN : price.at(row))),
      ...bounds('price', given.min_price_usd, given.max_price_usd),
    },
    ...specColumns(category, given, [...said.keys()])
      .filter((name) => name !== 'ip_rating')
      .map((name) => {
        const numbers = store.numbers(`specs.${name}`);
        return {
          name,
          ...labelOf(name),
          ...extent(live, (row) => numbers.at(row)),
          ...bounds(name, specs[name]?.min, specs[name]?.max),
        };
      }),
  ];
  return all.flatMap(({ least, most, ...range }) =>
    least === undefined || most === undefined ? [] : [{ ...range, least, most }],
  );
}

function extent(rows: Int32Array, at: (row: number) => number) {
  let [least, most, known]: [number | undefined, number | undefined, number] = [undefined, undefined, 0];
  for (const row of rows) {
    const value = at(row);
    if (Number.isNaN(value)) continue;
    known += 1;
    if (least === undefined || value < least) least = value;
    if (most === undefined || value > most) most = value;
  }
  return { least, most, known, unknown: rows.length - known };
}
