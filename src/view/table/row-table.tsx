import { type ComponentChildren, Fragment } from 'preact';
import type { ShownTable } from '../../tools/show/shape.ts';
import { OpenRow, useOpenRows } from './open-row.tsx';

export interface RowsProps {
  readonly shown: ShownTable;
  readonly sort: string | undefined;
  choose(sort: string): void;
  readonly picked: readonly string[];
  /** Undefined where nothing can be compared. */
  readonly pick: ((id: string) => void) | undefined;
}

type Column = ShownTable['columns'][number];

/** Rows of a table; the heads sort it, and a name opens the whole record below its row. */
export function RowTable({ shown: { rows, columns, tool }, sort, choose, picked, pick }: RowsProps) {
  const { isOpen, toggle } = useOpenRows();
  const width = columns.length + (pick === undefined ? 0 : 1);
  return (
    <table class="rows">
      <thead>
        <tr>
          {pick && (
            <th scope="col" class="pick">
              <span class="unseen">Compare</span>
            </th>
          )}
          {columns.map((column) => (
            <th key={column.field} scope="col" class={kindOf(column)} aria-sort={sortOf(column, sort)}>
              <Head column={column} sort={sort} choose={choose} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Fragment key={row.id}>
            <tr>
              {pick && (
                <td class="pick">
                  <input
                    type="checkbox"
                    name="compare"
                    aria-label={`Compare ${row.name}`}
                    checked={picked.includes(row.id)}
                    onChange={() => pick(row.id)}
                  />
                </td>
              )}
              {columns.map((column, index) => {
                const text = row.cells[index]?.text;
                if (index > 0) {
                  return (
                    <td key={column.field} class={kindOf(column)}>
                      {text === undefined ? <Unknown /> : inPieces(text)}
                    </td>
                  );
                }
                return (
                  <th key={column.field} scope="row">
                    <button
                      type="button"
                      class="open"
                      aria-expanded={isOpen(row.id)}
                      onClick={() => toggle(row.id)}
                    >
                      {text ?? row.name}
                    </button>
                  </th>
                );
              })}
            </tr>
            {isOpen(row.id) && (
              <tr class="opened">
                <td colSpan={width}>
                  <OpenRow row={row} tool={tool} />
                </td>
              </tr>
            )}
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

/** A date, with the brackets around it, is not broken at its hyphens. */
function inPieces(text: string): ComponentChildren {
  const pieces = text.split(/(\(?\b\d{4}-\d\d(?:-\d\d)?\b\)?)/);
  return pieces.map((piece, index) => (index % 2 === 0 ? piece : <span class="whole">{piece}</span>));
}

/** Said to those who hear it; the page says below what an empty place means. */
function Unknown() {
  return (
    <span class="unknown" title="unknown">
      <span aria-hidden="true">–</span>
      <span class="unseen">unknown</span>
    </span>
  );
}

interface HeadProps {
  readonly column: Column;
  readonly sort: string | undefined;
  choose(sort: string): void;
}

function Head({ column, sort, choose }: HeadProps) {
  const { label, unit, ascending, descending, type } = column;
  const orders =
    type === 'number' || type === 'usd' || type === 'date'
      ? [descending, ascending]
      : [ascending, descending];
  const [first, second] = orders.filter((order) => order !== undefined);
  const content = (
    <>
      {label}
      {unit !== undefined && unit !== 'USD' && <span class="unit"> {unit}</span>}
    </>
  );
  if (first === undefined) return content;
  const arrow = { ascending: '↑', descending: '↓', none: '' }[sortOf(column, sort) ?? 'none'];
  return (
    <button type="button" class="head" onClick={() => choose(sort === first ? (second ?? first) : first)}>
      {content}
      <span aria-hidden="true"> {arrow}</span>
    </button>
  );
}

function kindOf({ type }: Column): string | undefined {
  if (type === 'usd') return 'number words';
  return type === 'number' ? 'number' : undefined;
}

function sortOf({ ascending, descending }: Column, sort: string | undefined) {
  if (sort === undefined) return undefined;
  return sort === ascending ? 'ascending' : sort === descending ? 'descending' : undefined;
}
