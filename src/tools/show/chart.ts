import type { Kind } from '../../kinds/kinds.ts';
import { compareByKeys, topOf } from '../../search/sort.ts';
import { datasetOf } from '../shared/answer.ts';
import { readArguments } from '../shared/read-arguments.ts';
import type { ToolContext } from '../tool.ts';
import { ToolError } from '../tool.ts';
import { categoriesOf, dimensionsOf, readDimension, readingOf } from './axes.ts';
import { type Axes, commonest, counted, type Drawn, MOST_COLOURS, OTHER } from './counted.ts';
import { valueLabel } from './labels.ts';
import { type AnyRecord, nameOf, partsOf, type SearchTool } from './records.ts';
import type { Asked, Axis, ShownChart } from './shape.ts';
import { titleOf } from './table.ts';

/** A chart of more shows nothing more, and takes long to draw. */
const MOST_POINTS = 2000;
/** A scale that spans more is read better in its logarithm. */
const LOG_FROM = 100;

/** What is on the horizontal axis unless told; of other kinds the country. */
const usualX: { readonly [K in Kind]?: string } = {
  robots: 'category',
  publications: 'year',
  startups: 'stage',
  news: 'month',
  challenges: 'kind',
  certification: 'scheme',
};

/** Every match of a search as points, or counted. Throws INVALID_ARGUMENT for axes that the kind does not have. */
export function chart(asked: Asked, tool: SearchTool, context: ToolContext): ShownChart {
  const { kind } = tool.search;
  const axes = readAxes(kind, asked);
  const given = { ...asked.arguments };
  const { rows, notes } = tool.search.matches(readArguments(tool.input, given), context);
  const store = context.catalogue.store(kind);
  const isPoints = isNumber(axes.y.axis) && (isNumber(axes.x.axis) || axes.x.axis.type === 'date');
  const drawn = isPoints
    ? points(kind, axes, rows, context)
    : counted(kind, axes, rows, store, context.catalogue.info.date);
  const { x = axes.x.axis, notes: more = [], ...rest } = drawn;
  const labelled = (axis: Axis, values: readonly (string | number | undefined)[]) => ({
    ...axis,
    ...labelsOf(kind, axis, values),
    ...(isPoints && spansMuch(values) && { log: true as const }),
  });
  const paged = ['limit', 'cursor', 'sort'].filter((name) => given[name] !== undefined);
  return {
    view: 'chart',
    title: chartTitle(kind, { ...axes, x: { ...axes.x, axis: x } }, given),
    asked,
    notes: [
      ...notes,
      ...(paged.length > 0
        ? [`A chart is of every match: ${paged.join(', ')} of arguments do not count.`]
        : []),
      ...more.filter((note) => !notes.some((told) => isOnSame(note, told))),
    ],
    dataset: datasetOf(context),
    kind,
    tool: tool.name,
    x: labelled(
      x,
      rest.points.map((point) => point.x),
    ),
    y: labelled(
      axes.y.axis,
      rest.points.map((point) => point.y),
    ),
    ...(axes.by !== undefined && {
      by: labelled(
        axes.by.axis,
        rest.points.map((point) => point.by),
      ),
    }),
    axes: dimensionsOf(kind).map(({ axis }) => axis),
    total: rows.length,
    ...rest,
  };
}

/** True for what two sentences lack of one venue: `Of ICRA 2016 …`. */
function isOnSame(note: string, told: string): boolean {
  const [subject = ''] = /^Of \D+/.exec(note) ?? [];
  return subject !== '' && told.startsWith(subject);
}

function readAxes(kind: Kind, asked: Asked): Axes {
  const x = readDimension(kind, 'x', asked.x ?? usualX[kind] ?? 'country', ({ type }) => type !== 'count');
  const y = readDimension(kind, 'y', asked.y ?? 'count', (axis) => isNumber(axis) || axis.type === 'count');
  const by =
    asked.by === undefined
      ? undefined
      : readDimension(kind, 'by', asked.by, ({ type }) => type === 'category' || type === 'year');
  if (isNumber(x.axis) && y.axis.type === 'count') {
    const accepted = dimensionsOf(kind).flatMap(({ axis }) =>
      isNumber(axis) && axis.name !== x.axis.name ? [axis.name] : [],
    );
    const message = `x is a number (${x.axis.name}): y has to be one too, such as ${accepted.slice(0, 3).join(', ')}.`;
    throw new ToolError('INVALID_ARGUMENT', message, { field: 'y', accepted });
  }
  return { x, y, by };
}

function isNumber({ type }: Axis): boolean {
  return type === 'number' || type === 'usd';
}

function chartTitle(kind: Kind, { x, y, by }: Axes, given: Readonly<Record<string, unknown>>): string {
  const [first, second] = [y.axis.label, x.axis.label.toLowerCase()];
  const isCount = y.axis.type === 'count';
  const what = isCount || !isNumber(x.axis) ? `${first} by ${second}` : `${first} against ${second}`;
  const grouped = by === undefined ? what : `${what} and ${by.axis.label.toLowerCase()}`;
  const of = titleOf(kind, given);
  return isCount && !of.includes(':') ? grouped : `${grouped}. ${of}`;
}

function labelsOf(
  kind: Kind,
  { type, name }: Axis,
  values: readonly (string | number | undefined)[],
): { labels?: Record<string, string> } {
  if (type !== 'category') return {};
  const field = name === 'certification' ? 'schemes' : name;
  const words = [...new Set(values)].filter((value) => typeof value === 'string');
  return { labels: Object.fromEntries(words.map((word) => [word, valueLabel(kind, field, word)])) };
}

function spansMuch(values: readonly (string | number | undefined)[]): boolean {
  let [least, most] = [Number.POSITIVE_INFINITY, 0];
  for (const value of values) {
    if (typeof value !== 'number' || value <= 0) return false;
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  return most / least > LOG_FROM;
}

function points(kind: Kind, { x, y, by }: Axes, rows: Int32Array, context: ToolContext): Drawn {
  const store = context.catalogue.store(kind);
  const [horizontal, vertical] = [readingOf(store, kind, x), readingOf(store, kind, y)];
  const colour = by && categoriesOf(store, kind, by);
  const placeOf = (row: number) => horizontal?.at(row) as string | number | undefined;
  const heightOf = (row: number) => vertical?.at(row) as number | undefined;
  const known = rows.filter((row) => placeOf(row) !== undefined && heightOf(row) !== undefined);
  const groups = colour === undefined ? [] : commonest(colour, known, MOST_COLOURS);
  const { staticRank } = store;
  const drawn = topOf(known, MOST_POINTS, (a, b) => compareByKeys([staticRank], a, b) || a - b);
  const own: number[] = [];
  const groupOf = (row: number) => {
    const codes = own.slice(0, colour?.read(row, own));
    const group = codes.find((code) => groups.includes(code));
    return group === undefined ? OTHER : (colour?.nameOf(group) ?? OTHER);
  };
  const parts = partsOf(kind, drawn, 'name', context);
  const without = (of: (row: number) => unknown) => rows.filter((row) => of(row) === undefined).length;
  return {
    form: 'points',
    points: drawn.map((row, i) => ({
      x: placeOf(row) ?? '',
      y: heightOf(row) ?? 0,
      ...(by !== undefined && { by: groupOf(row) }),
      id: (parts[i] as AnyRecord).id,
      name: nameOf(parts[i] as AnyRecord),
    })),
    unknown: { x: without(placeOf), y: without(heightOf) },
    left_out: known.length - drawn.length,
  };
}
