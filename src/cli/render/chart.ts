import { oneLine } from '../../tools/shared/answer.ts';
import type { Axis, ShownChart } from '../../tools/show/shape.ts';
import { cut, pad, type Style, widthOfText, wrap } from './style.ts';

/** A chart in blocks, which every terminal and font has; at most `width` columns. */
export function renderChart(chart: ShownChart, width: number, style: Style): string[] {
  if (chart.points.length === 0)
    return wrap('There is nothing to draw: choose other axes or other words.', width);
  if (chart.form === 'points') return scatter(chart, width, style);
  return chart.by === undefined ? bars(chart, width, style) : series(chart, width, style);
}

const FULL = '█';
/** A count of which the data hold a part. */
const PALE = '░';
/** By how many eighths of a column they fill. */
const PARTS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];
const LEVELS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
/** More rows are no chart at a glance. */
const MOST_BARS = 40;

function bars({ points, x, y }: ShownChart, width: number, style: Style): string[] {
  const shown = x.type === 'category' ? points.slice(0, MOST_BARS) : points.slice(-MOST_BARS);
  const labels = shown.map((point) => nameIn(x, String(point.x)));
  const values = shown.map((point) => numberIn(y, point.y));
  const [label, value] = [columns(labels, Math.floor(width * 0.4)), columns(values, Math.floor(width / 3))];
  const room = Math.max(3, width - label - value - 2);
  const most = Math.max(...shown.map((point) => point.y), 0);
  const lines = shown.map((point, i) => {
    const length = most === 0 ? 0 : (point.y / most) * room;
    const bar = point.part ? PALE.repeat(Math.ceil(length)) : barOf(length);
    return `${pad(cut(labels[i] ?? '', label), label)} ${style.name(bar)} ${values[i]}`;
  });
  const left = points.length - shown.length;
  const parts = shown.some(({ part }) => part) ? [style.soft(cut(`${PALE} held in part`, width))] : [];
  return [
    ...lines,
    ...parts,
    ...(left > 0 ? [`${left} more, ${x.type === 'category' ? 'smaller' : 'older'}.`] : []),
  ];
}

function barOf(length: number): string {
  const eighths = Math.round(Math.max(0, length) * 8);
  return FULL.repeat(eighths >> 3) + (PARTS[eighths % 8] ?? '');
}

interface Value {
  readonly value: number;
  /** A part alone is held of it. */
  readonly part?: true | undefined;
}

/** A line a group: its values as blocks of eight heights, each line to its own highest, and their sum. */
function series({ points, x, y, by }: ShownChart, width: number, style: Style): string[] {
  const places = [...new Set(points.map((point) => String(point.x)))];
  const groups = new Map<string, Map<string, Value>>();
  for (const { x: at, y: value, by: group = '', part } of points) {
    groups.set(group, (groups.get(group) ?? new Map<string, Value>()).set(String(at), { value, part }));
  }
  const names = [...groups.keys()].map((group) => nameIn(by, group));
  const label = columns(names, Math.floor(width / 2) - 4);
  const room = Math.max(5, width - label - 10);
  const isTime = x.type !== 'category';
  const shown = isTime ? places.slice(-room) : places.slice(0, room);
  const lines = [...groups.values()].map((values, i) => {
    const all = [...values.values()].map(({ value }) => value);
    const most = Math.max(...all, 0);
    const blocks = shown.map((at) => levelOf(values.get(at), most)).join('');
    const sum = all.reduce((total, value) => total + value, 0);
    const tail = y.type === 'count' ? ` ${numberIn(y, sum)}` : '';
    return `${pad(cut(names[i] ?? '', label), label)} ${style.name(blocks)}${tail}`;
  });
  const span = `${nameIn(x, shown[0] ?? '')} … ${nameIn(x, shown.at(-1) ?? '')}, each line to its own highest`;
  const held = points.some(({ part }) => part) ? [`${PALE} held in part`] : [];
  return [...lines, ...[...held, span].map((line) => style.soft(cut(line, width)))];
}

function levelOf({ value, part }: Value = { value: 0 }, most: number): string {
  if (part) return PALE;
  if (value <= 0 || most <= 0) return ' ';
  return LEVELS[Math.min(7, Math.ceil((value / most) * 8) - 1)] ?? ' ';
}

const ROWS = 14;

interface Scale {
  readonly least: string;
  readonly most: string;
  /** From 0 to 1. */
  at(value: string | number): number;
}

/** Points on a grid: a small block for one, a full one for several; below, the extremes by name. */
function scatter({ points, x, y }: ShownChart, width: number, style: Style): string[] {
  const horizontal = scaleOf(
    x,
    points.map((point) => point.x),
  );
  const vertical = scaleOf(
    y,
    points.map((point) => point.y),
  );
  const columnsLeft = Math.max(10, width - 2);
  const grid = Array.from({ length: ROWS }, () => new Array<number>(columnsLeft).fill(0));
  for (const point of points) {
    const row = grid[ROWS - 1 - Math.round(vertical.at(point.y) * (ROWS - 1))] as number[];
    const column = Math.round(horizontal.at(point.x) * (columnsLeft - 1));
    row[column] = (row[column] ?? 0) + 1;
  }
  const drawn = grid.map(
    (row) =>
      `│${style.name(
        row
          .map((count) => (count === 0 ? ' ' : count === 1 ? '▪' : FULL))
          .join('')
          .trimEnd(),
      )}`,
  );
  const log = (axis: Axis) => (axis.log ? ', logarithmic' : '');
  const byHeight = points.toSorted((a, b) => b.y - a.y);
  const [highest, lowest] = [byHeight[0], byHeight.at(-1)];
  const named = [highest, lowest].flatMap((point) =>
    point === undefined
      ? []
      : [`${oneLine(point.name ?? '')}: ${placeIn(x, point.x)}, ${numberIn(y, point.y)}`],
  );
  return [
    style.soft(cut(`${axisName(y)}: ${vertical.least} to ${vertical.most}${log(y)}`, width)),
    ...drawn,
    `└${'─'.repeat(columnsLeft)}`,
    style.soft(cut(`${axisName(x)}: ${horizontal.least} to ${horizontal.most}${log(x)}`, width)),
    ...[...new Set(named)].map((line, i) => cut(`${i === 0 ? 'Highest' : 'Lowest'}: ${line}`, width)),
  ];
}

function scaleOf(axis: Axis, values: readonly (string | number)[]): Scale {
  const number = (value: string | number) => {
    const plain = typeof value === 'number' ? value : dayOf(value);
    return axis.log ? Math.log(plain) : plain;
  };
  const sorted = values.toSorted((a, b) => number(a) - number(b));
  const [first = 0, last = 0] = [sorted[0], sorted.at(-1)];
  const [least, most] = [number(first), number(last)];
  return {
    least: placeIn(axis, first),
    most: placeIn(axis, last),
    at: (value) => (most === least ? 0.5 : (number(value) - least) / (most - least)),
  };
}

/** A date known to the month or year stands at its beginning. */
function dayOf(date: string): number {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return Date.UTC(year, month - 1, day);
}

function axisName({ label, unit }: Axis): string {
  return unit === undefined ? label : `${label} (${unit})`;
}

function nameIn(axis: Axis | undefined, value: string): string {
  return oneLine(axis?.labels?.[value] ?? value);
}

function numberIn({ type }: Axis, value: number): string {
  return `${type === 'usd' ? '$' : ''}${value.toLocaleString('en-US', { maximumFractionDigits: 2 })}`;
}

function placeIn(axis: Axis, value: string | number): string {
  return typeof value === 'number' ? numberIn(axis, value) : oneLine(value);
}

function columns(texts: readonly string[], most: number): number {
  return Math.min(most, Math.max(...texts.map(widthOfText)));
}
