import type { Axis, ShownChart } from '../../tools/show/shape.ts';

export type Point = ShownChart['points'][number];

/** A name and the unit of its numbers: `Payload (kg)`. */
export function axisName({ label, unit }: Pick<Axis, 'label' | 'unit'>): string {
  return unit === undefined ? label : `${label} (${unit})`;
}

/** A value of an axis as it is read. */
export function valueText(axis: Axis, value: number | string): string {
  if (typeof value === 'string') return axis.labels?.[value] ?? value;
  if (axis.type === 'year') return String(value);
  const text = value.toLocaleString('en-US', { maximumFractionDigits: 3 });
  return axis.type === 'usd' ? `$${text}` : text;
}

const SHORT = new Intl.NumberFormat('en-US', { notation: 'compact', maximumSignificantDigits: 4 });

/** `10K`, `$2.5M`, `0.01`. */
export function shortNumber({ type }: Axis, value: number): string {
  return `${type === 'usd' ? '$' : ''}${SHORT.format(value)}`;
}

export function isTime({ type }: Pick<Axis, 'type'>): boolean {
  return type === 'date' || type === 'month' || type === 'year';
}

/** What a scale takes for a value: a number, an instant for what is a time, or the name of a category. */
export function placeOf(axis: Axis, value: number | string): number | string | Date {
  if (!isTime(axis)) return value;
  // `2026` and `2026-03` begin with their first day.
  return new Date(`${value}-01-01`.slice(0, 10).padEnd(10, '-01'));
}

/** All that is known of a point, on lines of its own. */
export function pointText(shown: ShownChart, { x, y, by, name, records, part }: Point): string {
  const lines = [
    ...(name === undefined ? [] : [name]),
    `${axisName(shown.x)}: ${valueText(shown.x, x)}`,
    `${axisName(shown.y)}: ${valueText(shown.y, y)}`,
    ...(by === undefined || shown.by === undefined ? [] : [`${shown.by.label}: ${valueText(shown.by, by)}`]),
    ...(records === undefined ? [] : [`Median of ${records}`]),
    ...(part ? ['Held in part'] : []),
  ];
  return lines.join('\n');
}

/** A sentence for those who do not see the drawing. */
export function describeChart({ form, points, x, y }: ShownChart): string {
  if (points.length === 0) return 'Nothing is drawn.';
  const top = points.reduce((best, point) => (point.y > best.y ? point : best));
  const what = { points: 'points', bars: 'bars', lines: 'points on lines' }[form];
  const highest = `the highest ${y.label.toLowerCase()} is ${valueText(y, top.y)}, of ${top.name ?? valueText(x, top.x)}`;
  const parts = points.filter(({ part }) => part).length;
  const held = parts > 0 ? ` ${parts} are known to be held in part.` : '';
  return `${points.length.toLocaleString('en-US')} ${what}; ${highest}.${held} The same numbers stand in the table.`;
}
