import { OpenRow, useOpenRows } from './open-row.tsx';
import type { RowsProps } from './row-table.tsx';

/** For narrow places: a card a row, with what is known of it. */
export function RowCards({ shown: { rows, columns, tool }, picked, pick }: RowsProps) {
  const { isOpen, toggle } = useOpenRows();
  return (
    <ul class="cards">
      {rows.map((row) => (
        <li key={row.id}>
          <div class="row between">
            <button type="button" class="open" aria-expanded={isOpen(row.id)} onClick={() => toggle(row.id)}>
              {row.name}
            </button>
            {pick && (
              <label class="soft">
                <input
                  type="checkbox"
                  name="compare"
                  checked={picked.includes(row.id)}
                  onChange={() => pick(row.id)}
                />{' '}
                Compare
                <span class="unseen"> {row.name}</span>
              </label>
            )}
          </div>
          <dl>
            {columns.map((column, index) => {
              const text = row.cells[index]?.text;
              if (index === 0 || text === undefined) return null;
              return (
                <div key={column.field}>
                  <dt>{column.label}</dt>
                  <dd>
                    {text}
                    {column.unit !== undefined && column.unit !== 'USD' && (
                      <span class="unit"> {column.unit}</span>
                    )}
                  </dd>
                </div>
              );
            })}
          </dl>
          {isOpen(row.id) && <OpenRow row={row} tool={tool} />}
        </li>
      ))}
    </ul>
  );
}
