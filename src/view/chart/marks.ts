import {
  axisX,
  axisY,
  barX,
  dot,
  gridX,
  gridY,
  line,
  type Markish,
  ruleX,
  ruleY,
  text,
} from '@observablehq/plot';
import type { ShownChart } from '../../tools/show/shape.ts';
import { type Drawing, shortened } from './drawing.ts';
import { isTime, type Point, placeOf, pointText, shortNumber, valueText } from './values.ts';

/** One dot a record. */
export function pointMarks(shown: ShownChart, drawing: Drawing): Markish[] {
  return [
    ...frame(shown, drawing),
    dot(shown.points, {
      ...channels(shown),
      fill: ({ by }: Point) => colourOf(by, drawing),
      fillOpacity: 0.8,
      stroke: drawing.colours.ground,
      strokeWidth: 0.8,
      r: shown.points.length > 400 ? 3 : 4.5,
      title: (point: Point) => pointText(shown, point),
      tip: tipOf(drawing),
    }),
  ];
}

/** True for a point that is whole itself, and whose neighbours in its series are: nothing dashed leads to it. */
function wholeSteps(points: readonly Point[]): (point: Point) => boolean {
  const dashed = new Set<Point>();
  const before = new Map<string | undefined, Point>();
  for (const point of points) {
    const last = before.get(point.by);
    if (point.part) dashed.add(point);
    if (last !== undefined && (point.part || last.part)) dashed.add(point).add(last);
    before.set(point.by, point);
  }
  return (point) => !dashed.has(point);
}

/** One line a series, with its points where there is room for them; what is held in part is hollow and dashed. */
export function lineMarks(shown: ShownChart, drawing: Drawing): Markish[] {
  const stroke = ({ by }: Point) => colourOf(by, drawing);
  const { x, y } = channels(shown);
  const isWhole = wholeSteps(shown.points);
  const without = (isDrawn: (point: Point) => boolean) => (point: Point) =>
    isDrawn(point) ? y(point) : Number.NaN;
  const lines = { x, z: 'by', stroke, strokeWidth: 2 } as const;
  return [
    ...frame(shown, drawing),
    line(shown.points, { ...lines, y: without(({ part }) => part !== true) }),
    line(shown.points, { ...lines, y: without((point) => !isWhole(point)), strokeDasharray: '2 4' }),
    dot(shown.points, {
      ...channels(shown),
      fill: (point: Point) => (point.part ? drawing.colours.ground : stroke(point)),
      stroke,
      r: shown.points.length > 80 ? 1.5 : 3,
      title: (point: Point) => pointText(shown, point),
      tip: tipOf(drawing),
    }),
  ];
}

interface BarTexts {
  /** Longer names are cut. */
  readonly nameCharacters: number;
  numberText(value: number): string;
}

/** One bar a category, its name before it and its number behind it; what is held in part is pale. */
export function barMarks(
  shown: ShownChart,
  drawing: Drawing,
  { nameCharacters, numberText }: BarTexts,
): Markish[] {
  const y = ({ x }: Point) => String(x);
  const hasParts = shown.points.some(({ by }) => by !== undefined);
  const numbers = text(shown.points, {
    x: 'y',
    y,
    text: (point: Point) => numberText(point.y),
    textAnchor: 'start',
    dx: 5,
    fill: drawing.colours.soft,
  });
  return [
    axisY({
      tickSize: 0,
      tickFormat: (value: string) => shortened(valueText(shown.x, value), nameCharacters),
      fill: drawing.colours.text,
    }),
    barX(shown.points, {
      x: 'y',
      y,
      fill: ({ by }: Point) => colourOf(by, drawing),
      fillOpacity: ({ part }: Point) => (part ? 0.4 : 1),
      title: (point: Point) => pointText(shown, point),
      tip: tipOf(drawing),
    }),
    ...(hasParts ? [] : [numbers]),
  ];
}

function channels(shown: ShownChart) {
  return {
    x: ({ x }: Point) => placeOf(shown.x, x),
    y: ({ y }: Point) => placeOf(shown.y, y),
  };
}

/** Axes and their lines. */
function frame(shown: ShownChart, { width, colours }: Drawing): Markish[] {
  const { x, y } = shown;
  const isCategory = x.type === 'category';
  const across = isCategory
    ? {}
    : { ticks: x.log ? powers(shown.points.map(({ x }) => x)) : Math.max(3, Math.floor(width / 110)) };
  const up = { ticks: y.log ? powers(shown.points.map(({ y }) => y)) : 5 };
  const grid = { stroke: colours.grid, strokeOpacity: 1 };
  const label = { fill: colours.soft, tickSize: 0, labelArrow: 'none' } as const;
  return [
    gridY({ ...grid, ...up }),
    ...(isCategory ? [] : [gridX({ ...grid, ...across })]),
    axisX({ ...label, labelAnchor: 'center', labelOffset: 36, ...across, ...formatOf(x) }),
    axisY({ ...label, ...up, ...formatOf(y) }),
    ...(y.log || isTime(y) ? [] : [ruleY([0], { stroke: colours.grid })]),
    ...(isTime(x) || x.log || isCategory ? [] : [ruleX([0], { stroke: colours.grid })]),
  ];
}

/** The powers of ten around all values. */
function powers(values: readonly (number | string)[]): number[] {
  const numbers = values.filter((value) => typeof value === 'number');
  const [from, to] = [Math.min(...numbers), Math.max(...numbers)].map(Math.log10) as [number, number];
  const first = Math.floor(from);
  return Array.from({ length: Math.ceil(to) - first + 1 }, (_, index) => 10 ** (first + index));
}

function formatOf(axis: ShownChart['x']) {
  if (isTime(axis)) return {};
  if (axis.type === 'category')
    return { tickFormat: (value: string) => shortened(valueText(axis, value), 14) };
  return { tickFormat: (value: number) => shortNumber(axis, value) };
}

function tipOf({ colours }: Drawing) {
  return { fill: colours.ground, stroke: colours.soft, textPadding: 8, lineWidth: 22 };
}

function colourOf(by: string | undefined, { colours, series }: Drawing): string {
  if (by === undefined) return colours.series[0] ?? colours.other;
  return colours.series[series.indexOf(by)] ?? colours.other;
}
