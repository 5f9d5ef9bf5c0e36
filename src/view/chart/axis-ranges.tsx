import type { Axis, ShownChart } from '../../tools/show/shape.ts';
import { argumentBounds, type SpecRange, withArguments } from '../table/range-arguments.ts';
import { Ranges } from '../table/ranges.tsx';

/** The ends of the numbers on the axes: what is set here narrows the drawing, and the table of the same search. */
export function AxisRanges({ shown }: { readonly shown: ShownChart }) {
  const ranges = shown.kind === 'robots' && shown.form === 'points' ? rangesIn(shown) : [];
  if (ranges.length === 0) return null;
  const changed = (change: Readonly<Record<string, unknown>>) => withArguments(shown.asked, change);
  return (
    <details class="axis-ranges">
      <summary>Narrow by {ranges.map(({ label }) => label.toLowerCase()).join(' and ')}</summary>
      <div class="filters">
        <Ranges shown={shown} ranges={ranges} changed={changed} />
      </div>
    </details>
  );
}

function rangesIn({ asked, x, y, points, unknown }: ShownChart): SpecRange[] {
  const axes = [
    { axis: x, of: 'x' as const },
    { axis: y, of: 'y' as const },
  ];
  return axes.flatMap(({ axis, of }) => {
    if (!isRange(axis)) return [];
    const values = points.map((point) => Number(point[of]));
    if (values.length === 0) return [];
    return [
      {
        name: axis.name,
        label: axis.label,
        ...(axis.unit !== undefined && { unit: axis.unit }),
        ...argumentBounds(asked, axis.name),
        least: Math.min(...values),
        most: Math.max(...values),
        known: values.length,
        unknown: unknown[of] ?? 0,
      },
    ];
  });
}

/** A search takes ends of prices and specs, and of no date. */
function isRange({ type }: Axis): boolean {
  return type === 'number' || type === 'usd';
}
