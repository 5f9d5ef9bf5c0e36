import { isOld } from '../../kinds/age.ts';
import { type Kind, kinds } from '../../kinds/kinds.ts';
import type { Robot } from '../../kinds/robots/robot.ts';
import { robotSpecs } from '../../kinds/robots/robot.ts';
import { datasetOf, cell as inWords, oneLine } from '../shared/answer.ts';
import { MOST_SOUGHT, readingNotes } from '../shared/named-record.ts';
import { type ToolContext, ToolError } from '../tool.ts';
import { figureOf } from './figure.ts';
import { labelOf, numberText, priceText, valueLabel } from './labels.ts';
import { resolveNames } from './named-records.ts';
import { type AnyRecord, kindWith, nameOf, sourcesOf } from './records.ts';
import type { Asked, CompareCell, ShownCompare } from './shape.ts';

type Row = ShownCompare['rows'][number];
type Cell = CompareCell | null;

/** Suggested for an id that is not there. */
const NEAR_SHOWN = 3;

/** Records side by side, or one by itself. Throws NOT_FOUND where there is none of them. */
export function compare(
  asked: Asked,
  { kind: wanted, tools }: { readonly kind: Kind | undefined; readonly tools: ReadonlyMap<Kind, string> },
  context: ToolContext,
): ShownCompare {
  const ids = [...new Set(asked.ids)];
  const { kind, named } = resolveNames(ids, wanted, context);
  if (kind === undefined) throw notFound(ids, undefined, context);
  const store = context.catalogue.store(kind);
  const rows = [...new Set(named.flatMap(({ row }) => row ?? []))];
  const missing = named.filter(({ row }) => row === undefined).map((one) => one.asked);
  const records = rows.map((row) => store.record(row) as unknown as AnyRecord);
  if (records.length === 0) throw notFound(ids, kind, context);
  const elsewhere = missing.flatMap((id) => {
    const other = kindWith(id, context);
    return other === undefined ? [] : [`${oneLine(id)} is one of ${other}: show it apart from ${kind}.`];
  });
  const notes = [...readingNotes(kind, named, context), ...elsewhere];
  const written = kind === 'robots' ? robotRows(records as unknown as Robot[], context.today) : [];
  return {
    view: 'compare',
    title: records.length === 1 ? records.map(nameOf).join('') : `${records.length} ${kind} side by side`,
    asked,
    notes: [...notes, ...(kind === 'robots' ? [ROBOTS_NOTE] : [])],
    dataset: datasetOf(context),
    kind,
    tool: tools.get(kind) ?? '',
    records: records.map((record) => headOf(kind, record)),
    rows: [...written, ...otherRows(kind, records, written)],
    not_found: missing.map((id, i) => ({
      id: oneLine(id),
      near: i < MOST_SOUGHT ? context.catalogue.namesLike(kind, id, NEAR_SHOWN) : [],
    })),
  };
}

const ROBOTS_NOTE =
  'What is empty nobody states: it is not absent, and a certification that is not recorded may be held.';

function notFound(ids: readonly string[], kind: Kind | undefined, { catalogue }: ToolContext): ToolError {
  const among = kind === undefined ? kinds : [kind];
  const near = new Set<string>();
  for (const id of ids.slice(0, kind === undefined ? MOST_SOUGHT / 2 : MOST_SOUGHT)) {
    for (const each of among) {
      if (near.size >= NEAR_SHOWN) break;
      for (const name of catalogue.namesLike(each, id, NEAR_SHOWN)) near.add(name);
    }
  }
  const shown = [...near].slice(0, NEAR_SHOWN);
  const hint = shown.length > 0 ? `Near to it: ${shown.join(', ')}.` : 'Find ids by a search.';
  const what = kind === undefined ? 'record' : `record of ${kind}`;
  return new ToolError('NOT_FOUND', `There is no ${what} called ${ids.map(oneLine).join(' or ')}. ${hint}`, {
    field: 'ids',
    accepted: shown,
  });
}

function headOf(kind: Kind, record: AnyRecord): ShownCompare['records'][number] {
  const { url, confidence } = record;
  const by = behindName(kind, record);
  const figure = kind === 'robots' ? figureOf(record as unknown as Robot) : undefined;
  return {
    id: record.id,
    name: nameOf(record),
    ...(by !== undefined && { by: oneLine(by) }),
    ...(typeof url === 'string' && { url }),
    ...(typeof confidence === 'string' && { confidence }),
    ...(figure !== undefined && { figure }),
    sources: sourcesOf(record),
  };
}

function behindName(kind: Kind, record: AnyRecord): string | undefined {
  if (kind === 'robots') return (record as unknown as Robot).manufacturer.name;
  const { authors, country, outlet, organizer, authority } = record;
  const [first, ...more] = (authors ?? []) as readonly string[];
  if (first !== undefined) return more.length === 0 ? first : `${first} et al.`;
  const code = typeof country === 'string' ? valueLabel(kind, 'country', country) : undefined;
  return [outlet, organizer, authority, code].find((value) => typeof value === 'string') as
    | string
    | undefined;
}

/** Which end of a spec a buyer prefers; of the others, as of height, neither. */
const betterSpecs: Readonly<Record<string, 'more' | 'less'>> = {
  payload_kg: 'more',
  reach_mm: 'more',
  speed_m_s: 'more',
  runtime_h: 'more',
  repeatability_mm: 'less',
  range_km: 'more',
  depth_m: 'more',
  ceiling_m: 'more',
  area_m2: 'more',
  suction_pa: 'more',
};

function robotRows(robots: readonly Robot[], today: string): Row[] {
  const specs = Object.keys(robotSpecs.shape) as (keyof Robot['specs'])[];
  const fact = (
    field: string,
    of: (robot: Robot) => string | undefined,
    note?: (robot: Robot) => string | undefined,
  ): Row => ({
    field,
    label: labelOf(field).label,
    group: 'facts',
    cells: robots.map((robot) => noted(of(robot), note?.(robot))),
  });
  return [
    fact('manufacturer', ({ manufacturer }) => manufacturer.name),
    fact('country', ({ manufacturer }) => valueLabel('robots', 'country', manufacturer.country)),
    fact('category', ({ category }) => valueLabel('robots', 'category', category)),
    fact(
      'status',
      ({ status }) => status,
      ({ status_as_of, last_seen }) =>
        (last_seen && `last seen ${last_seen}`) ?? (status_as_of && `as of ${status_as_of}`),
    ),
    fact('released', ({ released }) => released),
    fact('family', ({ family }) => (family ? 'a family: largest values of its models' : undefined)),
    {
      field: 'price',
      label: 'Price',
      unit: 'USD',
      group: 'price',
      better: 'less',
      cells: best(
        robots.map((robot) => priceCell(robot, today)),
        'less',
      ),
    },
    ...specs.map((field) => specRow(field, robots)),
    {
      field: 'certifications',
      label: 'Certifications',
      group: 'certifications',
      cells: robots.map(certificationCell),
    },
  ].filter(({ cells }) => cells.some((cell) => cell !== null)) as Row[];
}

function noted(text: string | undefined, note?: string): Cell {
  return text === undefined
    ? null
    : { text: oneLine(text), ...(note !== undefined && { note: oneLine(note) }) };
}

/** A lease, and the price of a family or of parts, has no number: none can be compared with what one robot costs. */
function priceCell({ price, family }: Robot, today: string): Cell {
  if (price === undefined) return null;
  const { as_of = 'undated', source, kind, usd_min, original } = price;
  const isComparable = kind !== 'lease_monthly' && family !== true && price.of === undefined;
  const parts = [
    ...(family ? ['of the family'] : []),
    `${as_of}${isOld(as_of, today) ? ', old' : ''}`,
    ...(original?.note === undefined ? [] : [oneLine(original.note)]),
  ];
  return { text: priceText(price), ...(isComparable && { value: usd_min }), note: parts.join('; '), source };
}

function specRow(field: keyof Robot['specs'], robots: readonly Robot[]): Row {
  const better = betterSpecs[field];
  const cells = robots.map(({ specs, conditions, family, evidence = {}, sources }): Cell => {
    const value = specs[field];
    if (value === undefined) return null;
    const stated = evidence[`specs.${field}` as keyof typeof evidence];
    const page = sources.find(({ key }) => key !== undefined && key === stated?.source);
    const note = [
      ...(family ? ['most of a family'] : []),
      ...((conditions?.[field] ?? '') ? [conditions?.[field]] : []),
    ];
    return {
      text: typeof value === 'number' ? numberText(value) : oneLine(value),
      ...(typeof value === 'number' && !family && { value }),
      ...(note.length > 0 && { note: note.join('; ') }),
      ...(page !== undefined && { source: page.url }),
    };
  });
  return {
    field,
    ...labelOf(field),
    group: 'specs',
    ...(better !== undefined && { better }),
    cells: better === undefined ? cells : best(cells, better),
  };
}

/** Marks the best of those that can be compared, where there are at least two. */
function best(cells: readonly Cell[], better: 'more' | 'less'): Cell[] {
  const values = cells.flatMap((cell) => cell?.value ?? []);
  if (values.length < 2) return [...cells];
  const first = better === 'more' ? Math.max(...values) : Math.min(...values);
  return cells.map((cell) => (cell?.value === first ? { ...cell, best: true } : cell));
}

function certificationCell({ certifications }: Robot): Cell {
  if (certifications.length === 0) return null;
  const items = certifications.map(({ scheme, standard, identifier, date, status, source }) => ({
    text: oneLine(
      [scheme, standard, identifier, status, date].filter((part) => part !== undefined).join(' '),
    ),
    source,
  }));
  return { text: items.map(({ text }) => text).join('; '), items };
}

/** Said above the rows, or of no use to a reader. */
const unshown: ReadonlySet<string> = new Set([
  ...['id', 'name', 'title', 'headline', 'url', 'confidence', 'sources'],
  ...['variant_of', 'status_as_of', 'last_seen', 'price', 'specs', 'conditions', 'evidence'],
]);

/** The members that have no row yet, as they are; those of an object each in a row. */
function otherRows(kind: Kind, records: readonly AnyRecord[], written: readonly Row[]): Row[] {
  const shown = new Set([...unshown, ...written.map(({ field }) => field)]);
  const flat = records.map((record) => flattened(record, shown));
  const fields = new Set(flat.flatMap((record) => [...record.keys()]));
  return [...fields].map((field) => ({
    field,
    ...labelOf(field),
    group: 'facts',
    cells: flat.map((record) => cellOf(kind, field, record.get(field))),
  }));
}

function flattened(
  record: Readonly<Record<string, unknown>>,
  shown: ReadonlySet<string>,
  before = '',
): Map<string, unknown> {
  const flat = new Map<string, unknown>();
  for (const [name, value] of Object.entries(record)) {
    if (shown.has(name) || value === undefined) continue;
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    if (!isObject) flat.set(`${before}${name}`, value);
    else
      for (const [inner, own] of flattened(value as AnyRecord, new Set(['source']), `${before}${name}.`))
        flat.set(inner, own);
  }
  return flat;
}

function cellOf(kind: Kind, field: string, value: unknown): Cell {
  if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) return null;
  if (typeof value === 'number') {
    const isYear = /year|founded/.test(field);
    return {
      text: isYear ? String(value) : `${field.endsWith('usd') ? '$' : ''}${numberText(value)}`,
      value,
    };
  }
  if (!Array.isArray(value)) return { text: valueLabel(kind, field, String(value)) };
  const items = value.map((entry) => ({
    text: typeof entry === 'string' ? valueLabel(kind, field, entry) : inWords(entry),
  }));
  return {
    text: items.map(({ text }) => text).join(items.some(({ text }) => text.includes(',')) ? '; ' : ', '),
    items,
  };
}
