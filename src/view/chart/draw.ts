import type { PlotOptions } from '@observablehq/plot';
import { plot } from '@observablehq/plot';
import type { ShownChart } from '../../tools/show/shape.ts';
import { type Drawing, shortened } from './drawing.ts';
import { placeLabels } from './labels.ts';
import { barMarks, lineMarks, pointMarks } from './marks.ts';
import { axisName, placeOf, shortNumber, valueText } from './values.ts';

type Drawn = ReturnType<typeof plot>;

const BAR_PX = 24;
const LABELS = 40;
const CHARACTER_PX = 7.7;
const DIGIT_PX = 7.2;
const LEFT_PX = 52;
const RIGHT_PX = 16;

/** Draws what is shown as SVG, without a style of its own that the policy of the page would forbid. */
export function draw(shown: ShownChart, drawing: Drawing): Drawn {
  const svg = shown.form === 'bars' ? drawBars(shown, drawing) : drawScales(shown, drawing);
  // Its rules stand in the style sheet of the page.
  svg.querySelector('style')?.remove();
  // The drawing is one picture with one name; names of its groups are for nobody.
  for (const group of svg.querySelectorAll('g[aria-label]')) {
    group.setAttribute('class', `mark-${group.getAttribute('aria-label')?.replace(/\W/g, '-')}`);
    group.removeAttribute('aria-label');
  }
  for (const group of svg.querySelectorAll('[aria-description]')) group.removeAttribute('aria-description');
  return svg;
}

function drawScales(shown: ShownChart, drawing: Drawing): Drawn {
  const { width } = drawing;
  const room = Math.floor(width / CHARACTER_PX) - 4;
  const isLines = shown.form === 'lines';
  const height = isLines ? clamp(width * 0.5, 260, 400) : clamp(width * 0.76, 300, 460);
  const svg = plot({
    ...look(drawing),
    height,
    marginLeft: LEFT_PX,
    marginRight: RIGHT_PX,
    marginTop: 28,
    marginBottom: 44,
    x: { label: shortened(axisName(shown.x), room), ...scaleOf(shown.x) },
    y: {
      label: shortened(axisName(shown.y), room),
      nice: true,
      ...scaleOf(shown.y),
      ...(!shown.y.log && { zero: isLines }),
    },
    marks: isLines ? lineMarks(shown, drawing) : pointMarks(shown, drawing),
  });
  if (!isLines) addNames(svg, shown, drawing);
  return svg;
}

function drawBars(shown: ShownChart, drawing: Drawing): Drawn {
  const { width } = drawing;
  const longest = Math.max(0, ...shown.points.map(({ x }) => valueText(shown.x, x).length));
  const room = Math.min(width * 0.42, longest * CHARACTER_PX + 12);
  const places = [...new Set(shown.points.map(({ x }) => String(x)))];
  const numbers = numbersOf(shown, width);
  return plot({
    ...look(drawing),
    height: places.length * BAR_PX + 12,
    marginLeft: room,
    marginRight: numbers.room,
    marginTop: 4,
    marginBottom: 8,
    x: { axis: null, label: null, ...(shown.y.log ? { type: 'log' } : { domain: [0, topOf(shown)] }) },
    y: { domain: places, label: null, padding: 0.28 },
    marks: barMarks(shown, drawing, {
      nameCharacters: Math.max(3, Math.floor((room - 12) / CHARACTER_PX)),
      numberText: numbers.text,
    }),
  });
}

/** How the numbers behind bars are written, and the room that the longest takes, in pixels: `$206M` where it is short. */
function numbersOf({ points, y }: ShownChart, width: number) {
  if (points.some(({ by }) => by !== undefined)) return { text: () => '', room: RIGHT_PX };
  const roomOf = (text: (value: number) => string) =>
    Math.max(0, ...points.map((point) => text(point.y).length)) * DIGIT_PX + RIGHT_PX;
  const long = (value: number) => valueText(y, value);
  const short = (value: number) => shortNumber(y, value);
  return roomOf(long) <= width * 0.25
    ? { text: long, room: roomOf(long) }
    : { text: short, room: roomOf(short) };
}

/** Bars of one place stand end to end. */
function topOf({ points }: ShownChart): number {
  const sums = new Map<number | string, number>();
  for (const { x, y } of points) sums.set(x, (sums.get(x) ?? 0) + y);
  return Math.max(1, ...sums.values());
}

function scaleOf({ type, log }: ShownChart['x']): { type?: 'utc' | 'point' | 'log'; nice?: boolean } {
  if (type === 'date' || type === 'month' || type === 'year') return { type: 'utc' };
  if (type === 'category') return { type: 'point' };
  return log ? { type: 'log', nice: true } : { nice: true };
}

function look({ width, colours }: Drawing): PlotOptions {
  return { width, className: 'plot', style: { background: 'none', color: colours.text, fontSize: '12px' } };
}

/** Names beside the points, as many as find room: those further up go first. */
function addNames(svg: Drawn, shown: ShownChart, { width, colours }: Drawing): void {
  const [across, up] = [svg.scale('x'), svg.scale('y')];
  if (across === undefined || up === undefined) return;
  const spots = shown.points.flatMap(({ x, y, name }) => {
    if (name === undefined) return [];
    return {
      x: across.apply(placeOf(shown.x, x)),
      y: up.apply(placeOf(shown.y, y)),
      text: shortened(name, 22),
    };
  });
  const bounds = { left: LEFT_PX, right: width - 2, most: LABELS };
  const group = svgElement('g', { class: 'names', fill: colours.soft, 'font-size': '11' });
  for (const { x, y, text, anchor } of placeLabels(
    spots.toSorted((a, b) => a.y - b.y),
    bounds,
  )) {
    const place = {
      x: String(anchor === 'start' ? x + 7 : x - 7),
      y: String(y),
      dy: '0.32em',
      'text-anchor': anchor,
    };
    const label = svgElement('text', place);
    label.textContent = text;
    group.append(label);
  }
  svg.querySelector('g[aria-label="dot"]')?.after(group);
}

function svgElement(name: string, attributes: Readonly<Record<string, string>>): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
