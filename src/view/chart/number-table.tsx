import { useEffect, useState } from 'preact/hooks';
import type { Asked, ShownChart } from '../../tools/show/shape.ts';
import { useAlive } from '../parts/alive.ts';
import { AskWord } from '../parts/ask.tsx';
import { axisName, type Point, valueText } from './values.ts';

const ROWS = 10;
/** Where nobody can turn over: a page of thousands is read by nobody. */
const ROWS_AT_ONCE = 200;

interface Column {
  readonly label: string;
  readonly isNumber: boolean;
  /** True for the names of records, which lead to them. */
  readonly isName?: true;
  of(point: Point): string;
  /** Said under it. */
  below?(point: Point): string;
  key(point: Point): number | string;
}

/** The numbers of a chart, to be sorted and turned over. */
export function NumberTable({ shown }: { readonly shown: ShownChart }) {
  const columns = columnsOf(shown);
  const [{ by, isDown }, setOrder] = useState({ by: -1, isDown: false });
  const [page, setPage] = useState(0);
  useEffect(() => setPage(0), [shown]);
  const key = columns[by]?.key;
  const isAlive = useAlive();
  const rows = isAlive ? ROWS : ROWS_AT_ONCE;
  const points =
    key === undefined ? shown.points : shown.points.toSorted((a, b) => order(key(a), key(b), isDown));
  const pages = Math.ceil(points.length / rows);
  const sort = (index: number) =>
    setOrder({ by: index, isDown: by === index ? !isDown : columns[index]?.isNumber === true });
  return (
    <div class="numbers">
      <table>
        <caption class="unseen">The numbers of the chart</caption>
        <thead>
          <tr>
            {columns.map(({ label, isNumber }, index) => (
              <th
                key={label}
                scope="col"
                class={isNumber ? 'number' : undefined}
                aria-sort={by === index ? (isDown ? 'descending' : 'ascending') : undefined}
              >
                <button type="button" class="head" onClick={() => sort(index)}>
                  {label}
                  <span aria-hidden="true">{by === index ? (isDown ? ' ↓' : ' ↑') : ''}</span>
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.slice(page * rows, (page + 1) * rows).map((point, index) => (
            <tr key={point.id ?? index}>
              {columns.map(({ label, isNumber, isName, of, below }) => (
                <td key={label} class={isNumber ? 'number' : undefined}>
                  <AskWord asked={isName ? recordOf(shown, point) : undefined}>{of(point)}</AskWord>
                  {below && below(point) !== '' && <span class="note">{below(point)}</span>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {!isAlive && points.length > rows && (
        <p class="soft">
          The first {rows} of {points.length.toLocaleString('en-US')}.
        </p>
      )}
      {isAlive && pages > 1 && (
        <nav class="row" aria-label="Pages of the numbers">
          <button type="button" disabled={page === 0} onClick={() => setPage(page - 1)}>
            Previous
          </button>
          <span class="count">
            {page + 1} of {pages}
          </span>
          <button type="button" disabled={page + 1 >= pages} onClick={() => setPage(page + 1)}>
            Next
          </button>
        </nav>
      )}
    </div>
  );
}

function recordOf({ kind }: ShownChart, { id }: Point): Asked | undefined {
  return id === undefined ? undefined : { view: 'record', ids: [`${kind}/${id}`] };
}

function columnsOf({ x, y, by, points }: ShownChart): readonly Column[] {
  const hasNames = points.some(({ name }) => name !== undefined);
  const hasParts = points.some(({ part }) => part);
  const words = (label: string, of: (point: Point) => string): Column => ({
    label,
    isNumber: false,
    of,
    key: of,
  });
  const group = (point: Point) =>
    by === undefined ? '' : point.by === undefined ? 'unknown' : valueText(by, point.by);
  return [
    ...(hasNames
      ? [{ ...words('Name', ({ name = '' }) => name), isName: true as const, ...(by && { below: group }) }]
      : []),
    {
      label: axisName(x),
      isNumber: x.type === 'number' || x.type === 'usd',
      of: (point) => valueText(x, point.x),
      key: (point) => point.x,
    },
    {
      label: axisName(y),
      isNumber: true,
      of: (point) => valueText(y, point.y),
      ...(hasParts && { below: ({ part }) => (part ? 'in part' : '') }),
      key: (point) => point.y,
    },
    ...(by === undefined || hasNames ? [] : [words(by.label, group)]),
  ];
}

function order(a: number | string, b: number | string, isDown: boolean): number {
  return (a < b ? -1 : a > b ? 1 : 0) * (isDown ? -1 : 1);
}
