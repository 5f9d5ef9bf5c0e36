import type { CompareCell, ShownCompare } from '../../tools/show/shape.ts';
import { Link } from '../parts/link.tsx';

type Row = ShownCompare['rows'][number];

interface ValueProps {
  readonly row: Row;
  readonly index: number;
  /** Name of the record. */
  readonly of: string;
}

/** What one record has of a field: what is best is said, and so is what nobody knows. */
export function Value({ row, index, of }: ValueProps) {
  const cell = row.cells[index];
  if (cell === undefined || cell === null) return <span class="unknown">unknown</span>;
  const share = row.better === undefined ? undefined : shareOf(row, cell.value);
  return (
    <>
      {cell.items === undefined ? (
        <span class="value">
          {cell.text}
          {cell.best && <span class="mark">best</span>}
        </span>
      ) : (
        <Items items={cell.items} of={`${row.label} of ${of}`} />
      )}
      {(cell.note !== undefined || cell.source !== undefined) && (
        <span class="notes note">
          {cell.note !== undefined && <span>{cell.note}</span>}
          {cell.source !== undefined && (
            <Link url={cell.source}>
              source
              <span class="unseen">
                {' '}
                of {row.label} of {of}
              </span>
            </Link>
          )}
        </span>
      )}
      {share !== undefined && (
        <svg class="share" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
          <rect width="100" height="4" class="rail" />
          <rect width={share} height="4" />
        </svg>
      )}
    </>
  );
}

interface ItemsProps {
  readonly items: NonNullable<CompareCell['items']>;
  /** What the list is of. */
  readonly of: string;
}

function Items({ items, of }: ItemsProps) {
  return (
    <ul class="items">
      {items.map(({ text, source }) => (
        <li key={text}>
          {text}
          {source !== undefined && (
            <>
              {' '}
              <Link url={source}>
                source
                <span class="unseen">
                  {' '}
                  of {text}, {of}
                </span>
              </Link>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Of the largest in the row, in percent; undefined where there is nothing to compare with. */
function shareOf({ cells }: Row, value: number | undefined): number | undefined {
  const values = cells.flatMap((cell) => cell?.value ?? []);
  const most = Math.max(...values);
  return value === undefined || values.length < 2 || most <= 0 ? undefined : (100 * value) / most;
}
