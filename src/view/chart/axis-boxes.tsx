import type { ShownChart } from '../../tools/show/shape.ts';
import { useSeat } from '../seat.ts';

type Which = 'x' | 'y' | 'by';

const named: readonly (readonly [Which, string])[] = [
  ['x', 'Across'],
  ['y', 'Up'],
  ['by', 'Colour'],
];

/** What stands on each axis, to be changed: the chart is asked for anew. */
export function AxisBoxes({ shown }: { readonly shown: ShownChart }) {
  const { ask, isBusy } = useSeat();
  if (shown.axes.length === 0) return null;
  const choose = (which: Which, name: string) => {
    const { [which]: _, ...rest } = { x: shown.x.name, y: shown.y.name, ...shown.asked };
    ask(name === '' ? rest : { ...rest, [which]: name });
  };
  return (
    <form method="get" class="row axes" onSubmit={(event) => event.preventDefault()}>
      <input type="hidden" name="view" value="chart" />
      {shown.asked.tool !== undefined && <input type="hidden" name="tool" value={shown.asked.tool} />}
      {shown.asked.arguments !== undefined && (
        <input type="hidden" name="arguments" value={JSON.stringify(shown.asked.arguments)} />
      )}
      {named.map(([which, label]) => (
        <label key={which}>
          {label}{' '}
          <select
            name={which}
            value={shown[which]?.name ?? ''}
            disabled={isBusy}
            onChange={({ currentTarget }) => choose(which, currentTarget.value)}
          >
            {which === 'by' && <option value="">none</option>}
            {shown.axes
              .filter((axis) => fits(which, axis))
              .map(({ name, label }) => (
                <option key={name} value={name} selected={name === shown[which]?.name}>
                  {label}
                </option>
              ))}
          </select>
        </label>
      ))}
      <button type="submit" class="without-script">
        Draw
      </button>
    </form>
  );
}

/** Up goes what is a number or a time; colours are for what has few values. */
function fits(which: Which, { type }: ShownChart['axes'][number]): boolean {
  if (which === 'x') return type !== 'count';
  return which === 'y' ? type !== 'category' : type === 'category' || type === 'year';
}
