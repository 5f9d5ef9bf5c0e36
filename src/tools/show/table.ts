import type { Kind } from '../../kinds/kinds.ts';
import { robotSpecs } from '../../kinds/robots/robot.ts';
import type { KindStore } from '../../search/kind-store.ts';
import { datasetOf, exclusionInWords, cell as inWords, oneLine } from '../shared/answer.ts';
import { readArguments } from '../shared/read-arguments.ts';
import type { Cells, Row, ToolContext } from '../tool.ts';
import { facetsOf } from './facets.ts';
import { labelOf, numberText, priceText, valueLabel } from './labels.ts';
import { type AnyRecord, nameOf, partsOf, type SearchTool, sourcesOf, titleField } from './records.ts';
import type { Asked, ShownTable } from './shape.ts';
import { boundsSaid, categoryOf, rangesOf, specColumns, specsIn } from './shopping.ts';
import { furtherSorts, sortsOf } from './sorts.ts';

type Column = ShownTable['columns'][number];
type Cell = ShownTable['rows'][number]['cells'][number];

/** One page of a search. */
export function table(asked: Asked, tool: SearchTool, context: ToolContext): ShownTable {
  const { kind } = tool.search;
  const given = { ...asked.arguments };
  const args = readArguments(tool.input, given);
  const {
    structured,
    counts,
    order = 'relevance',
  } = tool.search.page({ ...args, detail: 'concise' }, context);
  const { results, total, next_cursor, notes = [] } = structured as unknown as Page;
  const cells = tool.search.cells(context.today);
  const rows = results.map((row) => flat(row));
  const store = context.catalogue.store(kind);
  const robots = kind === 'robots' ? context.catalogue.store('robots') : undefined;
  const category = robots && categoryOf(robots, tool.search.matches(args, context).rows);
  const said = robots === undefined ? undefined : boundsSaid(given.query, context);
  const specs = said && specColumns(category, given, [...said.keys()]);
  const columns = columnsOf(kind, rows, cells, specs);
  const parts = partsOf(
    kind,
    rows.flatMap(({ id }) => store.indexOf(String(id)) ?? []),
    'row',
    context,
  );
  const byId = new Map(parts.map((part) => [part.id, part]));
  const sort = given.ids === undefined ? order : undefined;
  return {
    view: 'table',
    title: titleOf(kind, given),
    asked,
    ...recordsNamed(store as unknown as KindStore<Kind>, [...notes, ...leftOutNotes(structured)]),
    dataset: datasetOf(context),
    kind,
    tool: tool.name,
    columns,
    rows: results.map((row, i) => rowOf(kind, columns, { row, flat: rows[i] ?? row, cells }, byId)),
    sorts: sort === undefined ? [] : furtherSorts(kind, columns),
    ...(sort !== undefined && { sort }),
    total,
    ...(next_cursor !== undefined && { next_cursor }),
    ...(robots !== undefined && { ranges: rangesOf(robots, category, given, said) }),
    facets: facetsOf(kind, given, counts),
  };
}

interface Page {
  readonly results: readonly (Row & { readonly id: string })[];
  readonly total: number;
  readonly next_cursor?: string;
  readonly notes?: readonly string[];
}

/** Records that no filter can judge, since what it asks for is not known of them: `142 are left out: unknown payload kg.` */
function leftOutNotes(structured: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(structured).flatMap(([member, count]) => {
    if (!member.startsWith('excluded_') || typeof count !== 'number' || count === 0) return [];
    const examples = (structured[`${member}_such_as`] ?? []) as readonly string[];
    const such = examples.length > 0 ? `, such as ${examples.join(', ')}` : '';
    return [`${count} ${count === 1 ? 'is' : 'are'} left out: ${exclusionInWords(member)}${such}.`];
  });
}

/** A word in a note that may be an id. */
const ID = /[a-z0-9]+(?:-[a-z0-9]+)+/g;
/** A field or an order by its name in the program, outside of what was asked for. */
const FIELD = /\b[a-z]+(?:_[a-z0-9]+)+\b(?![^"]*"(?:[^"]*"[^"]*")*[^"]*$)/g;

/** Notes in words that people read, with the names of the records whose ids they have. */
function recordsNamed(store: KindStore<Kind>, notes: readonly string[]): Pick<ShownTable, 'notes' | 'named'> {
  const ids = new Set(notes.flatMap((note) => note.match(ID) ?? []));
  const named = [...ids].flatMap((id) => {
    const row = store.indexOf(id);
    return row === undefined || store.idOf(row) !== id
      ? []
      : [{ id, name: nameOf(store.record(row) as unknown as AnyRecord) }];
  });
  return {
    notes: notes.map((note) => note.replaceAll(FIELD, fieldInWords)),
    ...(named.length > 0 && { named }),
  };
}

function fieldInWords(name: string): string {
  const [, field = name, end] = /^(.+)_(asc|desc)$/.exec(name) ?? [];
  const { label, unit } = labelOf(field);
  const words = `${label.toLowerCase()}${unit === undefined ? '' : ` (${unit})`}`;
  return end === undefined ? words : `${words}, ${end === 'asc' ? 'lowest' : 'highest'} first`;
}

/** `Robots: category quadruped, max_price_usd 20000`. */
export function titleOf(kind: Kind, given: Readonly<Record<string, unknown>>): string {
  const apart = new Set(['limit', 'cursor', 'sort', 'detail']);
  const said = Object.entries(given).filter(([name, value]) => !apart.has(name) && value !== undefined);
  const name = `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
  const asked = said
    .map(([name, value]) => (name === 'query' ? `“${inWords(value)}”` : argumentInWords(kind, name, value)))
    .join(', ');
  return oneLine(asked === '' ? name : `${name}: ${asked}`);
}

/** `Status Available`, `Payload from 10 kg`: an argument as people say it. */
function argumentInWords(kind: Kind, name: string, value: unknown): string {
  if (name === 'specs')
    return Object.entries(specsIn({ specs: value }))
      .map(([spec, { min, max }]) => rangeInWords(spec, min, max))
      .join(', ');
  const [, end, of] = /^(min|max)_(.+)$/.exec(name) ?? [];
  if (of !== undefined && end !== undefined)
    return rangeInWords(of, ...((end === 'min' ? [value] : [undefined, value]) as [unknown, unknown?]));
  const text = typeof value === 'string' ? valueLabel(kind, name, value) : inWords(value);
  return `${labelOf(name).label.toLowerCase()} ${text}`;
}

function rangeInWords(field: string, min: unknown, max?: unknown): string {
  const { label, unit } = labelOf(field);
  const ends = [...(min === undefined ? [] : ['from', min]), ...(max === undefined ? [] : ['to', max])];
  return [label.toLowerCase(), ...ends, unit ?? ''].join(' ').trim();
}

/** A row with each spec as a member of its own. */
function flat({ specs, ...row }: Row): Row {
  return { ...row, ...(specs as Row | undefined) };
}

/** `specs` are those that robots are shown with, whichever of them the rows have. */
function columnsOf(kind: Kind, rows: readonly Row[], cells: Cells, specs?: readonly string[]): Column[] {
  const title = titleField(kind);
  const members = new Set(rows.flatMap((row) => Object.keys(row)));
  const own = specs === undefined ? [...members] : robotMembers(members, specs);
  const names = [...(members.has(title) ? [title] : []), ...own.filter((name) => name !== title)];
  const shown = names.filter((name) => !unshown.has(name) && cells[name] !== false);
  return shown.map((field) => ({
    field,
    ...labelOf(field),
    type: typeOf(field, rows, sortsOf(kind).get(field)?.type),
    ...sortsOf(kind).get(field)?.orders,
  }));
}

/** Said by other cells, or by the name of the row. */
const unshown: ReadonlySet<string> = new Set(['id', 'url', 'conditions', 'not_stated']);

/** What every robot has, then price and specs, then what else the rows have. */
function robotMembers(members: ReadonlySet<string>, specs: readonly string[]): string[] {
  const names = [...members];
  const head = names.filter((name) => robotHead.has(name));
  const others = names.filter(
    (name) => !robotHead.has(name) && name !== 'price' && !(name in robotSpecs.shape),
  );
  return [...head, 'price', ...specs, ...others];
}

const robotHead: ReadonlySet<string> = new Set(['name', 'manufacturer', 'country', 'category', 'status']);

function typeOf(field: string, rows: readonly Row[], sortedAs?: Column['type']): Column['type'] {
  const values = rows.flatMap((row) => row[field] ?? []);
  if (field in robotSpecs.shape && field !== 'ip_rating') return 'number';
  if (field === 'price' || field.endsWith('_usd')) return 'usd';
  if (rows.some((row) => Array.isArray(row[field]))) return 'list';
  if (values.every((value) => typeof value === 'number')) return 'number';
  // A sum in words is ordered as the number that it is.
  if (sortedAs === 'number' && values.some((value) => /\$\d/.test(String(value)))) return 'usd';
  return values.every((value) => /^\d{4}(-\d{2}){0,2}$/.test(String(value))) ? 'date' : 'text';
}

interface Written {
  readonly row: Row & { readonly id: string };
  readonly flat: Row;
  readonly cells: Cells;
}

function rowOf(
  kind: Kind,
  columns: readonly Column[],
  { row, flat, cells }: Written,
  parts: ReadonlyMap<string, AnyRecord>,
): ShownTable['rows'][number] {
  const part = parts.get(row.id);
  // A row of a search has the specs that it was asked for and few more; what a column shows of one is shown of all.
  const whole = { ...(part?.specs as Row | undefined), ...flat };
  return {
    id: row.id,
    name: nameOf(part ?? row),
    cells: columns.map(({ field }) => cellOf(kind, field, whole, cells)),
    sources: part === undefined ? [] : sourcesOf(part),
  };
}

function cellOf(kind: Kind, field: string, row: Row, cells: Cells): Cell {
  const value = row[field];
  if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) return null;
  if (typeof value === 'number') {
    const text = field === 'founded' ? String(value) : numberText(value);
    return { text: field.endsWith('_usd') ? `$${text}` : text, value };
  }
  if (field === 'price') return priceCell(value as RowPrice);
  const write = cells[field];
  if (typeof write === 'function') {
    const said = typeof value === 'string' ? valueLabel(kind, field, value) : value;
    return { text: oneLine(write({ ...row, [field]: said })) };
  }
  if (Array.isArray(value))
    return { text: value.map((one) => valueLabel(kind, field, String(one))).join(', ') };
  return { text: typeof value === 'string' ? valueLabel(kind, field, value) : inWords(value) };
}

interface RowPrice {
  readonly usd: number | string;
  readonly kind: string;
  readonly of?: string;
  readonly as_of?: string;
}

function priceCell({ usd, kind, of, as_of = 'undated' }: RowPrice): Cell {
  const [usd_min = 0, usd_max] = String(usd).split('-').map(Number);
  return {
    text: `${priceText({ usd_min, usd_max, kind, of })} (${as_of})`,
    ...(kind !== 'lease_monthly' && { value: usd_min }),
  };
}
